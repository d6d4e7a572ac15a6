// The curves: constrained least squares by Eigen.
//
// With y = N/X the law is linear in its coefficients: y = a + a·α(N−1) + a·β·N(N−1), a = 1/λ. All
// three must not be negative. Three variables have few active sets, so the exact optimum is the
// best feasible one of them; there is no iteration that could stop early.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>

#include "kvplan/traffic.hpp"

namespace kvplan {
namespace {

using Points = std::vector<std::pair<double, double>>;

std::size_t distinct_levels(const Points& points) {
  std::set<double> levels;
  for (const auto& [concurrency, value] : points) levels.insert(concurrency);
  return levels.size();
}

struct Solution {
  Eigen::VectorXd coefficients;
  double squares = 0;
  int free = 0;
};

/// Every subset of the columns is tried, the smaller first.
std::optional<Solution> non_negative(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& target) {
  const Eigen::Index columns = matrix.cols();
  std::optional<Solution> best;
  for (unsigned subset = 1; subset < (1U << columns); ++subset) {
    std::vector<Eigen::Index> used;
    for (Eigen::Index c = 0; c < columns; ++c) {
      if ((subset >> c) & 1U) used.push_back(c);
    }
    if (static_cast<Eigen::Index>(used.size()) > matrix.rows()) continue;
    const Eigen::MatrixXd part = matrix(Eigen::all, used);
    const Eigen::VectorXd solved = part.colPivHouseholderQr().solve(target);
    if (!solved.allFinite() || solved.minCoeff() < 0) continue;
    const double squares = (part * solved - target).squaredNorm();
    // A further term must earn its place: equal fits take the fewer parameters.
    if (best && squares > best->squares * (1 - 1e-9) - 1e-24) continue;
    best = Solution{Eigen::VectorXd::Zero(columns), squares, static_cast<int>(used.size())};
    for (std::size_t i = 0; i < used.size(); ++i) {
      best->coefficients[used[i]] = solved[static_cast<Eigen::Index>(i)];
    }
  }
  return best;
}

double relative_rms(const Points& points, const auto& curve) {
  double squares = 0;
  for (const auto& [concurrency, value] : points) {
    const double predicted = curve(concurrency);
    const double error = predicted > 0 ? value / predicted - 1 : 1;
    squares += error * error;
  }
  return std::sqrt(squares / static_cast<double>(points.size()));
}

/// A row for each point, divided by its target, so that relative errors count alike.
Eigen::MatrixXd weighted_rows(const Points& points, const auto& row) {
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(points.size()), row(1.0).size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    matrix.row(static_cast<Eigen::Index>(i)) = row(points[i].first) / points[i].second;
  }
  return matrix;
}

}  // namespace

double UslFit::at(double n) const {
  return lambda * n / (1 + alpha * (n - 1) + beta * n * (n - 1));
}

std::optional<double> UslFit::peak() const {
  if (beta <= 0 || alpha >= 1) return std::nullopt;
  return std::sqrt((1 - alpha) / beta);
}

std::optional<double> UslFit::where_slope_is(double slope) const {
  // d ln X / d ln N = 1 − N(α + β(2N−1)) / (1 + α(N−1) + βN(N−1)) = s is a quadratic in N:
  // β(1 + s)N² + s(α − β)N − (1 − s)(1 − α) = 0.
  const double a = beta * (1 + slope);
  const double b = slope * (alpha - beta);
  const double c = -(1 - slope) * (1 - alpha);
  if (a <= 0) {
    if (b <= 0 || c >= 0) return std::nullopt;
    return -c / b;
  }
  const double root = b * b - 4 * a * c;
  if (root < 0) return std::nullopt;
  const double n = (-b + std::sqrt(root)) / (2 * a);
  return n > 0 ? std::optional(n) : std::nullopt;
}

