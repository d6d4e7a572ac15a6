// The capacity report.
#include "commands.hpp"
#include "kvplan/capacity_report.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

std::string rendered(const CapacityReport& report, const std::string& format) {
  if (format == "html") return render_html(report);
  if (format == "markdown") return render_markdown(report);
  throw invalid({"--format", ""}, "html or markdown", '"' + format + '"');
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
  add_plan_options(app, options);
  add_engine_option(app, options);
  add_output_options(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  CapacityReport report = capacity_report(plan_request(options));
  if (!measured.empty()) {
    TrafficQuestion question;
    question.ceilings = ceilings_of(report.report);
    report.traffic = traffic_report(read_measurements(measured), question);
  }
  return answer(output, report.report.exit_code(),
                [&](const std::string& format, bool) { return rendered(report, format); });
}

}  // namespace kvplan::tool
