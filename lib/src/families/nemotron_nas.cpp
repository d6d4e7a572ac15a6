// Nemotron-NAS (DeciLM): a block has its own number of heads a KV head serves, or no attention.
#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {

Architecture describe_nemotron_nas(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "nemotron_nas");
  const std::int64_t dim = head_dim(text);
  for (const ConfigNode& block : text.at("block_configs").items()) {
    const ConfigNode attention = block.at("attention");
    Layer layer;
    if (!attention.boolean_or("no_op", false)) {
      const std::int64_t sharing = attention.integer("n_heads_in_group");
      const std::int64_t kv_heads = num_heads(text) / sharing;
      if (kv_heads < 1) {
        throw invalid({attention.file(), attention.pointer() + "/n_heads_in_group"},
                      "at most num_attention_heads", std::to_string(sharing));
      }
      layer.keeps = {FullAttention{.kv_heads = kv_heads, .head_dim = dim, .v_head_dim = dim}};
    }
    model.layers.push_back(layer);
  }
  if (static_cast<std::int64_t>(model.layers.size()) != num_layers(text)) {
    throw invalid({text.file(), text.pointer() + "/block_configs"},
                  std::to_string(num_layers(text)) + " blocks, one a layer",
                  std::to_string(model.layers.size()));
  }
  return model;
}

}  // namespace kvplan::families
