// Source: vllm.md D.6 to D.8.
#include "kvplan/capacity.hpp"

#include <algorithm>
#include <vector>

namespace kvplan {
namespace {

/// One pipeline stage: what a block costs there, and which groups have layers on it.
class Stage {
 public:
  Stage(const CacheGroups& groups, std::size_t index) : groups_(groups), index_(index) {}

  [[nodiscard]] BytesPerBlock bytes_per_block() const { return groups_.bytes_per_block[index_]; }
  [[nodiscard]] bool empty() const { return bytes_per_block().amount == Bytes{0}; }

  [[nodiscard]] Bytes bytes_for_request(Tokens length) const {
    Blocks need;
    for (const CacheGroup& group : groups_.groups) {
      if (group.by_stage[index_].amount == Bytes{0}) continue;
      need += blocks_for_request(group, length, groups_);
    }
    return need * bytes_per_block();
  }

  /// The longest request that `room` holds, at most `limit`; 0 when not even one token.
  [[nodiscard]] Tokens longest_request(Bytes room, Tokens limit) const {
    std::int64_t low = 0;
    std::int64_t high = limit.count();
    while (low < high) {
      const std::int64_t middle = high - (high - low) / 2;
      if (bytes_for_request(Tokens{middle}) <= room) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return Tokens{low};
  }

 private:
  const CacheGroups& groups_;
  std::size_t index_;
};

Tokens printed_tokens(const CacheGroups& groups, const Capacity& capacity, TokenRule rule) {
  TokensPerBlock smallest = groups.groups.front().block_size;
  for (const CacheGroup& group : groups.groups) smallest = std::min(smallest, group.block_size);
  switch (rule) {
    case TokenRule::blocks_times_block_size: return capacity.num_blocks * smallest;
    case TokenRule::blocks_per_group: {
      const auto count = static_cast<std::int64_t>(groups.groups.size());
      return groups.decode_context_parallel *
             (Blocks{capacity.num_blocks.count() / count} * smallest);
    }
    case TokenRule::concurrency_times_length: break;
  }
  const auto length = static_cast<double>(capacity.max_model_len.count());
  return Tokens{static_cast<std::int64_t>(capacity.max_concurrency * length)};
}

/// A model without a cache: the engine counts one block and prints no tokens.
Capacity without_cache(const Serving& serving) {
  Capacity result;
  result.fits = true;
  result.num_blocks = 1_blocks;
  result.max_model_len = serving.max_model_len;
  result.estimated_max_model_len = serving.max_model_len;
  return result;
}

}  // namespace

Capacity capacity(const CacheGroups& groups, std::span<const Bytes> available,
                  const Serving& serving, const EngineOptions& options, const EngineRules& rules) {
  if (groups.groups.empty()) return without_cache(serving);
  Capacity result;
  result.max_model_len = serving.max_model_len;
  result.estimated_max_model_len = serving.max_model_len;
  result.fits = true;
  std::optional<Blocks> fewest;
  for (std::size_t i = 0; i < groups.bytes_per_block.size(); ++i) {
    const Stage stage(groups, i);
    if (stage.empty()) continue;
    const BytesPerBlock block = stage.bytes_per_block();
    const Bytes pool = options.num_gpu_blocks_override
                           ? Blocks{*options.num_gpu_blocks_override} * block
                           : available[i];
    const Bytes null_block = rules.null_block_in_fit_check ? block.amount : Bytes{0};
    const Bytes need = stage.bytes_for_request(serving.max_model_len);
    // The estimate is of the memory at hand, whatever an override says.
    const Tokens longest = stage.longest_request(available[i] - null_block, serving.max_model_len);
    result.bytes_for_one_request = std::max(result.bytes_for_one_request, need);
    result.min_available = std::max(result.min_available, need + null_block);
    result.deficit = std::max(result.deficit, need + null_block - pool);
    result.estimated_max_model_len = std::min(result.estimated_max_model_len, longest);
    result.fits =
        result.fits && (serving.auto_fit ? longest > Tokens{0} : need + null_block <= pool);
    const Blocks blocks = blocks_in(pool, block);
    fewest = fewest ? std::min(*fewest, blocks) : blocks;
  }
  if (serving.auto_fit && result.fits) result.max_model_len = result.estimated_max_model_len;
  result.blocks_per_request = blocks_for_request(result.max_model_len, groups);
  if (!result.fits) return result;
  result.deficit = Bytes{0};
  result.num_blocks = fewest.value_or(Blocks{0});
  const auto need = static_cast<double>(result.blocks_per_request.count());
  result.max_concurrency = static_cast<double>(result.num_blocks.count()) / need;
  result.tokens = printed_tokens(groups, result, rules.tokens);
  result.full_context_requests =
      (result.num_blocks.count() - 1) / result.blocks_per_request.count();
  return result;
}

}  // namespace kvplan
