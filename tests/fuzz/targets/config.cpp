// A config.json and all that follows from it: the layers, the whole plan, each way to show it.
#include "../scratch.hpp"
#include "../targets.hpp"
#include "kvplan/kvplan.hpp"

namespace kvplan::fuzz {

void read_config(std::string_view input) {
  Question question;
  question.model = scratch("config-as-given.json", input).string();
  question.util = "0.74";
  const Report report = plan(request_from(question, KVPLAN_SOURCE_DIR));
  static_cast<void>(render_text(report, false));
  static_cast<void>(render_json(report));
  static_cast<void>(render_markdown(report));
  static_cast<void>(render_explanation(report));
}

}  // namespace kvplan::fuzz
