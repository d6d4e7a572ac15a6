// A traffic report as charts, one a class: for a file of its own and for the capacity report.
#pragma once

#include <vector>

#include "kvplan/traffic.hpp"
#include "render/svg_chart.hpp"

namespace kvplan::render {

/// What stands under a class's chart.
[[nodiscard]] std::string traffic_caption(const TrafficClass& traffic);
[[nodiscard]] std::vector<Chart> traffic_charts(const TrafficReport& report);

}  // namespace kvplan::render
