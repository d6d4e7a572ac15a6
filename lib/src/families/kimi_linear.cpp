// Kimi-Linear and Kimi-K3: latent attention (MLA) in some layers, Kimi delta attention (KDA) in the
// others, by `linear_attn_config` (layers counted from 1). The recurrent state is float32 unless
// the user says bfloat16.
#include "families/families.hpp"
#include "families/latent.hpp"

namespace kvplan::families {
namespace {

KimiDeltaState delta_state(const ConfigNode& linear) {
  return {.heads = linear.integer("num_heads"),
          .head_dim = linear.integer("head_dim"),
          .conv_kernel = linear.integer("short_conv_kernel_size"),
          .full_rank_gate = linear.boolean_or("use_full_rank_gate", false),
          .bounded_gate = linear.has("gate_lower_bound")};
}

}  // namespace

Architecture describe_kimi_linear(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "kimi_linear");
  const Layer latent = latent_layer(text, false);
  const ConfigNode linear = text.at("linear_attn_config");
  const Layer delta{{delta_state(linear)}};
  for (const bool recurrent : listed_layers(linear, num_layers(text), "kda_layers", 1)) {
    model.layers.push_back(recurrent ? delta : latent);
  }
  // Only Kimi-K3's draft is one that the engine can run.
  if (config.model_type() == "kimi_k3") {
    model.mtp_layers.assign(bounded(text, "num_nextn_predict_layers", 0), latent);
  }
  model.default_ssm_dtype = StateDtype::float32;
  return model;
}

}  // namespace kvplan::families
