// Step "capacity": bytes for the cache → blocks, tokens, requests. What the engine prints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kvplan/groups.hpp"

namespace kvplan {

struct Capacity {
  bool fits = false;
  Tokens max_model_len;            ///< after auto-fit
  Blocks blocks_per_request;       ///< at the configured length
  Bytes bytes_for_one_request;     ///< on the stage that needs most
  Bytes min_available;             ///< with less, the engine does not start
  Bytes deficit;                   ///< min_available − available where that is above zero
  Tokens estimated_max_model_len;  ///< the longest request that would fit, at most max_model_len
  // Only where it fits:
  Blocks num_blocks;                       ///< the null block included, as the engine counts
  std::optional<Tokens> tokens;            ///< as printed; nothing for a model without a cache
  double max_concurrency = 0;              ///< at full precision
  std::int64_t full_context_requests = 0;  ///< whole requests: (num_blocks − null block) ÷ need
};

/// @param available  bytes for the cache on each pipeline stage (its poorest rank)
[[nodiscard]] Capacity capacity(const CacheGroups& groups, std::span<const Bytes> available,
                                const Serving& serving, const EngineOptions& options,
                                const EngineRules& rules);

}  // namespace kvplan
