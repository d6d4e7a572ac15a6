#include "calibration/fit.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <set>
#include <vector>

namespace kvplan::calibration {
namespace {

double batched(const CalibrationRun& run) {
  return static_cast<double>(run.max_num_batched_tokens->count());
}
double seqs(const CalibrationRun& run) { return static_cast<double>(*run.max_num_seqs); }

using Column = double (*)(const CalibrationRun&);

/// The options that every run says and that differ between them.
std::vector<Column> varying(std::span<const CalibrationRun* const> runs) {
  std::vector<Column> columns;
  std::set<std::int64_t> tokens;
  std::set<std::int64_t> sequences;
  bool all_tokens = true;
  bool all_sequences = true;
  for (const CalibrationRun* run : runs) {
    all_tokens = all_tokens && run->max_num_batched_tokens.has_value();
    all_sequences = all_sequences && run->max_num_seqs.has_value();
    if (run->max_num_batched_tokens) tokens.insert(run->max_num_batched_tokens->count());
    if (run->max_num_seqs) sequences.insert(*run->max_num_seqs);
  }
  if (all_tokens && tokens.size() > 1) columns.push_back(batched);
  if (all_sequences && sequences.size() > 1) columns.push_back(seqs);
  return columns;
}

}  // namespace

std::optional<Fit> fit(std::span<const CalibrationRun* const> runs) {
  const std::vector<Column> columns = varying(runs);
  const auto rows = static_cast<Eigen::Index>(runs.size());
  const auto unknowns = static_cast<Eigen::Index>(columns.size()) + 1;
  if (columns.empty() || rows < unknowns) return std::nullopt;
  Eigen::MatrixXd a(rows, unknowns);
  Eigen::VectorXd y(rows);
  for (Eigen::Index row = 0; row < rows; ++row) {
    const CalibrationRun& run = *runs[static_cast<std::size_t>(row)];
    a(row, 0) = 1;
    for (Eigen::Index column = 1; column < unknowns; ++column) {
      a(row, column) = columns[static_cast<std::size_t>(column - 1)](run);
    }
    y(row) = static_cast<double>(run.beside_cache->count());
  }
  const Eigen::VectorXd scale = a.cwiseAbs().colwise().maxCoeff().transpose();
  const Eigen::MatrixXd scaled = a * scale.cwiseInverse().asDiagonal();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(scaled);
  if (qr.rank() < unknowns) return std::nullopt;
  const Eigen::VectorXd x = qr.solve(y).cwiseQuotient(scale);
  Fit fit;
  fit.fixed = x(0);
  fit.runs = runs.size();
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const double slope = x(static_cast<Eigen::Index>(column) + 1);
    (columns[column] == batched ? fit.per_batched_token : fit.per_seq) = slope;
  }
  if (rows > unknowns) fit.largest_residual = (a * x - y).cwiseAbs().maxCoeff();
  return fit;
}

std::optional<Trend> over_utilization(std::span<const CalibrationRun* const> runs) {
  std::vector<const CalibrationRun*> known;
  for (const CalibrationRun* run : runs) {
    if (run->gpu_memory_utilization && run->beside_cache) known.push_back(run);
  }
  const auto rows = static_cast<Eigen::Index>(known.size());
  if (rows < 3) return std::nullopt;
  Eigen::VectorXd x(rows);
  Eigen::VectorXd y(rows);
  for (Eigen::Index row = 0; row < rows; ++row) {
    x(row) = *known[static_cast<std::size_t>(row)]->gpu_memory_utilization;
    y(row) = static_cast<double>(known[static_cast<std::size_t>(row)]->beside_cache->count());
  }
  Trend trend;
  trend.least = x.minCoeff();
  trend.most = x.maxCoeff();
  if (trend.most - trend.least < 0.005) return std::nullopt;
  Eigen::MatrixXd a(rows, 2);
  a.col(0).setOnes();
  a.col(1) = x;
  const Eigen::VectorXd line = a.colPivHouseholderQr().solve(y);
  trend.slope = line(1);
  trend.largest_residual = (a * line - y).cwiseAbs().maxCoeff();
  return trend;
}

}  // namespace kvplan::calibration
