// The steps from a model and its options to the engine's printed numbers, in one call: resolve,
// shard, group, capacity. What batch answers, and what every layout of a plan is made of.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/capacity.hpp"
#include "kvplan/config.hpp"

namespace kvplan {

/// A model as read, with its draft where the speculative method has one of its own.
struct Model {
  ModelConfig config;
  Architecture architecture;
  std::optional<Architecture> draft;
  std::optional<ModelConfig> draft_config;
};

/// @throws Error as read_config and describe do
[[nodiscard]] Model read_model(const std::filesystem::path& path);

/// What does not depend on the memory at hand.
struct CachePlan {
  Serving serving;
  std::vector<LayerSpec> specs;
  CacheGroups groups;
};

[[nodiscard]] CachePlan plan_cache(const Model& model, const EngineOptions& options,
                                   const Platform& platform, const EngineRules& rules);
/// The same where the model's plan with other options, of the same release, is at hand: groups
/// that cannot differ are taken from it.
[[nodiscard]] CachePlan plan_cache(const Model& model, const EngineOptions& options,
                                   const Platform& platform, const EngineRules& rules,
                                   const CachePlan& known);

}  // namespace kvplan
