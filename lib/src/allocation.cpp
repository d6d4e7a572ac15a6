#include "kvplan/allocation.hpp"

#include "kvplan/error.hpp"
#include "kvplan/family.hpp"

namespace kvplan {

Model read_model(const std::filesystem::path& path) {
  ModelConfig config = read_config(path);
  Architecture architecture = describe(config);
  return {std::move(config), std::move(architecture), std::nullopt, std::nullopt};
}

namespace {

/// The embedding's rows, padded to 64, are divided over the ranks.
/// Source: vLLM 0.33, model_executor/layers/vocab_parallel_embedding.py.
void must_divide_vocabulary(const ConfigNode& text, std::int64_t ranks) {
  constexpr std::int64_t padding = 64;
  const auto rows =
      text.number_if_any("vocab_size") ? text.maybe_integer("vocab_size") : std::nullopt;
  if (ranks == 1 || !rows || round_up(*rows, padding) % ranks == 0) return;
  throw invalid(
      {"--tensor-parallel-size", ""},
      "a divisor of the " + std::to_string(round_up(*rows, padding)) + " rows of the vocabulary",
      std::to_string(ranks));
}

CachePlan ungrouped(const Model& model, const EngineOptions& options, const Platform& platform,
                    const EngineRules& rules) {
  CachePlan plan;
  plan.serving = resolve(model.architecture, options, platform, rules);
  plan.specs = cache_specs(model.architecture, model.draft ? &*model.draft : nullptr, plan.serving,
                           options, platform, rules);
  must_divide_vocabulary(model.config.text, plan.serving.tensor_parallel);
  return plan;
}

/// All that decides which layers share a block.
bool group_alike(const CachePlan& a, const CachePlan& b) {
  return a.serving.pipeline_parallel == b.serving.pipeline_parallel &&
         a.serving.hybrid_manager == b.serving.hybrid_manager && a.specs == b.specs;
}

}  // namespace

CachePlan plan_cache(const Model& model, const EngineOptions& options, const Platform& platform,
                     const EngineRules& rules) {
  CachePlan plan = ungrouped(model, options, platform, rules);
  plan.groups = group(plan.specs, model.architecture, plan.serving, rules);
  return plan;
}

CachePlan plan_cache(const Model& model, const EngineOptions& options, const Platform& platform,
                     const EngineRules& rules, const CachePlan& known) {
  CachePlan plan = ungrouped(model, options, platform, rules);
  if (!group_alike(plan, known)) {
    plan.groups = group(plan.specs, model.architecture, plan.serving, rules);
    return plan;
  }
  plan.groups = known.groups;
  plan.groups.max_in_flight_tokens = plan.serving.max_in_flight_tokens;
  plan.groups.decode_context_parallel = plan.serving.decode_context_parallel;
  return plan;
}

}  // namespace kvplan
