// Qwen3.5 and 3.6, dense and mixture of experts, with or without a vision tower: as Qwen3-Next,
// but the recurrent state's dtype is the config's own (published: float32).
#include "families/families.hpp"
#include "families/gated_delta.hpp"

namespace kvplan::families {

Architecture describe_qwen3_5(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "qwen3_5");
  model.layers = gated_delta_layers(text);
  model.ssm_dtype = dtype_field(text, "mamba_ssm_dtype");
  model.mtp_layers.assign(bounded(text, "mtp_num_hidden_layers", 0), Layer{{grouped_query(text)}});
  return model;
}

}  // namespace kvplan::families
