#include "kvplan/allocation.hpp"

#include "kvplan/family.hpp"

namespace kvplan {

Model read_model(const std::filesystem::path& path) {
  ModelConfig config = read_config(path);
  Architecture architecture = describe(config);
  return {std::move(config), std::move(architecture), std::nullopt, std::nullopt};
}

CachePlan plan_cache(const Model& model, const EngineOptions& options, const Platform& platform,
                     const EngineRules& rules) {
  CachePlan plan;
  plan.serving = resolve(model.architecture, options, platform, rules);
  plan.specs = cache_specs(model.architecture, model.draft ? &*model.draft : nullptr, plan.serving,
                           options, platform, rules);
  plan.groups = group(plan.specs, model.architecture, plan.serving, rules);
  return plan;
}

}  // namespace kvplan
