// MiniCPM-V 4.6 and 4.7: a vision tower before Qwen3.5's text model. The engine does not read
// `mamba_ssm_dtype` for it: the state has the model's own dtype.
#include "families/families.hpp"
#include "families/gated_delta.hpp"

namespace kvplan::families {

Architecture describe_minicpmv4_6(const ModelConfig& config) {
  Architecture model = base(config, "minicpmv4_6");
  model.layers = gated_delta_layers(config.text);
  return model;
}

}  // namespace kvplan::families
