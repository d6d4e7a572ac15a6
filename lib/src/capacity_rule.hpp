// capacity() of one cache plan for many pools: what does not depend on the memory is worked out
// once. A grid of utilizations asks millions of times.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kvplan/capacity.hpp"

namespace kvplan {

/// Refers to what it is made of.
class CapacityRule {
 public:
  CapacityRule(const CacheGroups& groups, const Serving& serving, const EngineOptions& options,
               const EngineRules& rules);

  /// As capacity() says.
  [[nodiscard]] Capacity at(std::span<const Bytes> available) const;

 private:
  /// What is asked of one pipeline stage that has caches.
  struct StageNeed {
    std::size_t stage;
    BytesPerBlock block;
    Bytes request;     ///< of full length
    Bytes null_block;  ///< where the release counts it in its fit check
  };
  struct StageAnswer;
  [[nodiscard]] StageAnswer ask(const StageNeed& need, std::span<const Bytes> available) const;

  const CacheGroups& groups_;
  const Serving& serving_;
  const EngineRules& rules_;
  std::optional<Blocks> given_blocks_;  // num_gpu_blocks_override, where the release heeds it
  std::vector<StageNeed> stages_;
  Blocks blocks_per_request_;  // of full length
};

}  // namespace kvplan
