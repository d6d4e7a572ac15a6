// Bamba: attention in the layers of `attn_layer_indices`, Mamba 2 in the others. vLLM served it up
// to 0.23.0.
#include "families/common.hpp"
#include "families/families.hpp"
#include "families/mamba_heads.hpp"

namespace kvplan::families {
Architecture describe_bamba(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "bamba");
  const FullAttention heads = grouped_query(text);
  const Mamba2State state = mamba_heads(text, expanded(text, "mamba_expand", default_mamba_expand));
  for (const bool attends : listed_layers(text, num_layers(text), "attn_layer_indices")) {
    model.layers.push_back(Layer{{attends ? CacheKind{heads} : CacheKind{state}}});
  }
  model.served_until = {0, 23, 0, 0};
  return model;
}

}  // namespace kvplan::families
