// Encoder-only models (BERT and kin): no cache at all; vLLM counts one block.
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {

Architecture describe_encoder(const ModelConfig& config) {
  Architecture model = base(config, "encoder");
  model.layers.assign(static_cast<std::size_t>(num_layers(config.text)), Layer{});
  model.pooling = true;
  return model;
}

}  // namespace kvplan::families
