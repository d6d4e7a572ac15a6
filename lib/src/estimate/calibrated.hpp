// A calibration (calibration.hpp) put in the place of what is assumed: of the whole figure for runs
// of the same model and options, of the device's own part for runs of another model.
#pragma once

#include <vector>

#include "kvplan/calibration.hpp"
#include "kvplan/estimate.hpp"

namespace kvplan::estimate {

/// @param weights  of the rank, as the plan has them: a run says what lies beside the cache in all
[[nodiscard]] Estimate calibrated(Estimate assumed, const Calibration& known,
                                  const PlannedStart& start, const Band& weights, bool unified);

/// A box with the memory that the engine itself printed, and what was measured outside its budget.
/// A total that differs by more than a twentieth is another box's and is left.
[[nodiscard]] Box calibrated(Box box, const Calibration& known);

}  // namespace kvplan::estimate
