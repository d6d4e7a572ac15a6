// gpt-oss: every even layer slides, whatever `layer_types` says, and all have learned sinks. Where
// `layer_types` names one kind alone, vLLM takes the window for the whole model's, and all slide
// (vLLM 0.33's own code on such a config, 2026-12-01).
#include <algorithm>
#include <functional>

#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {

Architecture describe_gpt_oss(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "gpt_oss");
  const FullAttention heads = grouped_query(text);
  const auto window = sliding_window(text);
  const std::vector<std::string> types = text.strings("layer_types");
  const bool one_kind =
      !types.empty() && std::ranges::adjacent_find(types, std::not_equal_to<>{}) == types.end();
  for (std::int64_t i = 0; i < num_layers(text); ++i) {
    const bool slides = window && (one_kind || i % 2 == 0);
    model.layers.push_back({{slides ? CacheKind{SlidingWindow{heads, *window}} : heads}});
  }
  model.traits.sinks = true;
  return model;
}

}  // namespace kvplan::families
