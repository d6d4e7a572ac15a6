// Files that kvplan has its own format for: policies, calibrations, locks, boxes, facts.
#include "../scratch.hpp"
#include "../targets.hpp"
#include "kvplan/calibration.hpp"
#include "kvplan/config.hpp"
#include "kvplan/facts.hpp"
#include "kvplan/lock.hpp"
#include "kvplan/policy.hpp"

namespace kvplan::fuzz {

void read_policy_toml(std::string_view input) {
  static_cast<void>(read_policy(scratch("kvplan.toml", input)));
}

void read_policy_yaml(std::string_view input) {
  static_cast<void>(read_policy(scratch("kvplan.yaml", input)));
}

void read_policy_json(std::string_view input) {
  static_cast<void>(read_policy(scratch("kvplan.json", input)));
}

void read_calibration(std::string_view input) {
  const Calibration calibration = calibration_from(parse_json(input, "calibration"));
  static_cast<void>(render_text(calibration, false));
  PlannedStart start;
  start.model = "llama";
  start.max_num_batched_tokens = Tokens{8192};
  static_cast<void>(available_at(calibration, start, 0.74));
  static_cast<void>(other_inside_budget(calibration, start));
  static_cast<void>(calibration_from(parse_json(render_json(calibration), "written")));
}

void read_lock(std::string_view input) {
  const Lock lock = kvplan::read_lock(scratch("kvplan.lock.json", input));
  static_cast<void>(question_of(lock));
  const Difference same = difference(lock, lock, lock, 0);
  static_cast<void>(render_text(same, false));
  static_cast<void>(render_markdown(same));
  static_cast<void>(parse_json(render_json(same), "written"));
  static_cast<void>(parse_json(write_lock(lock), "written"));
}

void read_box(std::string_view input) {
  static_cast<void>(box_from(parse_json(input, "box")).platform());
}

void read_facts(std::string_view input) {
  static_cast<void>(kvplan::read_facts(scratch("facts.json", input).parent_path()));
}

}  // namespace kvplan::fuzz
