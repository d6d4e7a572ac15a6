#include "families/latent.hpp"

#include "kvplan/error.hpp"

namespace kvplan::families {

LatentAttention latent_attention(const ConfigNode& text) {
  return {.kv_lora_rank = text.integer("kv_lora_rank"),
          .rope_head_dim = text.integer("qk_rope_head_dim", 0),
          .nope_head_dim = text.integer_or("qk_nope_head_dim", 0, 0),
          .query_heads = num_heads(text),
          .index_topk = text.integer_or("index_topk", 0)};
}

Layer latent_layer(const ConfigNode& text, bool owns_indexer) {
  const LatentAttention latent = latent_attention(text);
  if (latent.index_topk == 0 || !owns_indexer) return {{latent}};
  return {{IndexKeys{.head_dim = text.integer("index_head_dim")}, latent}};
}

std::vector<Layer> latent_drafts(const ConfigNode& text) {
  return std::vector<Layer>(bounded(text, "num_nextn_predict_layers", 0), latent_layer(text, true));
}

}  // namespace kvplan::families
