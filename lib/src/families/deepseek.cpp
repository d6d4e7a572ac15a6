// DeepSeek V2 and V3, and models built as they are (R1, Kimi-K2, GLM-4.7-Flash, Mistral Small 4):
// one latent vector a token in every layer. V3.2 and GLM-5 add an indexer whose keys are a second
// cache; where layers share an earlier layer's selection, they own none.
#include <algorithm>

#include "families/families.hpp"
#include "families/latent.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

/// One flag a layer, by vLLM's rule: `index_topk_pattern` ('S' shares), else every
/// `index_topk_freq`-th layer from `index_skip_topk_offset` on owns an indexer.
std::vector<bool> owns_indexer(const ConfigNode& text) {
  std::vector<bool> owns(static_cast<std::size_t>(num_layers(text)), true);
  const std::int64_t every = text.integer_or("index_topk_freq", 1);
  const std::int64_t offset = text.integer_or("index_skip_topk_offset", 2, 0);
  const auto pattern = text.find("index_topk_pattern");
  const std::string letters = pattern && pattern->is_string() ? pattern->as_string() : "";
  const auto items = pattern ? pattern->items() : std::vector<ConfigNode>{};
  for (std::size_t i = 0; i < owns.size(); ++i) {
    const auto layer = static_cast<std::int64_t>(i);
    if (!pattern) {
      owns[i] = std::max<std::int64_t>(layer - offset + 1, 0) % every == 0;
    } else if (i < letters.size()) {
      owns[i] = letters[i] != 'S';
    } else if (i < items.size()) {
      owns[i] = items[i].as_string() != "S";
    }
  }
  return owns;
}

/// Checkpoints of V2's class that keep keys and values instead (DeepSeek-VL2's small ones).
bool has_latents(const ConfigNode& text) {
  const bool heads_split = text.integer_or("qk_nope_head_dim", 1, 0) != 0 ||
                           text.integer_or("qk_rope_head_dim", 1, 0) != 0;
  return text.has("kv_lora_rank") && heads_split;
}

}  // namespace

Architecture describe_deepseek(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "deepseek");
  if (!has_latents(text)) {
    model.layers.assign(static_cast<std::size_t>(num_layers(text)), Layer{{grouped_query(text)}});
    return model;
  }
  for (const bool owns : owns_indexer(text)) model.layers.push_back(latent_layer(text, owns));
  model.mtp_layers = latent_drafts(text);
  return model;
}

Architecture describe_deepseek_v32(const ModelConfig& config) {
  Architecture model = describe_deepseek(config);
  model.family = "deepseek_v32";
  model.traits.bfloat16_is_auto = true;
  return model;
}

Architecture describe_glm_moe_dsa(const ModelConfig& config) {
  Architecture model = describe_deepseek(config);
  model.family = "glm_moe_dsa";
  model.traits.fp8_on_sm10x = true;
  return model;
}

}  // namespace kvplan::families
