// Step "recommend": which layout, why, and what would change the answer. Reasons are data; the
// words for people are made of the same numbers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kvplan/availability.hpp"
#include "kvplan/changes.hpp"
#include "kvplan/compare.hpp"
#include "kvplan/flips.hpp"
#include "kvplan/rule.hpp"
#include "kvplan/sensitivity.hpp"
#include "kvplan/speed.hpp"

namespace kvplan {

struct Reason {
  std::string rule;
  std::string text;
  std::vector<std::pair<std::string, Value>> values;
};

struct Action {
  std::string id;
  std::string text;
};

struct Recommendation {
  std::optional<std::size_t> layout;  ///< index into Report::layouts; nothing: none fits
  bool need_met = false;
  std::string decided_by;
  std::vector<Reason> reasons;
  std::vector<Action> actions;
  Certainty certainty;  ///< where a layout was found
  std::vector<Flip> flips;
  std::vector<Sensitivity> sensitivities;  ///< of the recommended layout
  std::vector<Speed> speeds;
  std::vector<Availability> availability;
  std::vector<CommonCause> common_causes;
  std::vector<Change> changes;  ///< empty when the need is met
};

/// The story's rule: a copy on each box where that meets the need; split only where it does not.
[[nodiscard]] Recommendation recommend(const PlanRequest& request,
                                       std::span<const LayoutPlan> layouts);

}  // namespace kvplan
