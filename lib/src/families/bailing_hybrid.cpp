// Ling and Ring 2.5 and 3 (Bailing hybrid): latent attention (MLA) in the last layer of every group
// of `layer_group_size`, and in the layers after the last whole group from version 3 on; in the
// others lightning attention (2.5) or Kimi delta attention (3). The class name tells them apart.
#include "families/families.hpp"
#include "families/latent.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_conv_kernel = 4;  // Hugging Face, BailingHybridConfig

LatentAttention latent_heads(const ConfigNode& text) {
  // Hugging Face, BailingHybridConfig.
  return {.kv_lora_rank = text.integer_or("kv_lora_rank", 512),
          .rope_head_dim = text.integer_or("qk_rope_head_dim", 64),
          .nope_head_dim = text.integer_or("qk_nope_head_dim", 128),
          .query_heads = num_heads(text)};
}

/// Hugging Face's class overwrites the config's head_dim with the latent's rotary part.
std::int64_t state_dim(const ConfigNode& text) { return text.integer_or("qk_rope_head_dim", 64); }

CacheKind state_of(const ConfigNode& text, bool delta) {
  const std::int64_t heads = num_heads(text);
  if (!delta) return LinearAttentionState{.heads = heads, .head_dim = state_dim(text)};
  return KimiDeltaState{
      .heads = heads,
      .head_dim = state_dim(text),
      .conv_kernel = text.integer_or("short_conv_kernel_size", default_conv_kernel)};
}

}  // namespace

Architecture describe_bailing_hybrid(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "bailing_hybrid");
  const bool delta = model.model_class == "BailingMoeV3ForCausalLM";
  if (!delta && model.model_class != "BailingMoeV2_5ForCausalLM") {
    throw unknown({config.root.file(), "/architectures/0"},
                  "BailingMoeV2_5ForCausalLM or BailingMoeV3ForCausalLM",
                  '"' + model.model_class + '"');
  }
  const Layer latent{{latent_heads(text)}};
  const Layer state{{state_of(text, delta)}};
  const std::int64_t group = text.integer("layer_group_size");
  const std::int64_t layers = num_layers(text);
  for (std::int64_t i = 0; i < layers; ++i) {
    const bool after_groups = delta && i >= layers / group * group;
    model.layers.push_back((i + 1) % group == 0 || after_groups ? latent : state);
  }
  model.mtp_layers.assign(bounded(text, "num_nextn_predict_layers", 0), latent);
  if (delta) {
    model.default_ssm_dtype = StateDtype::float32;
    model.fixed_ssm_dtype = true;
  }
  return model;
}

}  // namespace kvplan::families
