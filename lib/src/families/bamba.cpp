// Bamba: attention in the layers of `attn_layer_indices`, Mamba 2 in the others. vLLM served it up
// to 0.23.0.
#include <algorithm>

#include "families/common.hpp"
#include "families/families.hpp"
#include "families/mamba_heads.hpp"

namespace kvplan::families {
Architecture describe_bamba(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "bamba");
  const auto attention = text.integers("attn_layer_indices");
  const FullAttention heads = grouped_query(text);
  const Mamba2State state = mamba_heads(text, expanded(text, "mamba_expand", default_mamba_expand));
  for (std::int64_t i = 0; i < num_layers(text); ++i) {
    const bool attends = std::ranges::find(attention, i) != attention.end();
    model.layers.push_back(Layer{{attends ? CacheKind{heads} : CacheKind{state}}});
  }
  model.served_until = {0, 23, 0, 0};
  return model;
}

}  // namespace kvplan::families
