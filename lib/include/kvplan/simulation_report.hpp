// What was simulated and what came out, for people, programs and spreadsheets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kvplan/simulate.hpp"

namespace kvplan {

struct SimulatedRun {
  Fleet fleet;
  SimulationResult result;
};

struct SimulationReport {
  std::string model;
  std::string arrivals;  ///< "2.00 requests a second, Poisson", "trace.csv (azure, 8,819 requests)"
  std::uint64_t seed = 1;
  std::vector<SimulatedRun> runs;
  std::vector<std::string> left_out;  ///< layouts that were not simulated, and why
  Measure measure = Measure::e2e_p95;
  /// Where a search was asked for: over `runs`, in their order.
  std::optional<ShareSearch> search;
};

[[nodiscard]] std::string render_simulation_text(const SimulationReport& report);
[[nodiscard]] std::string render_simulation_json(const SimulationReport& report);
/// The time series: a line for each run, copy and bin.
[[nodiscard]] std::string render_simulation_csv(const SimulationReport& report);

}  // namespace kvplan
