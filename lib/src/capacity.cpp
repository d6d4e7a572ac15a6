// Source: vllm.md D.6 to D.8.
#include "kvplan/capacity.hpp"

#include <algorithm>
#include <vector>

namespace kvplan {
namespace {

/// One pipeline stage: what a block costs there, and what the fit check asks of it.
class Stage {
 public:
  Stage(const CacheGroups& groups, std::size_t index, const EngineRules& rules)
      : groups_(groups), index_(index), rules_(rules) {}

  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] BytesPerBlock bytes_per_block() const { return groups_.bytes_per_block[index_]; }
  [[nodiscard]] bool empty() const { return bytes_per_block().amount == Bytes{0}; }

  /// What the fit check asks for a request of `length` tokens.
  [[nodiscard]] Bytes bytes_for_request(Tokens length) const {
    switch (rules_.need) {
      case NeedRule::each_layer:
        return bytes_of_layers(length);
      case NeedRule::first_group:
        return blocks_for_request(groups_.groups.front(), length, groups_) * checked_block();
      case NeedRule::all_groups:
        break;
    }
    Blocks need;
    for (const CacheGroup& group : groups_.groups) {
      if (group.by_stage[index_].amount == Bytes{0} && !rules_.need_of_whole_model) continue;
      need += blocks_for_request(group, length, groups_);
    }
    return need * checked_block();
  }

  /// The longest request that `room` holds, at most `limit`; 0 when not even one token.
  [[nodiscard]] Tokens longest_request(Bytes room, Tokens limit) const {
    if (bytes_for_request(limit) <= room) return limit;
    std::int64_t low = 0;
    std::int64_t high = limit.count() - 1;
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
  [[nodiscard]] Bytes bytes_of_layers(Tokens length) const {
    Bytes need;
    for (const CacheGroup& layers : groups_.checked_layers) {
      need += blocks_for_request(layers, length, groups_) * layers.by_stage[index_];
    }
    return need;
  }

  /// Bytes that the fit check counts for a block.
  [[nodiscard]] BytesPerBlock checked_block() const {
    if (rules_.need_of_whole_model) return of_whole_model();
    const auto& checked = groups_.checked_bytes_per_block;
    return checked.empty() ? bytes_per_block() : checked[index_];
  }

  [[nodiscard]] BytesPerBlock of_whole_model() const {
    BytesPerBlock widest;
    for (const CacheGroup& group : groups_.groups) {
      BytesPerBlock all;
      for (const BytesPerBlock page : group.by_stage) all.amount += page.amount;
      widest = std::max(widest, all);
    }
    return widest;
  }

  const CacheGroups& groups_;
  std::size_t index_;
  const EngineRules& rules_;
};

/// Blocks of one full request as the printed concurrency divides by them.
Blocks reported_blocks(const CacheGroups& groups, Tokens length, const EngineRules& rules) {
  if (!rules.concurrency_by_first_page) return blocks_for_request(length, groups);
  Bytes need;
  for (const CacheGroup& group : groups.groups) {
    need += blocks_for_request(group, length, groups) * group.page;
  }
  return Blocks{ceil_div(need.count(), groups.groups.front().page.amount.count())};
}

/// What one stage says of a request of full length.
struct StageAnswer {
  Bytes request;   ///< its own bytes
  Bytes need;      ///< what the fit check asks: with the null block, where a release counts it
  Bytes memory;    ///< what the fit check compares it with
  Tokens longest;  ///< the longest request that the memory at hand holds, whatever an override says
  Blocks blocks;   ///< of the pool
};

StageAnswer ask(const Stage& stage, std::span<const Bytes> available, const Serving& serving,
                const EngineOptions& options, const EngineRules& rules) {
  const BytesPerBlock block = stage.bytes_per_block();
  const Bytes own = available[stage.index()];
  const Bytes here = rules.need_of_whole_model ? *std::ranges::min_element(available) : own;
  const Bytes null_block = rules.null_block_in_fit_check ? block.amount : Bytes{0};
  StageAnswer answer;
  answer.request = stage.bytes_for_request(serving.max_model_len);
  answer.need = answer.request + null_block;
  answer.memory = here;
  answer.longest = stage.longest_request(here - null_block, serving.max_model_len);
  answer.blocks = blocks_in(own, block);
  if (options.num_gpu_blocks_override && rules.block_override != OverrideRule::nothing) {
    answer.blocks = Blocks{*options.num_gpu_blocks_override};
    if (rules.block_override == OverrideRule::memory) answer.memory = answer.blocks * block;
  }
  return answer;
}

Tokens printed_tokens(const CacheGroups& groups, const Capacity& capacity, TokenRule rule) {
  TokensPerBlock smallest = groups.groups.front().block_size;
  for (const CacheGroup& group : groups.groups) smallest = std::min(smallest, group.block_size);
  switch (rule) {
    case TokenRule::blocks_times_block_size:
      return capacity.num_blocks * smallest;
    case TokenRule::blocks_per_group: {
      const auto count = static_cast<std::int64_t>(groups.groups.size());
      return groups.decode_context_parallel *
             (Blocks{capacity.num_blocks.count() / count} * smallest);
    }
    case TokenRule::concurrency_times_length:
      break;
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
    const Stage stage(groups, i, rules);
    if (stage.empty()) continue;
    const StageAnswer answer = ask(stage, available, serving, options, rules);
    result.bytes_for_one_request = std::max(result.bytes_for_one_request, answer.request);
    result.min_available = std::max(result.min_available, answer.need);
    result.deficit = std::max(result.deficit, answer.need - answer.memory);
    result.estimated_max_model_len = std::min(result.estimated_max_model_len, answer.longest);
    const bool fits = serving.auto_fit ? answer.longest > Tokens{0} : answer.need <= answer.memory;
    result.fits = result.fits && fits;
    fewest = fewest ? std::min(*fewest, answer.blocks) : answer.blocks;
  }
  if (serving.auto_fit && result.fits) result.max_model_len = result.estimated_max_model_len;
  result.blocks_per_request = reported_blocks(groups, result.max_model_len, rules);
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
