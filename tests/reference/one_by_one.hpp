// The second implementation of the cache plan: slow and obvious. Nothing is divided: blocks grow
// token by token, pools are emptied block by block, the longest request is tried length by length.
// It knows one engine (vLLM 0.33), one device whose attention kernel takes any multiple of 16
// tokens, and 16-bit caches that lie layer by layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "kvplan/architecture.hpp"
#include "kvplan/serving.hpp"

namespace kvplan::reference {

/// One cache of one layer: what a block of it takes, and how many a request holds.
struct Cache {
  CacheKind kind;
  std::int64_t block = 0;  ///< tokens
  std::int64_t page = 0;   ///< bytes, with padding
  std::int64_t stage = 0;
};

struct Group {
  std::vector<Cache> caches;
  std::int64_t block = 0;
  std::int64_t page = 0;
};

struct Plan {
  std::vector<Group> groups;
  std::vector<std::int64_t> block_bytes;  ///< on each stage
};

struct Answer {
  bool fits = false;
  std::int64_t num_blocks = 0;
  double max_concurrency = 0;
  std::int64_t tokens = 0;
  std::int64_t estimated_max_model_len = 0;
  std::int64_t full_context_requests = 0;
};

template <class... Kinds>
bool holds_any(const CacheKind& kind) {
  return (std::holds_alternative<Kinds>(kind) || ...);
}

inline bool keeps_state(const CacheKind& kind) {
  return holds_any<Mamba1State, Mamba2State, GatedDeltaState, KimiDeltaState, LinearAttentionState,
                   ShortConvState>(kind);
}

class OneByOne {
 public:
  OneByOne(const Architecture& model, const Serving& serving, std::int64_t given_block)
      : model_(model), serving_(serving), block_(given_block) {}

  [[nodiscard]] Plan plan() {
    align();
    std::vector<Cache> caches = all_caches();
    Plan result;
    result.groups = groups_of(caches);
    for (std::int64_t stage = 0; stage < serving_.pipeline_parallel; ++stage) {
      std::int64_t widest = 0;
      for (const Group& group : result.groups) widest = std::max(widest, bytes_on(group, stage));
      result.block_bytes.push_back(widest);
    }
    return result;
  }

  /// Blocks of a request: each is taken when the first token that needs it comes.
  [[nodiscard]] std::int64_t blocks(const Cache& cache, std::int64_t length) const {
    std::int64_t reach = length;
    std::int64_t more = 0;
    if (const auto* window = std::get_if<SlidingWindow>(&cache.kind)) {
      reach = std::min(reach, window->window.count() - 1 + in_flight());
      more = 1;  // a window may start inside a block
    } else if (const auto* chunk = std::get_if<ChunkedAttention>(&cache.kind)) {
      reach = std::min(reach, chunk->chunk.count() + in_flight());
    } else if (keeps_state(cache.kind)) {
      return state_blocks(cache.kind);
    }
    std::int64_t taken = 0;
    std::int64_t room = 0;
    for (std::int64_t token = 0; token < reach; ++token) {
      if (room == 0) {
        ++taken;
        room = cache.block;
      }
      --room;
    }
    return taken + more;
  }

  [[nodiscard]] std::int64_t blocks(const Group& group, std::int64_t length) const {
    std::int64_t most = 0;
    for (const Cache& cache : group.caches) most = std::max(most, blocks(cache, length));
    return most;
  }

  [[nodiscard]] std::int64_t bytes_on(const Group& group, std::int64_t stage) const {
    std::int64_t bytes = 0;
    for (const Cache& cache : group.caches) {
      if (cache.stage == stage) bytes += cache.page;
    }
    return bytes;
  }

