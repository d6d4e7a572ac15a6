// Random models and options for the reference tests: small, so that counting one by one is quick,
// and of every kind of cache that the reference knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "kvplan/architecture.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/options.hpp"
#include "kvplan/serving.hpp"

namespace kvplan::reference {

/// Small draws that are the same on every platform (unlike std::uniform_int_distribution).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  /// A number of [low, high].
  [[nodiscard]] std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto width = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<std::int64_t>(random_() % width);
  }
  [[nodiscard]] bool chance(std::int64_t percent) { return between(1, 100) <= percent; }
  template <class T>
  [[nodiscard]] T one_of(const std::vector<T>& values) {
    return values[static_cast<std::size_t>(
        between(0, static_cast<std::int64_t>(values.size()) - 1))];
  }

 private:
  std::mt19937_64 random_;
};

/// A question of the reference: a model, how it is served, and the memory of each stage.
struct Case {
  Architecture model;
  EngineOptions options;
  Bytes available;
};

inline FullAttention random_heads(Dice& dice) {
  const std::int64_t dim = dice.one_of<std::int64_t>({16, 32, 64});
  return {.kv_heads = dice.one_of<std::int64_t>({4, 8}), .head_dim = dim, .v_head_dim = dim};
}

inline CacheKind random_state(Dice& dice) {
  switch (dice.between(0, 5)) {
    case 0:
      return Mamba1State{.inner = 64 * dice.between(1, 8), .state_dim = 16, .conv_kernel = 4};
    case 1:
      return Mamba2State{.inner = 512,
                         .heads = 8,
                         .head_dim = 64,
                         .groups = dice.one_of<std::int64_t>({1, 4}),
                         .state_dim = 16 * dice.between(1, 4),
                         .conv_kernel = 4};
    case 2:
      return GatedDeltaState{.key_heads = 4,
                             .value_heads = 8,
                             .key_dim = 32,
                             .value_dim = 32,
                             .conv_kernel = 4,
                             .flashinfer = false};
    case 3:
      return KimiDeltaState{.heads = 4, .head_dim = 32, .conv_kernel = 4, .full_rank_gate = true};
    case 4:
      return LinearAttentionState{.heads = 4, .head_dim = 32};
    default:
      return ShortConvState{.channels = 64 * dice.between(1, 16), .rows = 2};
  }
}

/// Full attention, windows, chunks and states, mixed at will. Beside states all attention layers
/// have one shape, for the engine aligns to one.
inline Architecture random_model(Dice& dice) {
  Architecture model;
  model.family = "random";
  model.model_class = "RandomForCausalLM";
  model.num_attention_heads = 32;
  model.derived_max_model_len = Tokens{dice.between(1, 700)};
  const bool states = dice.chance(50);
  const FullAttention heads = random_heads(dice);
  std::vector<CacheKind> kinds{heads};
  if (dice.chance(50)) kinds.push_back(SlidingWindow{heads, Tokens{dice.between(1, 300)}});
  if (dice.chance(20)) kinds.push_back(ChunkedAttention{heads, Tokens{16 * dice.between(1, 16)}});
  if (!states && dice.chance(40)) kinds.push_back(random_heads(dice));
  if (!states && dice.chance(30)) {
    kinds.push_back(SlidingWindow{random_heads(dice), Tokens{dice.between(1, 300)}});
  }
  if (dice.chance(10)) kinds.erase(kinds.begin());
  if (kinds.empty()) kinds.push_back(heads);
  const std::size_t attention_kinds = kinds.size();
  if (states) kinds.push_back(random_state(dice));
  if (states && dice.chance(25)) kinds.push_back(random_state(dice));
  for (std::int64_t i = dice.between(2, 24); i > 0; --i) {
    Layer layer;
    if (!dice.chance(10)) layer.keeps.push_back(dice.one_of(kinds));
    if (dice.chance(10)) layer.keeps.push_back(dice.one_of(kinds));
    model.layers.push_back(layer);
  }
  model.layers.front().keeps = {kinds[attention_kinds - 1]};  // never without attention
  return model;
}

/// Short convolutions come without drafts: the engine refuses those that do not fit in its page.
inline EngineOptions random_options(Dice& dice, const Architecture& model) {
  EngineOptions options;
  if (dice.chance(30)) options.block_size = 16 * dice.between(1, 8);
  if (dice.chance(50)) options.max_num_batched_tokens = Tokens{dice.between(1, 300)};
  if (dice.chance(30)) options.async_scheduling = false;
  if (dice.chance(30)) options.enable_prefix_caching = dice.chance(50);
  if (dice.chance(30)) options.mamba_ssm_cache_dtype = "float32";
  if (dice.chance(40)) options.tensor_parallel_size = dice.one_of<std::int64_t>({2, 4});
  if (dice.chance(30)) options.pipeline_parallel_size = 2;
  const bool convolves = std::ranges::any_of(model.layers, [](const Layer& layer) {
    return std::ranges::any_of(layer.keeps, [](const CacheKind& kind) {
      return std::holds_alternative<ShortConvState>(kind);
    });
  });
  if (!convolves && dice.chance(20)) {
    options.speculative_config = SpeculativeConfig{"ngram", dice.between(1, 5), ""};
  }
  return options;
}

}  // namespace kvplan::reference
