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

/// From a parsed model to what the engine prints.
CachePlan plan_and_capacity(const Model& model, const Platform& platform, const EngineRules& rules,
                            Bytes available) {
  CachePlan plan = plan_cache(model, {}, platform, rules);
  const std::vector<Bytes> pools{available};
  benchmark::DoNotOptimize(capacity(plan.groups, pools, plan.serving, {}, rules));
  return plan;
}

void one_plan(benchmark::State& state, const char* name) {
  const Model model = shipped(name);
  const EngineRules rules = find_engine("").rules;
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan_and_capacity(model, platforms().front(), rules, 20_GiB));
  }
}
BENCHMARK_CAPTURE(one_plan, llama, "Meta-Llama-3.1-8B");
BENCHMARK_CAPTURE(one_plan, qwen4_exp, "Qwen3.8-Flash-Next-NVFP4");

/// The same of a model with so many layers.
void one_plan_by_layers(benchmark::State& state) {
  Model model = shipped("Meta-Llama-3.1-8B");
  const Layer layer = model.architecture.layers.front();
  model.architecture.layers.assign(static_cast<std::size_t>(state.range(0)), layer);
  const EngineRules rules = find_engine("").rules;
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan_and_capacity(model, platforms().front(), rules, 20_GiB));
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(one_plan_by_layers)->RangeMultiplier(4)->Range(16, 1024)->Complexity(benchmark::oN);

/// What a spreadsheet does for Llama: no engine, no groups, no options, nothing checked.
struct PlainLayer {
  std::int64_t kv_heads = 8;
  std::int64_t head_dim = 128;
  std::int64_t bytes = 2;
};
std::int64_t plain_tokens(const std::vector<PlainLayer>& layers, std::int64_t available) {
  constexpr std::int64_t block_size = 16;
  std::int64_t block = 0;
  for (const PlainLayer& layer : layers) {
    block += 2 * layer.kv_heads * layer.head_dim * layer.bytes * block_size;
  }
  return available / block * block_size;
}

void one_plan_plain_loop(benchmark::State& state) {
  std::vector<PlainLayer> layers(32);
  for (auto _ : state) {
    benchmark::DoNotOptimize(layers.data());
    benchmark::DoNotOptimize(plain_tokens(layers, (20_GiB).count()));
  }
}
BENCHMARK(one_plan_plain_loop);

std::vector<std::string> vectors() {
  std::ifstream file(source_dir / "tests/golden/vllm-0.33/vectors.jsonl");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// The golden vectors again and again, as a stream of mixed questions about models that are known.
void batch(benchmark::State& state) {
  std::vector<std::string> lines;
  for (int i = 0; i < 10; ++i) {
    for (std::string& line : vectors()) lines.push_back(std::move(line));
  }
  const Batch batch(source_dir / "tests/golden/vllm-0.33");
  benchmark::DoNotOptimize(batch.answers(lines));
  for (auto _ : state) {
    benchmark::DoNotOptimize(batch.answers(lines, static_cast<std::size_t>(state.range(0))));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(lines.size()));
}
BENCHMARK(batch)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
