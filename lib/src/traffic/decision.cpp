#include "traffic/decision.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kvplan::traffic {
namespace {

double slope_between(const CurvePoint& from, const CurvePoint& to) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (from.throughput <= 0) return to.throughput > 0 ? infinity : 0;
  if (to.throughput <= 0) return -infinity;
  return std::log(to.throughput / from.throughput) / std::log(to.concurrency / from.concurrency);
}

/// How far a level lies above a line of the knee's slope: of all later levels the highest gains
/// most by doubling, if any does.
double height(const CurvePoint& point) {
  return std::log(std::max(point.throughput, 0.0)) - knee_slope * std::log(point.concurrency);
}

/// The first level after which no later one gains 10 % by doubling; the last level: growth goes on.
std::size_t knee_level(const std::vector<CurvePoint>& curve) {
  std::size_t knee = curve.size() - 1;
  std::size_t highest = knee;  // of the levels behind i
  for (std::size_t i = knee; i-- > 0;) {
    if (!(slope_between(curve[i], curve[highest]) >= knee_slope)) knee = i;
    if (height(curve[i]) > height(curve[highest])) highest = i;
  }
  return knee;
}

double needed_drop(const CurvePoint& top, const CurvePoint& low, NoiseKind noise) {
  constexpr double smallest = 0.01;
  constexpr double most_by_residuals = 0.10;
  const double three_errors = 3 * std::hypot(top.standard_error, low.standard_error);
  switch (noise) {
    case NoiseKind::assumed:
      return unknown_noise_drop;
    case NoiseKind::residuals:
      return std::clamp(three_errors, smallest, most_by_residuals);
    case NoiseKind::measured:
      return std::max(smallest, three_errors);
  }
  return unknown_noise_drop;
}

std::vector<std::pair<double, double>> pairs_of(const std::vector<CurvePoint>& curve) {
  std::vector<std::pair<double, double>> points;
  points.reserve(curve.size());
  for (const CurvePoint& point : curve) {
    points.emplace_back(point.concurrency, point.throughput);
  }
  return points;
}

/// 5 % points of F(1, n) for n = 2, 3, …; beyond the table its last value (on the safe side).
/// Source: any table of the F distribution.
constexpr std::array f_5_percent{18.51, 10.13, 7.71, 6.61, 5.99, 5.59, 5.32, 5.12, 4.96};

/// The curve needs its falling term: without it, it leaves significantly more, and its peak lies
/// inside the data.
bool bends_down(const std::vector<CurvePoint>& curve, const std::optional<UslFit>& fit) {
  if (!fit || fit->degrees_of_freedom < 2 || !fit->peak()) return false;
  if (*fit->peak() >= curve.back().concurrency) return false;
  const auto straight = fit_usl(pairs_of(curve), UslTerms::without_beta);
  if (!straight) return false;
  const auto count = static_cast<double>(curve.size());
  const double with = fit->relative_error * fit->relative_error * count;
  const double without = straight->relative_error * straight->relative_error * count;
  const auto row = std::min<std::size_t>(static_cast<std::size_t>(fit->degrees_of_freedom) - 2,
                                         f_5_percent.size() - 1);
  return without - with > f_5_percent[row] * with / fit->degrees_of_freedom;
}

/// The largest throughput, when a later level is below it by more than noise, or the whole curve
/// bends down inside the data.
std::optional<std::size_t> peak_level(const std::vector<CurvePoint>& curve, NoiseKind noise,
                                      const std::optional<UslFit>& fit) {
  const auto top = std::ranges::max_element(curve, {}, &CurvePoint::throughput);
  if (top == curve.begin() || top + 1 == curve.end() || top->throughput <= 0) return std::nullopt;
  // The deepest later level, not the next: a plateau may lie between.
  const auto low = std::ranges::min_element(top + 1, curve.end(), {}, &CurvePoint::throughput);
  // A plateau bends more sharply than the law can without β: so the data must fall as well.
  constexpr double visible = 0.03;
  const double drop = 1 - low->throughput / top->throughput;
  const bool falls = drop >= needed_drop(*top, *low, noise);
  if (!falls && !(drop >= visible && bends_down(curve, fit))) return std::nullopt;
  return static_cast<std::size_t>(top - curve.begin());
}

/// The curve's own value where it lies between the neighbours of the level, else the level.
double refined(const std::vector<CurvePoint>& curve, std::size_t level,
               const std::optional<double>& by_curve) {
  const double lowest = level > 0 ? curve[level - 1].concurrency : curve[level].concurrency;
  const double highest =
      level + 1 < curve.size() ? curve[level + 1].concurrency : curve[level].concurrency;
  const bool between = by_curve && *by_curve >= lowest && *by_curve <= highest;
  return between ? *by_curve : curve[level].concurrency;
}

/// A curve may speak for knee and peak when it is held by more data than it has parameters, and
/// describes them: 5 % is what a benchmark run of some minutes repeats to.
bool describes(const UslFit& fit) {
  constexpr double close = 0.05;
  return fit.degrees_of_freedom >= 2 && fit.relative_error <= close;
}

}  // namespace

Decision decide(const std::vector<CurvePoint>& curve, NoiseKind noise) {
  Decision decision;
  if (curve.empty()) return decision;
  decision.usl = fit_usl(pairs_of(curve));
  decision.cap_level = 0;
  if (curve.size() == 1) {
    decision.shape = Shape::one_level;
    return decision;
  }
  const std::size_t level = knee_level(curve);
  decision.cap_level = level;
  decision.shape = level == 0                  ? Shape::no_growth
                   : level + 1 == curve.size() ? Shape::grows
                                               : Shape::knee;
  decision.peak_level = peak_level(curve, noise, decision.usl);
  const bool trusted = decision.usl && describes(*decision.usl);
  const auto by_curve = [&](std::optional<double> value) { return trusted ? value : std::nullopt; };
  if (decision.peak_level) {
    decision.peak = refined(curve, *decision.peak_level,
                            by_curve(decision.usl ? decision.usl->peak() : std::nullopt));
  }
  if (decision.shape == Shape::knee) {
    decision.knee_level = level;
    decision.knee =
        refined(curve, level,
                by_curve(decision.usl ? decision.usl->where_slope_is(knee_slope) : std::nullopt));
    if (decision.peak) decision.knee = std::min(*decision.knee, *decision.peak);
  }
  return decision;
}

std::optional<double> interpolated(const std::vector<std::pair<double, double>>& curve,
                                   double concurrency) {
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const auto& [n, value] = curve[i];
    if (n == concurrency) return value;
    if (n < concurrency) continue;
    if (i == 0) return std::nullopt;
    const auto& [below, value_below] = curve[i - 1];
    const double share = std::log(concurrency / below) / std::log(n / below);
    return value_below + share * (value - value_below);
  }
  return std::nullopt;
}

}  // namespace kvplan::traffic