  [[nodiscard]] Answer answer(const Plan& plan, std::int64_t available) const {
    Answer result;
    const std::int64_t length = serving_.max_model_len.count();
    result.num_blocks = fewest_blocks(plan, available);
    for (std::int64_t tokens = 1; tokens <= length && starts(plan, available, tokens); ++tokens) {
      result.estimated_max_model_len = tokens;
    }
    result.fits = result.estimated_max_model_len == length;
    if (!result.fits) return result;
    std::int64_t need = 0;
    for (const Group& group : plan.groups) need += blocks(group, length);
    result.max_concurrency = static_cast<double>(result.num_blocks) / static_cast<double>(need);
    result.tokens = static_cast<std::int64_t>(result.max_concurrency * static_cast<double>(length));
    for (std::int64_t free = result.num_blocks - 1; free >= need; free -= need) {
      ++result.full_context_requests;  // the null block serves nobody
    }
    return result;
  }

 private:
  [[nodiscard]] std::int64_t in_flight() const { return serving_.max_in_flight_tokens.count(); }

  [[nodiscard]] std::int64_t drafts() const { return serving_.num_speculative_tokens; }

  [[nodiscard]] std::int64_t rank(std::int64_t count) const {
    return count / serving_.tensor_parallel;
  }

  [[nodiscard]] std::int64_t token_bytes(const FullAttention& heads) const {
    std::int64_t bytes = 0;
    for (std::int64_t head = 0; head < std::max<std::int64_t>(1, rank(heads.kv_heads)); ++head) {
      for (std::int64_t number = 0; number < heads.head_dim + heads.v_head_dim; ++number)
        bytes += 2;
    }
    return bytes;
  }

  /// Rows of the convolution, then the recurrent state.
  [[nodiscard]] std::int64_t state_bytes(const CacheKind& kind) const {
    const std::int64_t conv = size_of(serving_.conv_dtype);
    const std::int64_t ssm = size_of(serving_.ssm_dtype);
    std::int64_t bytes = 0;
    const auto rows = [&](std::int64_t count, std::int64_t width) {
      for (std::int64_t row = 0; row < count; ++row) bytes += width * conv;
    };
    if (const auto* s = std::get_if<Mamba1State>(&kind)) {
      rows(s->conv_kernel - 1, rank(s->inner));
      bytes += rank(s->inner) * s->state_dim * ssm;
    } else if (const auto* two = std::get_if<Mamba2State>(&kind)) {
      std::int64_t groups = two->groups;
      if (groups % serving_.tensor_parallel != 0) groups = serving_.tensor_parallel;
      rows(two->conv_kernel - 1 + drafts(), rank(two->inner + 2 * groups * two->state_dim));
      bytes += rank(two->heads) * two->head_dim * two->state_dim * ssm;
    } else if (const auto* delta = std::get_if<GatedDeltaState>(&kind)) {
      const std::int64_t width =
          2 * delta->key_heads * delta->key_dim + delta->value_heads * delta->value_dim;
      rows(delta->conv_kernel - 1 + drafts(), rank(width));
      bytes += rank(delta->value_heads) * delta->value_dim * delta->key_dim * ssm;
    } else if (const auto* kimi = std::get_if<KimiDeltaState>(&kind)) {
      rows(kimi->conv_kernel - 1 + drafts(), rank(3 * kimi->heads * kimi->head_dim));
      bytes += rank(kimi->heads) * kimi->head_dim * kimi->head_dim * ssm;
    } else if (const auto* linear = std::get_if<LinearAttentionState>(&kind)) {
      rows(linear->head_dim, rank(linear->heads) * linear->head_dim);
    } else if (const auto* convolution = std::get_if<ShortConvState>(&kind)) {
      rows(convolution->rows + drafts(), rank(convolution->channels));
    }
    return bytes;
  }

  [[nodiscard]] std::int64_t state_blocks(const CacheKind& kind) const {
    std::int64_t count = 1 + drafts();
    if (!serving_.align_states) return count;
    ++count;                                                 // the last block that was filled
    if (std::holds_alternative<Mamba2State>(kind)) ++count;  // a checkpoint of the prefill
    return count;
  }

