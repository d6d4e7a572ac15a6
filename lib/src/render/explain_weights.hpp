// The chapter of `kvplan explain` on weights: the tensors that add up to the number of the plan.
#pragma once

#include <string>
#include <vector>

#include "kvplan/report.hpp"

namespace kvplan::render {

/// Lines without indentation: the table of the files where there are any, else of the config's
/// formula; what stays unquantized and why; what is not loaded onto the device.
[[nodiscard]] std::vector<std::string> explained_weights(const Report& report,
                                                         const LayoutPlan& plan);

}  // namespace kvplan::render
