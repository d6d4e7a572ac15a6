// The gate: a policy against a plan.
#include "kvplan/check.hpp"

#include <ctime>
#include <iostream>

#include "commands.hpp"
#include "kvplan/error.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::string text(10, ' ');
  std::strftime(text.data(), text.size() + 1, "%Y-%m-%d", &parts);
  return text;
}

std::vector<Finding> findings_of(const std::vector<Case>& cases) {
  std::vector<Finding> findings;
  for (const Case& judged : cases) {
    if (judged.finding) findings.push_back(*judged.finding);
  }
  return findings;
}

std::string rendered(const Check& check, const std::string& format, bool colour) {
  if (format == "text") return render_text(check, colour);
  if (format == "json") return render_json(check);
  if (format == "markdown") return render_markdown(check);
  const std::vector<Case> cases = cases_of(check);
  if (format == "junit") return render_junit("kvplan check", cases);
  if (format == "tap") return render_tap(cases);
  const std::vector<Finding> findings = findings_of(cases);
  if (format == "sarif") return render_sarif("kvplan check", findings, limit_rules());
  if (format == "github") return render_github(findings);
  if (format == "gitlab") return render_gitlab(findings);
  if (format == "csv") return render_csv(findings);
  throw invalid({"--format", ""}, "text, json, markdown, junit, tap, sarif, github, gitlab or csv",
                '"' + format + '"');
}

}  // namespace

int run_check(int argc, char** argv) {
  CommandLine app{"Checks a plan against a policy. Options given here win over the policy's.",
                  "kvplan check"};
  Question options;
  OutputOptions output;
  std::string file = "kvplan.toml";
  std::string day = today();
  app.option("--policy", file, "TOML, JSON or YAML (default: ./kvplan.toml)");
  app.option("--today", day, "the day that ignores are held against (default: today, UTC)");
  add_plan_options(app, options);
  add_engine_option(app, options);
  add_output_options(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Policy policy = read_policy(file);
  const Check judged = check(policy, plan_request(overridden(policy.question, options)), day);
  return answer(output, judged.exit_code(), [&](const std::string& format, bool colour) {
    return rendered(judged, format, colour);
  });
}

}  // namespace kvplan::tool
