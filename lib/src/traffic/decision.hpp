// Knee, peak and cap of one curve by the definitions in traffic.hpp: pure, and run again for each
// resampling.
#pragma once

#include <optional>
#include <vector>

#include "kvplan/traffic.hpp"

namespace kvplan::traffic {

/// log2(1.10): a doubling of the requests in flight that adds 10 % of throughput.
inline constexpr double knee_slope = 0.13750352374993502;
/// A fall behind the peak that counts while noise is unknown.
inline constexpr double unknown_noise_drop = 0.05;

struct CurvePoint {
  double concurrency = 0;
  double throughput = 0;
  int repetitions = 1;
  double standard_error = 0;  ///< relative, of the mean
};

enum class Shape { none, one_level, no_growth, grows, knee };

struct Decision {
  Shape shape = Shape::none;
  std::optional<std::size_t> knee_level;
  std::optional<std::size_t> peak_level;
  std::optional<double> knee;
  std::optional<double> peak;
  std::optional<std::size_t> cap_level;  ///< without limits and ceilings
  std::optional<UslFit> usl;
};

/// Where the standard errors of a curve come from. What a fitted curve leaves holds noise and the
/// curve's own misfit alike, so it is trusted only up to a bound.
enum class NoiseKind { assumed, residuals, measured };

[[nodiscard]] Decision decide(const std::vector<CurvePoint>& curve, NoiseKind noise);

/// Linear in ln N between the levels; nothing outside them.
[[nodiscard]] std::optional<double> interpolated(
    const std::vector<std::pair<double, double>>& curve, double concurrency);

}  // namespace kvplan::traffic
