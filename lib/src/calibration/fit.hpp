// Least squares over runs of one kind that vary an option.
#pragma once

#include <optional>
#include <span>

#include "kvplan/calibration.hpp"

namespace kvplan::calibration {

/// beside_cache = fixed + max_num_batched_tokens × per_batched_token + max_num_seqs × per_seq
struct Fit {
  double fixed = 0;
  std::optional<double> per_batched_token;  ///< nothing where the option did not vary
  std::optional<double> per_seq;
  std::optional<double> largest_residual;  ///< bytes; nothing where no run was to spare
  std::size_t runs = 0;
};

/// Nothing where no option varies, or the runs cannot tell the options apart.
[[nodiscard]] std::optional<Fit> fit(std::span<const CalibrationRun* const> runs);

/// A line of beside_cache over utilization, through runs that agree in all else.
struct Trend {
  double slope = 0;  ///< bytes for 1.00
  double least = 0;  ///< utilizations
  double most = 0;
  double largest_residual = 0;
  [[nodiscard]] double moved() const { return slope * (most - least); }
};

/// Nothing for less than three runs, or less than two utilizations.
[[nodiscard]] std::optional<Trend> over_utilization(std::span<const CalibrationRun* const> runs);

}  // namespace kvplan::calibration
