#include "traffic/resample.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace kvplan::traffic {
namespace {

constexpr int resamplings = 400;
constexpr std::uint64_t seed = 20261129;

/// std::normal_distribution differs between standard libraries; Box and Muller's does not.
class Normal {
 public:
  double next() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }
  std::mt19937_64 engine_{seed};
};

std::optional<Interval> interval(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(values.size() - 1)))];
  };
  return Interval{at(0.05), at(0.95)};
}

}  // namespace

Resampled resample(const std::vector<CurvePoint>& curve, const Decision& decision,
                   NoiseKind noise) {
  Resampled result;
  if (!decision.cap_level) return result;
  Normal normal;
  std::vector<double> knees, peaks, caps;
  int same = 0;
  for (int i = 0; i < resamplings; ++i) {
    std::vector<CurvePoint> drawn = curve;
    for (CurvePoint& point : drawn) {
      point.throughput =
          std::max(0.0, point.throughput * (1 + point.standard_error * normal.next()));
    }
    const Decision again = decide(drawn, noise);
    if (again.knee) knees.push_back(*again.knee);
    if (again.peak) peaks.push_back(*again.peak);
    caps.push_back(curve[*again.cap_level].concurrency);
    if (again.cap_level == decision.cap_level) ++same;
  }
  result.knee = interval(std::move(knees));
  result.peak = interval(std::move(peaks));
  result.cap = interval(std::move(caps));
  result.agreement = static_cast<double>(same) / resamplings;
  return result;
}

}  // namespace kvplan::traffic
