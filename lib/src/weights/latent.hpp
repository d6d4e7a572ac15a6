// Multi-head latent attention (MLA), as DeepSeek V2 to V3.2, Kimi and GLM-5 have it.
#pragma once

#include <string>

#include "weights/builder.hpp"

namespace kvplan::modules {

struct LatentShape {
  std::int64_t hidden = 0;
  std::int64_t input = 0;  ///< 0: the hidden size
  std::int64_t heads = 0;
  std::int64_t q_lora_rank = 0;  ///< 0: queries come from the hidden state
  std::int64_t kv_lora_rank = 0;
  std::int64_t nope_dim = 0;
  std::int64_t rope_dim = 0;
  std::int64_t v_dim = 0;
  bool bias = false;
};
[[nodiscard]] LatentShape latent_shape(const ConfigNode& text);
/// Projections and norms; the caller adds what its cache keeps.
void latent_attention(Builder& b, const std::string& prefix, const LatentShape& shape);
/// As cache_scales, for a latent cache: only ModelOpt stores scales for it.
void latent_scales(Builder& b, const std::string& name);

}  // namespace kvplan::modules