  static const FullAttention* heads_of(const CacheKind& kind) {
    if (const auto* full = std::get_if<FullAttention>(&kind)) return full;
    if (const auto* window = std::get_if<SlidingWindow>(&kind)) return &window->heads;
    if (const auto* chunk = std::get_if<ChunkedAttention>(&kind)) return &chunk->heads;
    return nullptr;
  }

  /// The attention block grows, step by step, until a state fits in its page.
  void align() {
    std::int64_t largest = 0;
    const FullAttention* heads = nullptr;
    for (const Layer& layer : model_.layers) {
      for (const CacheKind& kind : layer.keeps) {
        if (keeps_state(kind)) largest = std::max(largest, state_bytes(kind));
        if (heads == nullptr) heads = heads_of(kind);
      }
    }
    if (largest == 0) return;
    const std::int64_t step = block_;
    while (block_ * token_bytes(*heads) < largest) block_ += step;
    state_page_ = block_ * token_bytes(*heads);
  }

  /// The first stages take one layer more where they do not divide, the last one never.
  [[nodiscard]] std::vector<std::int64_t> stage_of_layer() const {
    const auto layers = static_cast<std::int64_t>(model_.layers.size());
    const std::int64_t stages = serving_.pipeline_parallel;
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(stages), layers / stages);
    for (std::int64_t rest = layers % stages, at = stages - 2; rest > 0; --rest, --at) {
      ++sizes[static_cast<std::size_t>(at)];
    }
    std::vector<std::int64_t> stage_of;
    for (std::size_t stage = 0; stage < sizes.size(); ++stage) {
      stage_of.insert(stage_of.end(), static_cast<std::size_t>(sizes[stage]),
                      static_cast<std::int64_t>(stage));
    }
    return stage_of;
  }

  [[nodiscard]] std::vector<Cache> all_caches() const {
    const auto stage_of = stage_of_layer();
    std::vector<Cache> caches;
    for (std::size_t i = 0; i < model_.layers.size(); ++i) {
      for (const CacheKind& kind : model_.layers[i].keeps) {
        Cache cache{kind, block_, 0, stage_of[i]};
        if (const FullAttention* heads = heads_of(kind)) {
          for (std::int64_t token = 0; token < block_; ++token) cache.page += token_bytes(*heads);
        } else {
          cache.page = state_page_;
          if (!serving_.align_states) cache.block = serving_.max_model_len.count();
        }
        caches.push_back(cache);
      }
    }
    return caches;
  }

  static bool same(const Cache& a, const Cache& b) {
    return a.kind == b.kind && a.block == b.block && a.page == b.page;
  }

  /// States of one kind are alike when they are as large; keys and values when heads and reach are.
  static bool same_type(const Cache& a, const Cache& b) {
    if (keeps_state(a.kind) || keeps_state(b.kind)) {
      return keeps_state(a.kind) && keeps_state(b.kind) && a.page == b.page && a.block == b.block;
    }
    if (a.kind.index() != b.kind.index() || a.block != b.block) return false;
    if (const auto* window = std::get_if<SlidingWindow>(&a.kind)) {
      return window->window == std::get<SlidingWindow>(b.kind).window;
    }
    if (const auto* chunk = std::get_if<ChunkedAttention>(&a.kind)) {
      return chunk->chunk == std::get<ChunkedAttention>(b.kind).chunk;
    }
    return true;
  }

  [[nodiscard]] bool one_type(const std::vector<Cache>& caches) const {
    for (const Cache& cache : caches) {
      if (!same_type(caches.front(), cache)) return false;
      if (keeps_state(cache.kind) &&
          state_blocks(cache.kind) != state_blocks(caches.front().kind)) {
        return false;
      }
    }
    return true;
  }

  static bool all_same(const std::vector<Cache>& caches) {
    return std::all_of(caches.begin(), caches.end(),
                       [&](const Cache& cache) { return same(caches.front(), cache); });
  }

