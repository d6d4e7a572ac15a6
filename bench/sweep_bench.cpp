// Grids over a plan: utilization × context × cache dtype × sequences, one layout, taken in parts so
// that a grid of any size has the memory of one part.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "kvplan/kvplan.hpp"

namespace {

using namespace kvplan;

constexpr std::size_t points_at_once = 1U << 15U;

PlanRequest llama() {
  Question question;
  question.model = "Meta-Llama-3.1-8B";
  question.layout = "split";
  question.util = "0.74";
  return request_from(question, KVPLAN_SOURCE_DIR, nullptr);
}

/// So many points, 4 × 2 × 10 of them at each utilization.
Sweep grid(std::int64_t points) {
  constexpr std::int64_t at_each = 4 * 2 * 10;
  std::vector<std::string> shares;
  const std::int64_t count = points / at_each;
  for (std::int64_t i = 0; i < count; ++i) {
    shares.push_back(
        format_fixed(0.3 + 0.6 * static_cast<double>(i) / static_cast<double>(count), 8));
  }
  std::vector<std::string> sequences;
  for (int i = 1; i <= 10; ++i) sequences.push_back(std::to_string(16 * i));
  return Sweep(llama(), {{"util", shares},
                         {"max_model_len", {"8192", "32768", "65536", "131072"}},
                         {"kv_cache_dtype", {"fp8", "bfloat16"}},
                         {"max_num_seqs", sequences}});
}

template <class Part>
void whole_grid(benchmark::State& state, const Sweep& sweep, const Part& part) {
  for (auto _ : state) {
    for (std::size_t first = 0; first < sweep.points(); first += points_at_once) {
      benchmark::DoNotOptimize(part(first));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(sweep.points()));
  state.SetComplexityN(static_cast<std::int64_t>(sweep.points()));
}

void sweep_columns(benchmark::State& state) {
  const Sweep sweep = grid(state.range(0));
  const auto threads = static_cast<std::size_t>(state.range(1));
  whole_grid(state, sweep,
             [&](std::size_t first) { return sweep.at(first, points_at_once, threads); });
}
BENCHMARK(sweep_columns)
    ->ArgNames({"points", "threads"})
    ->Args({1'000'000, 1})
    ->Args({1'000'000, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// Up to ten million: linear in the points.
void sweep_by_points(benchmark::State& state) {
  const Sweep sweep = grid(state.range(0));
  whole_grid(state, sweep, [&](std::size_t first) { return sweep.at(first, points_at_once); });
}
BENCHMARK(sweep_by_points)
    ->RangeMultiplier(10)
    ->Range(100'000, 10'000'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

void sweep_csv(benchmark::State& state) {
  const Sweep sweep = grid(state.range(0));
  const SweepText text(sweep, SweepFormat::csv);
  whole_grid(state, sweep, [&](std::size_t first) { return text.lines(first, points_at_once); });
}
BENCHMARK(sweep_csv)->Arg(10'000'000)->UseRealTime()->Unit(benchmark::kMillisecond);

/// The formula alone over as many shares.
void sweep_plain_loop(benchmark::State& state) {
  constexpr std::int64_t total = 130'663'886'848;
  constexpr std::int64_t used = 20'582'916'096;
  constexpr std::int64_t block = 1'048'576;
  std::vector<std::int64_t> blocks(points_at_once);
  const std::int64_t points = state.range(0);
  for (auto _ : state) {
    for (std::int64_t i = 0; i < points; ++i) {
      const double share = 0.3 + 0.6 * static_cast<double>(i) / static_cast<double>(points);
      const auto budget = static_cast<std::int64_t>(share * static_cast<double>(total));
      blocks[static_cast<std::size_t>(i) % points_at_once] = (budget - used) / block;
    }
    benchmark::DoNotOptimize(blocks.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * points);
}
BENCHMARK(sweep_plain_loop)->Arg(1'000'000)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
