// The gate: a policy against a plan.
#include "kvplan/check.hpp"

#include <algorithm>
#include <ctime>

#include "commands.hpp"
#include "data_dir.hpp"
#include "formats.hpp"
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

const Formats<Check>& formats() {
  static const Formats<Check> all{
      {"text", [](const Check& check, bool colour) { return render_text(check, colour); }},
      {"json", [](const Check& check, bool) { return render_json(check); }},
      {"markdown", [](const Check& check, bool) { return render_markdown(check); }},
      {"html", [](const Check& check, bool) { return render_html(check); }},
      {"csv", [](const Check& check, bool) { return render_csv(findings_of(check)); }},
      {"junit",
       [](const Check& check, bool) { return render_junit("kvplan check", cases_of(check)); }},
      {"tap", [](const Check& check, bool) { return render_tap(cases_of(check)); }},
      {"sarif",
       [](const Check& check, bool) {
         return render_sarif("kvplan check", findings_of(check), limit_rules());
       }},
      {"github", [](const Check& check, bool) { return render_github(findings_of(check)); }},
      {"gitlab", [](const Check& check, bool) { return render_gitlab(findings_of(check)); }},
  };
  return all;
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
  add_output_options(app, output, formats().listed());
  add_fail_on_warn(app, output);
  if (const auto over = app.parse(argc, argv)) return *over;
  const Policy policy = read_policy(file);
  const Check judged = check(policy, options, data_dir(), day);
  const bool warned = !judged.report.warnings.empty() ||
                      std::ranges::any_of(judged.findings, [](const Finding& finding) {
                        return finding.severity >= Severity::warning;
                      });
  return answer(output, with_warnings(output, judged.exit_code(), warned), formats(), judged);
}

}  // namespace kvplan::tool
