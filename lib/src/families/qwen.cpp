// Qwen 2 and 3, dense and mixture of experts, and the language models of Qwen-VL and Omni: grouped
// queries in every layer. With use_sliding_window either all layers slide or none does: vLLM 0.33
// refuses dense models that mix, and keeps mixed mixtures of experts in full.
#include <algorithm>

#include "families/block_draft.hpp"
#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_max_window_layers = 28;     // Hugging Face, Qwen2Config
constexpr std::int64_t default_max_window_layers_vl = 80;  // Hugging Face, Qwen2VLTextConfig

bool starts_with(const ConfigNode& text, std::string_view prefix) {
  return text.string_or("model_type", "").starts_with(prefix);
}

/// One flag a layer, as Hugging Face's config class fills in `layer_types`.
std::vector<bool> sliding_layers(const ConfigNode& text, std::int64_t max_window_layers) {
  const auto types = layer_types(text);
  std::vector<bool> slides(static_cast<std::size_t>(num_layers(text)));
  for (std::size_t i = 0; i < slides.size(); ++i) {
    const bool late = static_cast<std::int64_t>(i) >= max_window_layers;
    slides[i] = types.empty() ? late : types[i] == "sliding_attention";
  }
  return slides;
}

bool all_slide(const ConfigNode& text) {
  if (starts_with(text, "qwen3_moe")) return true;  // its config class has no layer_types
  const bool vision = starts_with(text, "qwen2_vl") || starts_with(text, "qwen2_5_vl");
  const std::int64_t max_window_layers = text.integer_or(
      "max_window_layers", vision ? default_max_window_layers_vl : default_max_window_layers, 0);
  const auto slides = sliding_layers(text, max_window_layers);
  const bool mixed = std::ranges::adjacent_find(slides, std::not_equal_to<>{}) != slides.end();
  if (!mixed) return slides.front() && !starts_with(text, "qwen2_moe");
  if (max_window_layers != num_layers(text) && !starts_with(text, "qwen2_moe")) {
    throw invalid({text.file(), text.pointer() + "/max_window_layers"},
                  "num_hidden_layers, for vLLM serves no mix of windows and full attention here",
                  std::to_string(max_window_layers));
  }
  return false;
}

}  // namespace

Architecture describe_qwen(const ModelConfig& config) {
  if (is_block_draft(config)) return describe_block_draft(config);
  const ConfigNode& text = config.text;
  Architecture model = base(config, "qwen");
  const FullAttention heads = grouped_query(text);
  const bool asked = text.boolean_or("use_sliding_window", false);
  const auto window = asked ? sliding_window(text) : std::nullopt;
  const bool slides = window && all_slide(text);
  const CacheKind kind = slides ? CacheKind{SlidingWindow{heads, *window}} : heads;
  model.layers.assign(static_cast<std::size_t>(num_layers(text)), Layer{{kind}});
  return model;
}

}  // namespace kvplan::families
