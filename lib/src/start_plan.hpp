// The start-up of a planned layout, box by box (startup.hpp), with the other engines of each box.
#pragma once

#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

[[nodiscard]] std::vector<StartUp> start_plan(const PlanRequest& request, const LayoutPlan& plan);

}  // namespace kvplan
