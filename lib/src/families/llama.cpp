// Llama, Mistral and their kin: every layer alike, grouped-query attention. Mistral v0.1 slides
// over one window in all layers.
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {

Architecture describe_llama(const ModelConfig& config) {
  Architecture model = base(config, "llama");
  model.layers = attention_layers(config.text, grouped_query(config.text));
  return model;
}

}  // namespace kvplan::families
