// OLMo Hybrid: a gated delta net in most layers, full attention in every fourth. Its prefill kernel
// writes no checkpoints.
#include "families/families.hpp"
#include "families/gated_delta.hpp"

namespace kvplan::families {
namespace {

// Hugging Face, OlmoHybridConfig.
constexpr std::int64_t default_conv_kernel = 4;
constexpr double key_share = 0.75;  // of the hidden size, over all heads

GatedDeltaState delta_state(const ConfigNode& text) {
  const std::int64_t heads = num_heads(text);
  const std::int64_t key_heads = text.integer_or("linear_num_key_heads", heads);
  const auto shared =
      static_cast<std::int64_t>(key_share * static_cast<double>(text.integer("hidden_size")) /
                                static_cast<double>(key_heads));
  const std::int64_t key_dim = text.maybe_integer("linear_key_head_dim").value_or(shared);
  return {.key_heads = key_heads,
          .value_heads = text.integer_or("linear_num_value_heads", heads),
          .key_dim = key_dim,
          .value_dim = text.maybe_integer("linear_value_head_dim").value_or(2 * key_dim),
          .conv_kernel = text.integer_or("linear_conv_kernel_dim", default_conv_kernel),
          .flashinfer = false};
}

}  // namespace

Architecture describe_olmo_hybrid(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "olmo_hybrid");
  const FullAttention heads = grouped_query(text);
  const GatedDeltaState state = delta_state(text);
  for (const bool full : full_attention_pattern(text)) {
    model.layers.push_back(Layer{{full ? CacheKind{heads} : CacheKind{state}}});
  }
  return model;
}

}  // namespace kvplan::families
