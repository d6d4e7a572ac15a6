// The gate before a deployment: a policy's limits against a plan.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kvplan/finding.hpp"
#include "kvplan/policy.hpp"
#include "kvplan/policy_files.hpp"
#include "kvplan/report.hpp"

namespace kvplan {

enum class Verdict { pass, fail, unjudged };
[[nodiscard]] std::string_view name(Verdict verdict);

/// Counts, bytes (min_headroom), a word, or a list of words.
using LimitValue = std::variant<std::int64_t, std::string, std::vector<std::string>>;

enum class LimitState {
  met,
  missed,
  ignored,   ///< missed, and the policy says why that is accepted until a day
  unjudged,  ///< a figure is only assumed where a measured one was asked for
};

[[nodiscard]] std::string_view name(LimitState state);

struct LimitResult {
  std::string id;  ///< its name in the policy
  LimitState state = LimitState::met;
  LimitValue required;
  std::optional<LimitValue> found = std::nullopt;  ///< nothing: cannot be known
  PolicyPlace place = {};
  std::string text = {};  ///< one sentence for people
  std::optional<std::string> smallest_change =
      std::nullopt;  ///< what would meet it; nothing where met
  /// Where that change is to be made: the line of the input in the policy, or of the option in the
  /// file that starts the engine; nothing where it stands in neither.
  std::optional<PolicyPlace> change_place = std::nullopt;
  [[nodiscard]] bool met() const { return state == LimitState::met; }
};

struct Check {
  Policy policy;
  Report report;
  std::vector<LimitResult> limits;
  /// In the deployment's files, each at its own line: lint's, and where a file says another thing
  /// than the policy (rule "policy-differs"). Without those that are ignored.
  std::vector<Finding> findings;
  std::vector<std::string> notes;  ///< ignores that are over, or that nothing needs
  /// fail where a limit is missed; else unjudged where one is.
  [[nodiscard]] Verdict verdict() const;
  /// 0, 1 or 4 by the contract.
  [[nodiscard]] int exit_code() const;
};

/// The request with the policy's limits as its need: the recommended layout is the one that is
/// judged.
[[nodiscard]] PlanRequest with_limits(PlanRequest request, const PolicyLimits& limits);

/// The policy's limits, where a need or a headroom was given beside it with that one in its place.
[[nodiscard]] PolicyLimits limits_with(PolicyLimits limits, const Question& given);

/// @param today  "2026-11-29": an ignore counts until its day
/// @param files  what the deployment's files say
/// @throws Error as plan()
[[nodiscard]] Check check(const Policy& policy, const PlanRequest& request,
                          const std::string& today, const PolicyFiles& files = {});
/// The same from the policy's own files.
/// @param given     options beside the policy, which win over it and over its files
/// @param data_dir  the folder with models/ and boxes/
/// @throws Error as plan() and read_policy_files()
[[nodiscard]] Check check(const Policy& policy, const Question& given,
                          const std::filesystem::path& data_dir, const std::string& today);

/// The limits as a test suite: a missed one fails, an ignored or unjudged one is skipped.
[[nodiscard]] std::vector<Case> cases_of(const Check& check);
/// Every finding: of the limits at their lines in the policy, and those of the files.
[[nodiscard]] std::vector<Finding> findings_of(const Check& check);
/// What each limit asks for and what each rule says, as the rules of a SARIF report.
[[nodiscard]] std::vector<FindingRule> limit_rules();
/// "PASS: 6 limits met", "FAIL: 2 of 6 limits missed".
[[nodiscard]] std::string headline(const Check& check);

/// Text for a terminal; JSON by the contract; a Markdown table for a job's summary; a page that
/// stands alone.
[[nodiscard]] std::string render_text(const Check& check, bool colour);
[[nodiscard]] std::string render_json(const Check& check);
[[nodiscard]] std::string render_markdown(const Check& check);
[[nodiscard]] std::string render_html(const Check& check);

}  // namespace kvplan
