// The capacity report.
#include "commands.hpp"
#include "formats.hpp"
#include "kvplan/capacity_report.hpp"
#include "kvplan/error.hpp"
#include "kvplan/render.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

const Formats<CapacityReport>& formats() {
  static const Formats<CapacityReport> all{
      {"html", [](const CapacityReport& report, bool) { return render_html(report); }},
      {"markdown", [](const CapacityReport& report, bool) { return render_markdown(report); }},
      {"json", [](const CapacityReport& report, bool) { return render_json(report.report); }},
  };
  return all;
}

/// The change to what is recommended, as it was asked for.
std::optional<Changeover> asked_change(const CapacityReport& report, std::string from,
                                       const std::string& proxy) {
  const auto& chosen = report.report.recommendation.layout;
  if (from.empty() && report.changeover) from = report.changeover->from;
  if (!chosen || from.empty()) return std::nullopt;
  ChangeoverQuestion question;
  question.from = from;
  question.to = report.report.layouts[*chosen].layout.id();
  question.proxy = parse_proxy(proxy);
  question.start = report.report.request.operation.restart;
  try {
    return changeover(report.report, question);
  } catch (const Error& error) {
    if (error.file() != "--from") throw;  // as `kvplan changeover` calls it
    throw Error(error.kind(), {"--changeover-from", ""}, error.expected(), error.found());
  }
}

}  // namespace

int run_report(int argc, char** argv) {
  CommandLine app{"Writes the capacity report: one self-contained HTML page, or Markdown.",
                  "kvplan report"};
  Question options;
  OutputOptions output;
  output.format = "html";
  std::vector<std::string> measured;
  app.option("--traffic", measured, "what was measured, as `kvplan traffic` reads it; repeatable");
  std::string from;
  std::string proxy = "nginx";
  app.option("--changeover-from", from,
             "the layout that runs now: a family or an id; none: nothing (default: split for "
             "copies, copies for a split)");
  app.option("--proxy", proxy, "of the changeover, as `kvplan changeover` takes it");
  add_plan_options(app, options);
  add_engine_option(app, options);
  add_output_options(app, output, formats().listed());
  add_fail_on_warn(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  CapacityReport report = capacity_report(plan_request(options));
  if (!measured.empty()) {
    TrafficQuestion question;
    question.ceilings = ceilings_of(report.report);
    report.traffic = traffic_report(read_measurements(measured), question);
  }
  if (!from.empty() || app.given("--proxy")) report.changeover = asked_change(report, from, proxy);
  const int code =
      with_warnings(output, report.report.exit_code(), !report.report.warnings.empty());
  return answer(output, code, formats(), report);
}

}  // namespace kvplan::tool
