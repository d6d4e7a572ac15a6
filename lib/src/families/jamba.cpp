// Jamba: one attention layer in every `attn_layer_period`, Mamba 1 in the others.
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {
namespace {

// Hugging Face, JambaConfig.
constexpr std::int64_t default_period = 8;
constexpr std::int64_t default_offset = 4;
constexpr std::int64_t default_state_size = 16;
constexpr std::int64_t default_conv_kernel = 4;
constexpr double default_expand = 2;

}  // namespace

Architecture describe_jamba(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "jamba");
  const Mamba1State state{.inner = expanded(text, "mamba_expand", default_expand),
                          .state_dim = text.integer_or("mamba_d_state", default_state_size),
                          .conv_kernel = text.integer_or("mamba_d_conv", default_conv_kernel)};
  const FullAttention heads = grouped_query(text);
  const std::int64_t period = text.integer_or("attn_layer_period", default_period);
  const std::int64_t offset = text.integer_or("attn_layer_offset", default_offset, 0);
  for (std::int64_t i = 0; i < num_layers(text); ++i) {
    const bool attends = i % period == offset;
    model.layers.push_back(Layer{{attends ? CacheKind{heads} : CacheKind{state}}});
  }
  return model;
}

}  // namespace kvplan::families
