// The two charts of what a change does: cache against utilization, requests against their length.
#pragma once

#include "kvplan/capacity_report.hpp"
#include "render/svg_chart.hpp"

namespace kvplan::render {

[[nodiscard]] Chart utilization_chart(const CapacityReport& report);
[[nodiscard]] Chart length_chart(const CapacityReport& report);

}  // namespace kvplan::render
