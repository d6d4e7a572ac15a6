// What is wrong with the files that run a plan: rules with an id, a source, the computed
// consequence in seconds or bytes, and the fix. Findings are finding.hpp's, so that `check` and
// every format of a CI take them.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/deployment.hpp"
#include "kvplan/finding.hpp"

namespace kvplan {

struct LintRule {
  std::string_view id;
  Severity severity;         ///< the usual one; a finding may be milder or graver, with its reason
  std::string_view summary;  ///< one sentence
  std::string_view source;   ///< where that is known from
};
/// Every rule, in the order in which they are documented.
[[nodiscard]] std::span<const LintRule> lint_rules();
/// The same for render_sarif().
[[nodiscard]] std::vector<FindingRule> finding_rules();

struct LintOptions {
  /// Model, boxes, services, headroom and engine options of the plan; all may be left open: the
  /// model is then the one that the files name, the box gb10.
  Question question;
  std::filesystem::path data_dir;  ///< models/ and boxes/
  /// What a copy needs to start. Nothing: of the plan, or not known.
  std::optional<double> restart_seconds = std::nullopt;
  /// The longest prefill, or answer without streaming, that a proxy must wait for.
  double longest_answer_seconds = 600;
};

/// Findings by file, line and rule.
/// @throws Error (invalid) for plan options that make no sense
[[nodiscard]] std::vector<Finding> lint(const DeploymentFiles& files, const LintOptions& options);

/// Grouped by file, the gravest first named in the last line: for people.
[[nodiscard]] std::string render_findings_text(std::span<const Finding> findings, std::size_t files,
                                               bool colour);
/// The same as a page of either language: counts, then a table.
[[nodiscard]] std::string render_findings_markdown(std::span<const Finding> findings,
                                                   std::size_t files);
[[nodiscard]] std::string render_findings_html(std::span<const Finding> findings,
                                               std::size_t files);
/// The contract's JSON of `lint`.
[[nodiscard]] std::string render_findings_json(std::span<const Finding> findings);

}  // namespace kvplan
