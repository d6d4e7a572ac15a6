// Qwen 2 and 3, dense and mixture of experts: grouped-query attention in every layer. With
// use_sliding_window the layers from max_window_layers on slide (Hugging Face's Qwen2Config).
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_max_window_layers = 28;  // Hugging Face, Qwen2Config

std::vector<Layer> windowed_layers(const ConfigNode& text, const FullAttention& heads,
                                   Tokens window) {
  std::vector<Layer> layers(static_cast<std::size_t>(num_layers(text)));
  const std::int64_t full = text.integer_or("max_window_layers", default_max_window_layers, 0);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const bool slides = static_cast<std::int64_t>(i) >= full;
    layers[i].keeps = {slides ? CacheKind{SlidingWindow{heads, window}} : CacheKind{heads}};
  }
  return layers;
}

}  // namespace

Architecture describe_qwen(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "qwen");
  const FullAttention heads = grouped_query(text);
  const bool slides = text.boolean_or("use_sliding_window", false) && sliding_window(text);
  if (slides && layer_types(text).empty()) {
    model.layers = windowed_layers(text, heads, *sliding_window(text));
  } else if (slides) {
    model.layers = attention_layers(text, heads);
  } else {
    model.layers.assign(static_cast<std::size_t>(num_layers(text)), Layer{{heads}});
  }
  return model;
}

}  // namespace kvplan::families
