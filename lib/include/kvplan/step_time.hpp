// How long one step of an engine takes, by what is in its batch. In whole picoseconds, so that a
// simulation adds up the same everywhere. Measured (calibrated from benchmarks) or computed (a
// roofline from the box and the model's weights).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kvplan/compare.hpp"
#include "kvplan/measurement.hpp"

namespace kvplan {

inline constexpr std::int64_t ps_per_second = 1'000'000'000'000;
/// The longest time that a simulation reckons with: 92 days of picoseconds stay in 63 bits.
inline constexpr std::int64_t longest_ps = std::int64_t{8'000'000} * ps_per_second;

/// What one step computes.
struct StepLoad {
  std::int64_t tokens = 0;             ///< of prompts and of answers
  std::int64_t decoding = 0;           ///< requests that generate
  std::int64_t context = 0;            ///< tokens whose cache those requests read
  std::int64_t prefill_attention = 0;  ///< Σ prompt tokens × tokens before them
  friend bool operator==(const StepLoad&, const StepLoad&) = default;
};

/// fixed + max(weights[tokens], per_token × tokens) + per_request × decoding +
/// per_context × context + per_attention × prefill_attention, all in picoseconds.
struct StepTime {
  std::int64_t fixed = 0;
  std::int64_t per_token = 0;
  std::int64_t per_request = 0;
  std::int64_t per_context = 0;
  std::int64_t per_attention = 0;
  /// Reading the weights for 0, 1, 2, … tokens; the last one stands for more. A mixture of experts
  /// reads more of them the more tokens there are.
  std::vector<std::int64_t> weights = {};
  std::string source = {};  ///< "calibrated: …", "roofline: …", "given"

  /// Saturates at longest_ps.
  [[nodiscard]] std::int64_t of(const StepLoad& load) const;
  friend bool operator==(const StepTime&, const StepTime&) = default;
};

/// One measured point: so many requests in flight all the time, the next begins as one ends.
struct ClosedLoopPoint {
  std::int64_t concurrency = 1;
  std::int64_t requests = 1;
  std::int64_t input_tokens = 1;   ///< of each request
  std::int64_t output_tokens = 1;  ///< of each request
  double duration_s = 0;
};

/// The points of a benchmark's runs; a run that does not say how many requests it had counts eight
/// for each in flight.
/// @throws Error (invalid) for a run that lacks its prompt's or answer's tokens or its throughput
[[nodiscard]] std::vector<ClosedLoopPoint> closed_loop_points(
    std::span<const Measurement> measurements);

/// What a roofline needs to know beside the plan.
struct Roofline {
  /// Prompt tokens a second of one copy where nothing else binds; 0: from the device's peak.
  double prefill_tokens_per_s = 0;
  /// Seconds of one all-reduce over boxes (below 0: the default).
  double all_reduce_s = -1;
};

/// What one rank of a layout reads and computes, at the box's bandwidth and peak.
/// @throws Error (unknown) where the box has no bandwidth or the model's tensors are not known
[[nodiscard]] StepTime roofline(const PlanRequest& request, const LayoutPlan& plan,
                                const Roofline& extra);

}  // namespace kvplan
