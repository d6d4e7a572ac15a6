// What a running box says: start-up logs, /metrics, /proc/meminfo, /proc/PID/cmdline, and what is
// learned from them.
#include "../targets.hpp"
#include "kvplan/calibration.hpp"
#include "kvplan/copies.hpp"
#include "kvplan/doctor.hpp"

namespace kvplan::fuzz {
namespace {

void learn(const CalibrationInput& evidence) {
  const Calibration learned = calibrate(evidence);
  static_cast<void>(render_text(learned, false));
  // What calibrate writes it reads.
  static_cast<void>(calibration_from(parse_json(render_json(learned), "written")));
}

}  // namespace

void read_startup_log(std::string_view input) {
  CalibrationInput evidence;
  evidence.starts = kvplan::read_startup_log(input, "log");
  learn(evidence);
}

void read_metrics(std::string_view input) {
  const Exposition metrics = parse_exposition(input, "metrics");
  for (const Sample& sample : metrics.samples) {
    if (!sample.name.ends_with("_bucket")) continue;
    const auto name =
        sample.name.substr(0, sample.name.size() - std::string_view("_bucket").size());
    if (const auto histogram = metrics.histogram(name)) {
      static_cast<void>(histogram->quantile(0.99));
      static_cast<void>(histogram->mean());
    }
    break;
  }
  const FleetStatus status = fleet({copy_status(metrics), copy_status(metrics)}, {});
  static_cast<void>(render_text(status, false));
  static_cast<void>(parse_json(render_json(status), "written"));
}

void read_meminfo(std::string_view input) {
  CalibrationInput evidence;
  evidence.meminfo.push_back(parse_meminfo(input, "meminfo"));
  learn(evidence);
}

void read_snapshot(std::string_view input) {
  BoxSnapshot snapshot;
  add_to_snapshot(snapshot, input, "cmdline");
  const auto findings = examine(snapshot, {}, KVPLAN_SOURCE_DIR);
  static_cast<void>(render_text(snapshot, findings, false));
  static_cast<void>(parse_json(render_json(findings), "written"));
}

}  // namespace kvplan::fuzz
