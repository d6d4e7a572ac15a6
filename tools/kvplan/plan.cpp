// The plan: what fits on one box, split against a copy on each, the recommendation.
#include <iostream>

#include "commands.hpp"
#include "formats.hpp"
#include "kvplan/capacity_report.hpp"
#include "kvplan/error.hpp"
#include "kvplan/plans.hpp"
#include "kvplan/render.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

/// The plan as the one row of a comparison.
std::string table_row(const Report& report) {
  const std::vector<AnsweredQuestion> one{{.question = {}, .report = report, .error = {}}};
  return render_csv(one);
}

const Formats<Report>& formats() {
  static const Formats<Report> all{
      {"text", [](const Report& report, bool colour) { return render_text(report, colour); }},
      {"json", [](const Report& report, bool) { return render_json(report); }},
      {"markdown", [](const Report& report, bool) { return render_markdown(report); }},
      {"html", [](const Report& report, bool) { return render_html(capacity_report(report)); }},
      {"csv", [](const Report& report, bool) { return table_row(report); }},
  };
  return all;
}

void require_measured(const Report& report) {
  const auto assumed = not_measured(report);
  if (assumed.empty()) return;
  throw unknown(
      {"--trust measured", ""}, "figures that were measured",
      assumed.front() +
          (assumed.size() > 1 ? " and " + std::to_string(assumed.size() - 1) + " more" : ""));
}

struct Planned {
  PlanRequest request;
  Report report;
};

/// Left to the end of the process: taking a plan apart is a twentieth of a cold start.
const Report& plan_for_good(const Question& options) {
  static auto& planned = *new Planned;
  planned.request = plan_request(options);
  planned.report = plan(planned.request);
  return planned.report;
}

std::string footer() {
  std::string text = "Commands:\n";
  for (const Command& command : commands()) {
    text += "  " + std::string(command.name) + std::string(12 - command.name.size(), ' ') +
            std::string(command.answers) + "\n";
  }
  return text;
}

}  // namespace

int run_plan(int argc, char** argv) {
  CommandLine app{"Plans the KV cache of a language model on one or more boxes.", "kvplan"};
  app.footer(footer());
  Question options;
  OutputOptions output;
  add_plan_options(app, options);
  add_engine_option(app, options);
  add_output_options(app, output, formats().listed());
  add_fail_on_warn(app, output);
  std::string trust = "assumed";
  app.option("--trust", trust, "assumed, or measured: exit 4 where a figure is only assumed")
      .one_of({"assumed", "measured"});
  if (const auto over = app.parse(argc, argv)) return *over;
  const Report& report = plan_for_good(options);
  if (trust == "measured") require_measured(report);
  const int code = with_warnings(output, report.exit_code(), !report.warnings.empty());
  return answer(output, code, formats(), report);
}

int run_explain(int argc, char** argv) {
  CommandLine app{"Explains a plan: each step with its formula, its numbers and its source.",
                  "kvplan explain"};
  Question options;
  add_plan_options(app, options);
  std::vector<std::string> engines;
  app.option("--engine", engines, "repeatable: why the numbers of releases differ");
  if (const auto over = app.parse(argc, argv)) return *over;
  if (engines.empty()) engines.emplace_back();
  std::vector<Report> reports;
  for (const std::string& engine : engines) {
    options.engine = engine;
    reports.push_back(plan(plan_request(options)));
  }
  std::cout << render_explanation(reports.back());
  if (reports.size() > 1) std::cout << '\n' << render_engines(reports);
  return reports.back().exit_code();
}

}  // namespace kvplan::tool
