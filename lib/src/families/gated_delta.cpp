#include "families/gated_delta.hpp"

#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_interval = 4;  // Hugging Face, Qwen3NextConfig

}  // namespace

GatedDeltaState gated_delta(const ConfigNode& text) {
  return {.key_heads = text.integer("linear_num_key_heads"),
          .value_heads = text.integer("linear_num_value_heads"),
          .key_dim = text.integer("linear_key_head_dim"),
          .value_dim = text.integer("linear_value_head_dim"),
          .conv_kernel = text.integer("linear_conv_kernel_dim")};
}

std::vector<bool> full_attention_pattern(const ConfigNode& text) {
  const auto types = layer_types(text);
  const std::int64_t interval = text.integer_or("full_attention_interval", default_interval);
  std::vector<bool> full(static_cast<std::size_t>(num_layers(text)));
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (types.empty()) {
      full[i] = (static_cast<std::int64_t>(i) + 1) % interval == 0;
    } else if (types[i] == "full_attention" || types[i] == "linear_attention") {
      full[i] = types[i] == "full_attention";
    } else {
      throw unknown({text.file(), text.pointer() + "/layer_types/" + std::to_string(i)},
                    "full_attention or linear_attention", '"' + types[i] + '"');
    }
  }
  return full;
}

std::vector<Layer> gated_delta_layers(const ConfigNode& text) {
  const FullAttention heads = grouped_query(text);
  const GatedDeltaState state = gated_delta(text);
  std::vector<Layer> layers;
  for (const bool full : full_attention_pattern(text)) {
    layers.push_back(Layer{{full ? CacheKind{heads} : CacheKind{state}}});
  }
  return layers;
}

}  // namespace kvplan::families
