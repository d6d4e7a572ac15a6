// A plan as one keeps it beside a deployment (`kvplan.lock.json`), and what a change does to it.
// Sorted, without times: the same plan is the same bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/finding.hpp"
#include "kvplan/question.hpp"
#include "kvplan/report.hpp"

namespace kvplan {

struct Lock {
  std::string kvplan_version;
  std::string engine;                         ///< rules that were used: "vllm 0.33"
  std::map<std::string, std::string> inputs;  ///< the question as given, and the model's digest
  std::string recommended;                    ///< layout id, or "none"
  /// By layout id, then by the plan's own field names: num_blocks, kv_cache_tokens,
  /// full_context_requests, largest_request_tokens, left_for_others_bytes (the least of the boxes),
  /// shortfall_bytes (the most), weights_bytes, available_kv_bytes. What does not fit has no cache.
  std::map<std::string, std::map<std::string, std::int64_t>> layouts;
  std::map<std::string, std::string> sources;  ///< of the ledger's rows
  friend bool operator==(const Lock&, const Lock&) = default;
};

[[nodiscard]] Lock lock_of(const Question& question, const Report& report);
/// The question that a lock's plan answered.
[[nodiscard]] Question question_of(const Lock& lock);

[[nodiscard]] std::string write_lock(const Lock& lock);
/// @throws Error (invalid) when it cannot be read or is none
[[nodiscard]] Lock read_lock(const std::filesystem::path& file);

/// What moved a number: another question, or the same one under other rules.
enum class Cause { input, rules };
[[nodiscard]] std::string_view name(Cause cause);

struct Moved {
  std::string layout;
  std::string field;
  std::optional<std::int64_t> from;  ///< nothing: the layout was not there, or had no cache
  std::optional<std::int64_t> to;
  Cause cause = Cause::input;
  bool regression = false;  ///< of the layout that was recommended, beyond what is allowed
};

struct ChangedInput {
  std::string name;
  std::string from;  ///< "": not given
  std::string to;
};

struct Difference {
  Lock before;
  Lock after;
  std::vector<ChangedInput> inputs;
  std::vector<Moved> moved;
  bool layout_changed = false;
  [[nodiscard]] bool regressed() const;
};

/// @param replayed  the locked question planned today: what differs from `before` is due to rules,
///                  the rest to the inputs; nothing where it cannot be planned any more
/// @param allowed   share of a number that may be lost: 0.05 for 5 %
[[nodiscard]] Difference difference(const Lock& before, const std::optional<Lock>& replayed,
                                    const Lock& after, double allowed);

[[nodiscard]] std::string render_text(const Difference& difference, bool colour);
[[nodiscard]] std::string render_json(const Difference& difference);
/// A table fit for a pull request.
[[nodiscard]] std::string render_markdown(const Difference& difference);
[[nodiscard]] std::string render_html(const Difference& difference);
/// layout, field, from, to, cause, regression: with a head, by RFC 4180.
[[nodiscard]] std::string render_csv(const Difference& difference);
/// What moved as a test suite on the lock's file: less than is allowed fails, other changes are
/// skipped with their text.
[[nodiscard]] std::vector<Case> cases_of(const Difference& difference, const std::string& file);
[[nodiscard]] std::vector<FindingRule> difference_rules();

}  // namespace kvplan
