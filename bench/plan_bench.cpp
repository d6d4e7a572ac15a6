// How long a plan takes, step by step, from a model that is read already.
#include <benchmark/benchmark.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "kvplan/kvplan.hpp"

namespace {

using namespace kvplan;

const std::filesystem::path source_dir = KVPLAN_SOURCE_DIR;

Model shipped(const char* name) { return read_model(find_model(name, source_dir / "models")); }

void plan_cache_of(benchmark::State& state, const char* name) {
  const Model model = shipped(name);
  const Platform platform = platforms().front();
  const EngineRules rules = find_engine("").rules;
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan_cache(model, {}, platform, rules));
  }
}
BENCHMARK_CAPTURE(plan_cache_of, llama, "Meta-Llama-3.1-8B");
BENCHMARK_CAPTURE(plan_cache_of, qwen3_next, "Qwen3-Next-80B-A3B-Instruct");
BENCHMARK_CAPTURE(plan_cache_of, qwen4_exp, "Qwen3.8-Flash-Next-NVFP4");

void capacity_of(benchmark::State& state, const char* name) {
  const Model model = shipped(name);
  const EngineRules rules = find_engine("").rules;
  const CachePlan plan = plan_cache(model, {}, platforms().front(), rules);
  const std::vector<Bytes> available{20_GiB};
  for (auto _ : state) {
    benchmark::DoNotOptimize(capacity(plan.groups, available, plan.serving, {}, rules));
  }
}
BENCHMARK_CAPTURE(capacity_of, llama, "Meta-Llama-3.1-8B");
BENCHMARK_CAPTURE(capacity_of, qwen4_exp, "Qwen3.8-Flash-Next-NVFP4");

void batch_of_vectors(benchmark::State& state) {
  const auto folder = source_dir / "tests/golden/vllm-0.33";
  std::ifstream file(folder / "vectors.jsonl");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  const Batch batch(folder);
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(batch.answer(lines[next++ % lines.size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(batch_of_vectors);

}  // namespace
