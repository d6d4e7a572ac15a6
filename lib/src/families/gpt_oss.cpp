// gpt-oss: every even layer slides, whatever `layer_types` says, and all have learned sinks.
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {

Architecture describe_gpt_oss(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "gpt_oss");
  const FullAttention heads = grouped_query(text);
  const auto window = sliding_window(text);
  for (std::int64_t i = 0; i < num_layers(text); ++i) {
    const bool slides = window && i % 2 == 0;
    model.layers.push_back({{slides ? CacheKind{SlidingWindow{heads, *window}} : heads}});
  }
  model.traits.sinks = true;
  return model;
}

}  // namespace kvplan::families
