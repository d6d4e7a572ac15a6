// Step "group": layers that share a block table. All groups draw block ids from one pool, and a
// block id costs as many bytes as the widest group needs:
//
//   block id 7  |KKKK|KKKK|KKKK|   group 0: 3 attention layers, one page each
//   block id 8  |SSSS|SSSS|SSSS|   group 1: 3 state layers, padded to the same page
//   block id 9  |SSSS|SSSS|    |   group 2: 2 state layers; the third page is waste
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kvplan/cache_spec.hpp"

namespace kvplan {

struct CacheGroup {
  std::vector<CacheSpec> specs;              ///< the distinct ones, in order of appearance
  std::vector<std::int64_t> layers_by_spec;  ///< how many layers have each
  std::int64_t layers = 0;
  TokensPerBlock block_size;
  BytesPerBlock page;  ///< as vLLM reports it: of one layer, or of all if they differ
  std::vector<BytesPerBlock> by_stage;  ///< all pages of the group, on each pipeline stage
};

struct CacheGroups {
  std::vector<CacheGroup> groups;
  std::vector<BytesPerBlock> bytes_per_block;  ///< one block id, on each pipeline stage
  /// The same as the fit check counts it, where that differs; else empty.
  std::vector<BytesPerBlock> checked_bytes_per_block;
  /// Layers by equal specs, under NeedRule::each_layer; else empty.
  std::vector<CacheGroup> checked_layers;
  Tokens max_in_flight_tokens;
  std::int64_t decode_context_parallel = 1;
};

/// @throws Error (invalid) where vLLM refuses to group
[[nodiscard]] CacheGroups group(std::span<const LayerSpec> layers, const Architecture& model,
                                const Serving& serving, const EngineRules& rules);

/// The block size that the engine ends with: the smallest over groups that take part in prefix
/// caching; 0 without a cache.
[[nodiscard]] TokensPerBlock final_block_size(const CacheGroups& groups);

/// Blocks that one request of `length` tokens holds in a group. Windows count the tokens in
/// flight, and one block more, for a window may start inside a block.
[[nodiscard]] Blocks blocks_for_request(const CacheGroup& group, Tokens length,
                                        const CacheGroups& groups);
/// The same over all groups.
[[nodiscard]] Blocks blocks_for_request(Tokens length, const CacheGroups& groups);

}  // namespace kvplan
