// The recommendation in words and numbers: why this layout, what is given up, what to do. The
// words are made of the same numbers that stand beside them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kvplan/recommend.hpp"

namespace kvplan {

/// One layout against the need: "meets_need", "need_not_met" or "does_not_start".
[[nodiscard]] Reason capacity_reason(const LayoutPlan& plan, const Need& need);

/// What speaks for the chosen layout, the deciding row first.
[[nodiscard]] std::vector<Reason> reasons_for(const PlanRequest& request,
                                              std::span<const LayoutPlan> layouts,
                                              const LayoutPlan& chosen);

/// How sure that is, where the bands of what is not known reach another answer.
[[nodiscard]] Reason not_decided(const Certainty& certainty);

/// What the measured or estimated speeds say of the chosen layout; nothing without another.
[[nodiscard]] std::optional<Reason> speed_reason(std::span<const Speed> speeds,
                                                 const std::string& chosen);

/// The story's seven, in its order, with this plan's numbers.
[[nodiscard]] std::vector<Action> actions_for(const PlanRequest& request, const LayoutPlan& chosen);

/// The row of the table that decided.
[[nodiscard]] std::string deciding_row(const PlanRequest& request, const LayoutPlan& chosen,
                                       bool need_met);

}  // namespace kvplan
