// Source: vllm.md D.6 to D.8.
#include "kvplan/capacity.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "capacity_rule.hpp"
#include "checked.hpp"
#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// One pipeline stage: what a block costs there, and what the fit check asks of it.
class Stage {
 public:
  Stage(const CacheGroups& groups, std::size_t index, const EngineRules& rules)
      : groups_(groups), index_(index), rules_(rules) {}

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
  const std::int64_t page = groups.groups.front().page.amount.count();
  if (page < 1) throw invalid({"--model", ""}, "a first cache of a byte a block at least", "0 B");
  return Blocks{ceil_div(need.count(), page)};
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
  const auto tokens = nearest(std::floor(capacity.max_concurrency * length));
  if (!tokens) throw std::overflow_error("the tokens of the cache exceed 64 bits");
  return Tokens{*tokens};
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

/// What one stage says of its memory.
struct CapacityRule::StageAnswer {
  Bytes need;      ///< what the fit check asks: with the null block, where a release counts it
  Bytes memory;    ///< what the fit check compares it with
  Tokens longest;  ///< the longest request that the memory at hand holds, whatever an override says
  Blocks blocks;   ///< of the pool
};

CapacityRule::CapacityRule(const CacheGroups& groups, const Serving& serving,
                           const EngineOptions& options, const EngineRules& rules)
    : groups_(groups), serving_(serving), rules_(rules) {
  if (groups.groups.empty()) return;
  if (options.num_gpu_blocks_override && rules.block_override != OverrideRule::nothing) {
    given_blocks_ = Blocks{*options.num_gpu_blocks_override};
  }
  for (std::size_t i = 0; i < groups.bytes_per_block.size(); ++i) {
    const Stage stage(groups, i, rules);
    if (stage.empty()) continue;
    const BytesPerBlock block = stage.bytes_per_block();
    stages_.push_back({i, block, stage.bytes_for_request(serving.max_model_len),
                       rules.null_block_in_fit_check ? block.amount : Bytes{0}});
  }
  blocks_per_request_ = reported_blocks(groups, serving.max_model_len, rules);
}

CapacityRule::StageAnswer CapacityRule::ask(const StageNeed& need,
                                            std::span<const Bytes> available) const {
  const Bytes own = available[need.stage];
  const Bytes here = rules_.need_of_whole_model ? *std::ranges::min_element(available) : own;
  const Bytes room = here - need.null_block;
  StageAnswer answer;
  answer.need = need.request + need.null_block;
  answer.memory = here;
  answer.longest =
      need.request <= room
          ? serving_.max_model_len
          : Stage(groups_, need.stage, rules_).longest_request(room, serving_.max_model_len);
  answer.blocks = given_blocks_.value_or(blocks_in(own, need.block));
  if (given_blocks_ && rules_.block_override == OverrideRule::memory) {
    answer.memory = answer.blocks * need.block;
  }
  return answer;
}

Capacity CapacityRule::at(std::span<const Bytes> available) const {
  if (groups_.groups.empty()) return without_cache(serving_);
  Capacity result;
  result.max_model_len = serving_.max_model_len;
  result.estimated_max_model_len = serving_.max_model_len;
  result.fits = true;
  std::optional<Blocks> fewest;
  for (const StageNeed& need : stages_) {
    const StageAnswer answer = ask(need, available);
    result.bytes_for_one_request = std::max(result.bytes_for_one_request, need.request);
    result.min_available = std::max(result.min_available, answer.need);
    result.deficit = std::max(result.deficit, answer.need - answer.memory);
    result.estimated_max_model_len = std::min(result.estimated_max_model_len, answer.longest);
    const bool fits = serving_.auto_fit ? answer.longest > Tokens{0} : answer.need <= answer.memory;
    result.fits = result.fits && fits;
    fewest = fewest ? std::min(*fewest, answer.blocks) : answer.blocks;
  }
  result.blocks_per_request = blocks_per_request_;
  if (serving_.auto_fit && result.fits) {
    result.max_model_len = result.estimated_max_model_len;
    result.blocks_per_request = reported_blocks(groups_, result.max_model_len, rules_);
  }
  if (!result.fits) return result;
  result.deficit = Bytes{0};
  result.num_blocks = fewest.value_or(Blocks{0});
  const auto need = static_cast<double>(result.blocks_per_request.count());
  result.max_concurrency = static_cast<double>(result.num_blocks.count()) / need;
  result.tokens = printed_tokens(groups_, result, rules_.tokens);
  result.full_context_requests =
      (result.num_blocks.count() - 1) / result.blocks_per_request.count();
  return result;
}

Capacity capacity(const CacheGroups& groups, std::span<const Bytes> available,
                  const Serving& serving, const EngineOptions& options, const EngineRules& rules) {
  return CapacityRule(groups, serving, options, rules).at(available);
}

}  // namespace kvplan
