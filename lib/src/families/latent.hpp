// What families with latent attention (MLA) share.
#pragma once

#include <vector>

#include "families/common.hpp"

namespace kvplan::families {

/// kv_lora_rank, qk_rope_head_dim, …; sparse where the config has an indexer (`index_topk`).
[[nodiscard]] LatentAttention latent_attention(const ConfigNode& text);
/// One layer: its indexer's keys where it owns an indexer, then the latent.
[[nodiscard]] Layer latent_layer(const ConfigNode& text, bool owns_indexer);
/// `num_nextn_predict_layers` draft layers, each with an indexer of its own.
[[nodiscard]] std::vector<Layer> latent_drafts(const ConfigNode& text);

}  // namespace kvplan::families
