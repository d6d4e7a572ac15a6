// Step "recommend": which layout, why, and what would change the answer. Reasons are data; the
// words for people are made of the same numbers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

using Value = std::variant<std::int64_t, double, std::string>;

struct Reason {
  std::string rule;
  std::string text;
  std::vector<std::pair<std::string, Value>> values;
};

struct Action {
  std::string id;
  std::string text;
};

/// The first value of an input, all else equal, at which another layout is recommended.
struct Flip {
  std::string input;
  std::string type;  ///< "integer", "number", "string"
  Value from;        ///< the last value at which the present one is
  Value to;
  std::string layout;  ///< family, or "none"
};

/// The smallest single change that makes the plan meet its need, as a flag to paste.
struct Change {
  std::string flag;
  std::string gives_up;
};

struct Recommendation {
  std::optional<std::size_t> layout;  ///< index into Report::layouts; nothing: none fits
  bool need_met = false;
  std::string decided_by;
  std::vector<Reason> reasons;
  std::vector<Action> actions;
  std::vector<Flip> flips;
  std::vector<Change> changes;  ///< empty when the need is met
};

/// True when a layout starts, meets the need, and leaves the named services their memory.
[[nodiscard]] bool meets_need(const LayoutPlan& plan, const Need& need);

/// The story's rule: a copy on each box where that meets the need; split only where it does not.
[[nodiscard]] Recommendation recommend(const PlanRequest& request,
                                       std::span<const LayoutPlan> layouts);

}  // namespace kvplan
