// What would make it fit: the cheapest changes after which the need is met, ranked by what they
// give up.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

/// A change that makes the plan meet its need, as flags to paste: one input at its smallest
/// step, or two where no single one is enough.
struct Change {
  std::string flag;
  std::string gives_up;
  std::string layout_id = {};  ///< what is recommended then
  int rank = 0;                ///< what is given up, from 0 (nothing) up
};

/// The cheapest first: another layout, memory of the box, precision of the cache, drafts,
/// requests at a time, length of the context.
[[nodiscard]] std::vector<Change> changes_that_fit(const PlanRequest& request,
                                                   std::span<const LayoutPlan> layouts);

}  // namespace kvplan