std::optional<UslFit> fit_usl(const Points& given, UslTerms terms) {
  Points points;
  for (const auto& [n, x] : given) {
    if (n > 0 && x > 0) points.emplace_back(n, n / x);
  }
  const std::size_t levels = distinct_levels(points);
  if (levels < 2) return std::nullopt;
  const Eigen::Index columns = levels == 2 || terms == UslTerms::without_beta ? 2 : 3;
  const Eigen::MatrixXd matrix = weighted_rows(points, [&](double n) -> Eigen::RowVectorXd {
    return Eigen::RowVector3d(1, n - 1, n * (n - 1)).head(columns);
  });
  const auto solved =
      non_negative(matrix, Eigen::VectorXd::Ones(static_cast<Eigen::Index>(points.size())));
  if (!solved || solved->coefficients[0] <= 0) return std::nullopt;
  UslFit fit;
  fit.lambda = 1 / solved->coefficients[0];
  fit.alpha = solved->coefficients[1] * fit.lambda;
  fit.beta = columns == 3 ? solved->coefficients[2] * fit.lambda : 0;
  fit.free_parameters = solved->free;
  fit.degrees_of_freedom = static_cast<int>(points.size()) - solved->free;
  Points measured;
  for (const auto& [n, y] : points) measured.emplace_back(n, n / y);
  fit.relative_error = relative_rms(measured, [&](double n) { return fit.at(n); });
  return fit;
}

std::optional<PiecewiseFit> fit_piecewise(const Points& points) {
  std::set<double> levels;
  for (const auto& [n, x] : points) levels.insert(n);
  if (levels.size() < 4) return std::nullopt;
  std::optional<PiecewiseFit> best;
  constexpr int steps = 200;
  const double first = *std::next(levels.begin());
  const double last = *std::prev(levels.end(), 2);
  for (int step = 0; step <= steps; ++step) {
    const double at = first * std::pow(last / first, static_cast<double>(step) / steps);
    Points positive;
    std::ranges::copy_if(points, std::back_inserter(positive),
                         [](const auto& point) { return point.second > 0; });
    const Eigen::MatrixXd matrix = weighted_rows(positive, [&](double n) -> Eigen::RowVectorXd {
      return Eigen::RowVector3d(1, std::min(n, at), std::max(0.0, n - at));
    });
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(matrix.rows());
    const Eigen::Vector3d line = matrix.colPivHouseholderQr().solve(ones);
    if (!line.allFinite() || line[2] >= line[1]) continue;
    const double error =
        std::sqrt((matrix * line - ones).squaredNorm() / static_cast<double>(positive.size()));
    if (best && error >= best->relative_error) continue;
    // Four parameters: the breakpoint is one of them.
    best = PiecewiseFit{.breakpoint = at,
                        .slope_before = line[1],
                        .slope_after = line[2],
                        .degrees_of_freedom = static_cast<int>(positive.size()) - 4,
                        .relative_error = error};
  }
  return best;
}

std::optional<LatencyFit> fit_latency(const Points& points) {
  if (distinct_levels(points) < 3) return std::nullopt;
  for (const auto& [n, seconds] : points) {
    if (!(seconds > 0)) return std::nullopt;
  }
  const Eigen::MatrixXd matrix = weighted_rows(
      points, [](double n) -> Eigen::RowVectorXd { return Eigen::RowVector2d(1, n); });
  const auto solved = non_negative(matrix, Eigen::VectorXd::Ones(matrix.rows()));
  if (!solved) return std::nullopt;
  return LatencyFit{.base_s = solved->coefficients[0],
                    .per_request_s = solved->coefficients[1],
                    .degrees_of_freedom = static_cast<int>(points.size()) - solved->free};
}

std::vector<double> isotonic(const std::vector<double>& values) {
  struct Block {
    double sum;
    std::size_t count;
    [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Block> blocks;
  for (const double value : values) {
    blocks.push_back({value, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().count += last.count;
    }
  }
  std::vector<double> fitted;
  for (const Block& block : blocks) fitted.insert(fitted.end(), block.count, block.mean());
  return fitted;
}

}  // namespace kvplan
