// What lint, check and diff have to say about a file, and the formats in which a CI takes it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/units.hpp"

namespace kvplan {

enum class Severity { note, warning, error };
[[nodiscard]] std::string_view name(Severity severity);

struct Finding {
  std::string rule;
  Severity severity = Severity::warning;
  std::string file;
  int line = 1;
  std::string text;
  std::optional<double> seconds = std::nullopt;  ///< the consequence as a time
  std::optional<Bytes> bytes = std::nullopt;     ///< or as memory
  std::string fix = {};
};

/// What stands behind a finding's rule.
struct FindingRule {
  std::string id;
  std::string summary;  ///< one sentence
  std::string source;   ///< where that is known from
};

/// One thing that was looked at: passed when it has no finding.
struct Case {
  std::string name;
  std::optional<Finding> finding = std::nullopt;
  bool skipped = false;  ///< the finding is accepted, or could not be judged: the text says which
};

/// SARIF 2.1.0 for one run of `tool`. Paths are relative to the folder it ran in; one that leads
/// out of it is given as its file name alone.
[[nodiscard]] std::string render_sarif(std::string_view tool, std::span<const Finding> findings,
                                       std::span<const FindingRule> rules);
/// GitHub's workflow commands: at most 10 errors, 10 warnings and 10 notices, which is what it
/// shows of one step; the last of a kind then says how many more there are.
[[nodiscard]] std::string render_github(std::span<const Finding> findings);
/// GitLab's code quality report.
[[nodiscard]] std::string render_gitlab(std::span<const Finding> findings);
[[nodiscard]] std::string render_junit(std::string_view suite, std::span<const Case> cases);
/// TAP 14.
[[nodiscard]] std::string render_tap(std::span<const Case> cases);
/// rule, severity, file, line, text, seconds, bytes, fix: with a head, by RFC 4180.
[[nodiscard]] std::string render_csv(std::span<const Finding> findings);

}  // namespace kvplan
