#include "kvplan/allocation.hpp"

#include "kvplan/family.hpp"

namespace kvplan {

Model read_model(const std::filesystem::path& path) {
  ModelConfig config = read_config(path);
  Architecture architecture = describe(config);
  return {std::move(config), std::move(architecture), std::nullopt, std::nullopt};
}

namespace {

CachePlan ungrouped(const Model& model, const EngineOptions& options, const Platform& platform,
                    const EngineRules& rules) {
  CachePlan plan;
  plan.serving = resolve(model.architecture, options, platform, rules);
  plan.specs = cache_specs(model.architecture, model.draft ? &*model.draft : nullptr, plan.serving,
                           options, platform, rules);
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
