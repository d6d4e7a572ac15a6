// Which fleet is best, and where the answer changes.
#include <algorithm>
#include <array>
#include <limits>

#include "kvplan/error.hpp"
#include "kvplan/simulate.hpp"

namespace kvplan {

std::string_view name(Measure measure) {
  switch (measure) {
    case Measure::e2e_mean:
      return "e2e_mean";
    case Measure::e2e_p95:
      return "e2e_p95";
    case Measure::ttft_mean:
      return "ttft_mean";
    case Measure::ttft_p95:
      return "ttft_p95";
    case Measure::tpot_p95:
      return "tpot_p95";
    case Measure::duration:
      return "duration";
  }
  return "";
}

std::optional<double> measured(const SimulationResult& result, Measure measure) {
  constexpr double p95 = 0.95;
  const auto seconds = [](std::optional<double> ps) -> std::optional<double> {
    if (!ps) return std::nullopt;
    return *ps / static_cast<double>(ps_per_second);
  };
  switch (measure) {
    case Measure::e2e_mean:
      return seconds(result.latencies.e2e.mean());
    case Measure::e2e_p95:
      return seconds(result.latencies.e2e.at(p95));
    case Measure::ttft_mean:
      return seconds(result.latencies.ttft.mean());
    case Measure::ttft_p95:
      return seconds(result.latencies.ttft.at(p95));
    case Measure::tpot_p95:
      return seconds(result.latencies.tpot.at(p95));
    case Measure::duration:
      return result.duration_s;
  }
  return std::nullopt;
}

namespace {

class Search {
 public:
  Search(std::span<const Fleet> fleets, const Generator& generator, Measure measure,
         const SimulationOptions& options)
      : fleets_(fleets), generator_(generator), measure_(measure), options_(options) {}

  ShareRow at(double share) {
    generator_.long_share = share;
    ShareRow row;
    row.long_share = share;
    double best = std::numeric_limits<double>::infinity();
    std::int64_t fewest_lost = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < fleets_.size(); ++i) {
      const auto source = generate(generator_);
      const SimulationResult result = simulate(fleets_[i], *source, options_);
      row.values.push_back(measured(result, measure_));
      // Who answers more requests is better, whatever the time of those that it does answer.
      const std::int64_t lost = result.arrived - result.completed;
      const double value = row.values.back().value_or(std::numeric_limits<double>::infinity());
      if (lost < fewest_lost || (lost == fewest_lost && value < best)) {
        best = value;
        fewest_lost = lost;
        row.best = i;
      }
    }
    return row;
  }

 private:
  std::span<const Fleet> fleets_;
  Generator generator_;
  Measure measure_;
  SimulationOptions options_;
};

}  // namespace

ShareSearch search_long_share(std::span<const Fleet> fleets, const Generator& generator,
                              Measure measure, const SimulationOptions& options, double precision) {
  if (fleets.size() < 2) throw invalid({"--flip", ""}, "two layouts or more", "fewer");
  constexpr std::array coarse{0.0,  0.005, 0.01, 0.02, 0.04, 0.07, 0.1,
                              0.15, 0.2,   0.3,  0.5,  0.75, 1.0};
  Search search(fleets, generator, measure, options);
  ShareSearch result;
  for (const double share : coarse) result.rows.push_back(search.at(share));
  const std::vector<ShareRow> rows = result.rows;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    if (rows[i].best == rows[i + 1].best) continue;
    ShareRow low = rows[i];
    ShareRow high = rows[i + 1];
    while (high.long_share - low.long_share > precision) {
      ShareRow middle = search.at((low.long_share + high.long_share) / 2);
      result.rows.push_back(middle);
      (middle.best == low.best ? low : high) = std::move(middle);
    }
    result.flips.push_back({low.long_share, high.long_share, low.best, high.best});
  }
  std::ranges::sort(result.rows, {}, &ShareRow::long_share);
  return result;
}

}  // namespace kvplan
