#include "kvplan/step_time.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Dense>

#include "checked.hpp"
#include "kvplan/error.hpp"
#include "kvplan/simulate.hpp"

namespace kvplan {

std::int64_t StepTime::of(const StepLoad& load) const {
  __extension__ using Wide = __int128;
  std::int64_t read = 0;
  if (!weights.empty()) {
    const auto last = static_cast<std::int64_t>(weights.size()) - 1;
    read = weights[static_cast<std::size_t>(std::min(load.tokens, last))];
  }
  const Wide compute = Wide{per_token} * load.tokens;
  const Wide sum = Wide{fixed} + std::max(Wide{read}, compute) + Wide{per_request} * load.decoding +
                   Wide{per_context} * load.context + Wide{per_attention} * load.prefill_attention;
  return sum > longest_ps ? longest_ps : static_cast<std::int64_t>(sum);
}

namespace {

std::int64_t whole(double value) {
  constexpr double most = 1e9;
  if (!(value > 1)) return 1;
  return static_cast<std::int64_t>(std::floor(std::min(value, most) + 0.5));
}

/// A row of the least squares: what a closed loop computes, whatever its steps take. In a closed
/// loop without pauses the order of events does not depend on how long the steps are.
struct Work {
  double steps = 0;
  double prefill_tokens = 0;
  double decode_tokens = 0;
  double context = 0;
};

double seconds_of_unit(const SimulatedEngine& engine, const ClosedLoopPoint& point,
                       const StepTime& unit) {
  Fleet fleet;
  fleet.name = "calibration";
  fleet.copies = {engine};
  fleet.copies.front().step = unit;
  Generator generator;
  generator.rate = 0;
  generator.clients = point.concurrency;
  generator.requests = point.requests;
  generator.in = {.mean = static_cast<double>(point.input_tokens)};
  generator.out = {.mean = static_cast<double>(point.output_tokens)};
  const auto source = generate(generator);
  return simulate(fleet, *source, {}).duration_s;
}

Work work_of(const SimulatedEngine& engine, const ClosedLoopPoint& point) {
  // Each term alone takes a nanosecond; steps of no length take at least a picosecond.
  constexpr std::int64_t unit = 1'000;
  const double scale = static_cast<double>(ps_per_second) / static_cast<double>(unit);
  Work work;
  work.steps = seconds_of_unit(engine, point, {.fixed = unit}) * scale;
  const double tokens = seconds_of_unit(engine, point, {.per_token = unit}) * scale;
  work.decode_tokens = seconds_of_unit(engine, point, {.fixed = 1, .per_request = unit}) * scale;
  work.context = seconds_of_unit(engine, point, {.fixed = 1, .per_context = unit}) * scale;
  work.prefill_tokens = tokens - work.decode_tokens;
  return work;
}

/// Least squares over the terms that `used` names; nothing where one comes out below zero.
std::optional<std::pair<Eigen::VectorXd, double>> fit_of(const Eigen::MatrixXd& rows,
                                                         unsigned used) {
  std::vector<Eigen::Index> columns;
  for (Eigen::Index i = 0; i < rows.cols(); ++i) {
    if ((used >> static_cast<unsigned>(i) & 1U) != 0) columns.push_back(i);
  }
  const Eigen::MatrixXd part = rows(Eigen::all, columns);
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(rows.rows());
  const Eigen::VectorXd solution = part.colPivHouseholderQr().solve(ones);
  if ((solution.array() < 0).any() || !solution.allFinite()) return std::nullopt;
  Eigen::VectorXd all = Eigen::VectorXd::Zero(rows.cols());
  for (std::size_t i = 0; i < columns.size(); ++i)
    all(columns[i]) = solution(static_cast<Eigen::Index>(i));
  return std::pair{all, (part * solution - ones).squaredNorm()};
}

Error unexplained(const char* found) {
  return invalid({"--benchmark", ""}, "points that a step time explains", found);
}

std::int64_t in_ps(double s) {
  const auto ps = nearest(s * static_cast<double>(ps_per_second));
  if (!ps) throw unexplained("steps of months");
  return *ps;
}

}  // namespace

std::vector<ClosedLoopPoint> closed_loop_points(std::span<const Measurement> measurements) {
  std::vector<ClosedLoopPoint> points;
  for (const Measurement& one : measurements) {
    const auto need = [&](bool known, const char* field) {
      if (!known) throw invalid({one.file, one.place}, field, "none");
    };
    need(one.concurrency >= 1 && one.concurrency <= 1e6, "requests in flight, 1 or more");
    need(one.prompt_tokens.value_or(-1) >= 0, "prompt tokens of a request");
    need(one.output_tokens.has_value() && *one.output_tokens > 0, "output tokens of a request");
    need(one.output_tok_s.has_value() || one.req_s.has_value(), "a throughput");
    ClosedLoopPoint point;
    point.concurrency = whole(one.concurrency);
    point.requests =
        std::min<std::int64_t>(whole(one.requests.value_or(8 * one.concurrency)), 10'000);
    point.input_tokens = whole(*one.prompt_tokens);
    point.output_tokens = whole(*one.output_tokens);
    const double rate = one.output_tok_s ? *one.output_tok_s / *one.output_tokens : *one.req_s;
    need(rate > 0 && std::isfinite(rate), "a throughput above 0");
    point.duration_s = static_cast<double>(point.requests) / rate;
    points.push_back(point);
  }
  return points;
}

StepTime calibrated(const SimulatedEngine& engine, std::span<const ClosedLoopPoint> points) {
  if (points.empty()) throw invalid({"--benchmark", ""}, "a measured point", "none");
  constexpr Eigen::Index terms = 4;
  const auto count = static_cast<Eigen::Index>(points.size());
  Eigen::MatrixXd rows(count, terms);
  for (Eigen::Index i = 0; i < count; ++i) {
    const ClosedLoopPoint& point = points[static_cast<std::size_t>(i)];
    const Work work = work_of(engine, point);
    // Divided by the measured time: relative errors are what counts.
    rows.row(i) << work.steps, work.prefill_tokens + work.decode_tokens, work.decode_tokens,
        work.context;
    rows.row(i) /= point.duration_s;
  }
  // Fewer terms than points, and none that only follows the noise: with few points, the first ones.
  const unsigned all = 1U << static_cast<unsigned>(std::min<Eigen::Index>(terms, count));
  std::optional<std::pair<Eigen::VectorXd, double>> best;
  for (unsigned used = 1; used < all; ++used) {
    auto fit = fit_of(rows, used);
    if (fit && (!best || fit->second < best->second)) best = std::move(fit);
  }
  if (!best) throw unexplained("others");
  StepTime step;
  step.fixed = in_ps(best->first(0));
  step.per_token = in_ps(best->first(1));
  step.per_request = in_ps(best->first(2));
  step.per_context = in_ps(best->first(3));
  const double error = std::sqrt(best->second / static_cast<double>(count));
  step.source = "calibrated: " + std::to_string(points.size()) +
                " measured points, each met within " + format_fixed(100 * error, 1) +
                " % (root mean square)";
  return step;
}

}  // namespace kvplan
