// How sure knee, peak and cap are: the decision taken again on curves that noise could have made.
#pragma once

#include "traffic/decision.hpp"

namespace kvplan::traffic {

struct Interval {
  double low = 0;
  double high = 0;
};

struct Resampled {
  std::optional<Interval> knee;  ///< 5 to 95 % of the resamplings that have one
  std::optional<Interval> peak;
  std::optional<Interval> cap;
  double agreement = 0;  ///< share whose cap is the same level
};

/// 400 parametric resamplings with a fixed seed: each level's throughput times 1 + error × a
/// normal number. The same input gives the same bytes on every machine.
[[nodiscard]] Resampled resample(const std::vector<CurvePoint>& curve, const Decision& decision,
                                 NoiseKind noise);

}  // namespace kvplan::traffic