  static Group group_of(std::vector<Cache> caches, bool summed) {
    Group group;
    group.block = caches.front().block;
    group.page = summed ? 0 : caches.front().page;
    if (summed) {
      for (const Cache& cache : caches) group.page += cache.page;
    }
    group.caches = std::move(caches);
    return group;
  }

  /// Every page becomes as large as the largest: by more tokens, else by padding.
  static void make_pages_equal(std::vector<Cache>& caches) {
    std::int64_t largest = 0;
    for (const Cache& cache : caches) largest = std::max(largest, cache.page);
    for (Cache& cache : caches) {
      std::int64_t times = 1;
      while (times * cache.page < largest) ++times;
      if (times * cache.page == largest && !keeps_state(cache.kind)) cache.block *= times;
      cache.page = largest;
    }
  }

  [[nodiscard]] std::vector<Group> groups_of(std::vector<Cache> caches) const {
    if (all_same(caches)) return {group_of(std::move(caches), false)};
    if (one_type(caches)) return {group_of(std::move(caches), true)};
    make_pages_equal(caches);
    std::vector<std::vector<Cache>> piles;
    for (const Cache& cache : caches) {
      auto pile = std::find_if(piles.begin(), piles.end(),
                               [&](const auto& other) { return same(other.front(), cache); });
      if (pile == piles.end()) pile = piles.insert(piles.end(), std::vector<Cache>{});
      pile->push_back(cache);
    }
    std::vector<Group> groups;
    for (const auto& pile : piles) deal(pile, group_size(piles), groups);
    return groups;
  }

  static std::size_t group_size(const std::vector<std::vector<Cache>>& piles) {
    std::size_t smallest = piles.front().size();
    std::size_t largest = smallest;
    for (const auto& pile : piles) {
      smallest = std::min(smallest, pile.size());
      largest = std::max(largest, pile.size());
    }
    return 2 * largest < 3 * smallest ? largest : smallest;
  }

  /// A pile is dealt out like cards to as few hands as hold `size` each.
  static void deal(const std::vector<Cache>& pile, std::size_t size, std::vector<Group>& groups) {
    std::size_t hands = 0;
    while (hands * size < pile.size()) ++hands;
    std::vector<std::vector<Cache>> dealt(hands);
    for (std::size_t card = 0; card < pile.size(); ++card)
      dealt[card % hands].push_back(pile[card]);
    for (auto& hand : dealt) groups.push_back(group_of(std::move(hand), false));
  }

  [[nodiscard]] std::int64_t fewest_blocks(const Plan& plan, std::int64_t available) const {
    std::optional<std::int64_t> fewest;
    for (const std::int64_t bytes : plan.block_bytes) {
      if (bytes == 0) continue;  // a stage without a cache
      std::int64_t blocks = 0;
      for (std::int64_t left = available; left >= bytes; left -= bytes) ++blocks;
      fewest = fewest ? std::min(*fewest, blocks) : blocks;
    }
    return fewest.value_or(0);
  }

  /// A request of `length` tokens fits beside the null block, on every stage.
  [[nodiscard]] bool starts(const Plan& plan, std::int64_t available, std::int64_t length) const {
    for (std::size_t stage = 0; stage < plan.block_bytes.size(); ++stage) {
      if (plan.block_bytes[stage] == 0) continue;
      std::int64_t left = available - plan.block_bytes[stage];
      for (const Group& group : plan.groups) {
        if (bytes_on(group, static_cast<std::int64_t>(stage)) == 0) continue;
        left -= blocks(group, length) * plan.block_bytes[stage];
      }
      if (left < 0) return false;
    }
    return true;
  }

  const Architecture& model_;
  const Serving& serving_;
  std::int64_t block_;
  std::int64_t state_page_ = 0;
};

}  // namespace kvplan::reference
