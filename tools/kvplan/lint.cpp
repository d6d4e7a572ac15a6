// What is wrong with the files that run a plan.
#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "data_dir.hpp"
#include "formats.hpp"
#include "kvplan/error.hpp"
#include "kvplan/lint.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

constexpr int exit_error = 1;

std::vector<Case> cases_of(std::span<const Finding> findings) {
  std::vector<Case> cases;
  for (const Finding& finding : findings) {
    cases.push_back(
        {finding.rule + " " + finding.file + ":" + std::to_string(finding.line), finding});
  }
  return cases;
}

struct Findings {
  std::vector<Finding> findings;
  std::size_t files;
};

const Formats<Findings>& formats() {
  static const Formats<Findings> all{
      {"text",
       [](const Findings& found, bool colour) {
         return render_findings_text(found.findings, found.files, colour);
       }},
      {"json", [](const Findings& found, bool) { return render_findings_json(found.findings); }},
      {"markdown", [](const Findings& found,
                      bool) { return render_findings_markdown(found.findings, found.files); }},
      {"html", [](const Findings& found,
                  bool) { return render_findings_html(found.findings, found.files); }},
      {"csv", [](const Findings& found, bool) { return render_csv(found.findings); }},
      {"junit", [](const Findings& found,
                   bool) { return render_junit("kvplan lint", cases_of(found.findings)); }},
      {"tap", [](const Findings& found, bool) { return render_tap(cases_of(found.findings)); }},
      {"sarif", [](const Findings& found,
                   bool) { return render_sarif("kvplan lint", found.findings, finding_rules()); }},
      {"github", [](const Findings& found, bool) { return render_github(found.findings); }},
      {"gitlab", [](const Findings& found, bool) { return render_gitlab(found.findings); }},
  };
  return all;
}

/// 1 where there is an error; 3 for a warning where that was asked for.
int exit_code(std::span<const Finding> findings, const OutputOptions& output) {
  const auto worst = std::ranges::max_element(findings, {}, &Finding::severity);
  if (worst == findings.end()) return 0;
  if (worst->severity == Severity::error) return exit_error;
  return with_warnings(output, 0, worst->severity == Severity::warning);
}

int list_rules() {
  for (const LintRule& rule : lint_rules()) {
    std::cout << rule.id << " (" << name(rule.severity) << ")\n    " << rule.summary
              << "\n    source: " << rule.source << '\n';
  }
  return 0;
}

}  // namespace

int run_lint(int argc, char** argv) {
  CommandLine app{
      "Judges the files that start, front and watch engines: vllm serve lines and scripts, "
      "recipes, compose files,\n"
      "systemd units, docker inspect, Kubernetes and Helm, HAProxy, nginx, LiteLLM, Prometheus.\n"
      "Files are judged together: clients against proxies, watchdogs against units. Exit 1: an "
      "error was found.",
      "kvplan lint"};
  std::vector<std::string> names;
  app.option("FILES", names, "files, or folders with them");
  LintOptions options;
  OutputOptions output;
  add_plan_options(app, options.question);
  add_engine_option(app, options.question);
  add_output_options(app, output, formats().listed());
  add_fail_on_warn(app, output);
  std::string restart;
  constexpr double longest = 1e9;
  app.option("--restart", options.restart_seconds,
             "seconds that a copy needs to start (default: the model's own, if known)")
      .between(0, longest);
  app.option("--longest-answer", options.longest_answer_seconds,
             "seconds of the longest prefill, or answer without streaming (default: 600)")
      .between(0, longest);
  bool rules = false;
  app.flag("--rules", rules, "list the rules with their sources");
  if (const auto over = app.parse(argc, argv)) return *over;
  if (rules) return list_rules();
  if (names.empty()) throw invalid({"FILES", ""}, "files or folders", "nothing");
  options.data_dir = data_dir();
  const std::vector<std::filesystem::path> paths(names.begin(), names.end());
  const DeploymentFiles files = read_deployment(paths);
  if (files.files.empty()) {
    throw invalid({names.front(), ""}, "files that start, front or watch engines", "none");
  }
  const Findings found{lint(files, options), files.files.size()};
  return answer(output, exit_code(found.findings, output), formats(), found);
}

}  // namespace kvplan::tool
