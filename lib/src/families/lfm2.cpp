// LFM2, its mixture of experts and its vision model: short convolutions, attention between them.
// The dense text model's convolution is `conv_dim` wide, the others' as wide as the hidden state.
#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_conv_cache = 3;

/// True where a layer attends: by `layer_types`, else `full_attn_idxs`, else everywhere.
std::vector<bool> attention_pattern(const ConfigNode& text) {
  const std::int64_t layers = num_layers(text);
  const auto types = layer_types(text);
  if (types.empty() && text.has("full_attn_idxs")) {
    return listed_layers(text, layers, "full_attn_idxs");
  }
  std::vector<bool> pattern(static_cast<std::size_t>(layers), true);
  for (std::size_t i = 0; i < types.size(); ++i) pattern[i] = types[i] == "full_attention";
  return pattern;
}

Architecture describe(const ModelConfig& config, std::int64_t channels) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "lfm2");
  const FullAttention heads = grouped_query(text);
  const std::int64_t kernel = text.integer_or("conv_L_cache", default_conv_cache, 2);
  const ShortConvState conv{.channels = channels, .rows = kernel - 1};
  for (const bool attends : attention_pattern(text)) {
    model.layers.push_back(Layer{{attends ? CacheKind{heads} : CacheKind{conv}}});
  }
  return model;
}

}  // namespace

Architecture describe_lfm2(const ModelConfig& config) {
  const bool vision = config.root.has("text_config");
  return describe(config, config.text.integer(vision ? "hidden_size" : "conv_dim"));
}

Architecture describe_lfm2_moe(const ModelConfig& config) {
  if (!config.text.has("layer_types")) {
    throw invalid({config.text.file(), config.text.pointer() + "/layer_types"},
                  "conv or full_attention for each layer", "nothing");
  }
  return describe(config, config.text.integer("hidden_size"));
}

}  // namespace kvplan::families
