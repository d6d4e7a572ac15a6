// Gemma 3, 3n and 4: windows with a full layer in turns. Multimodal Gemma 3, and Gemma 4 where it
// says so, see an image in both directions. The last layers of Gemma 3n and 4 share the caches of
// earlier ones; Gemma 4's full layers have heads of their own size and number.
#include <algorithm>

#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t gemma3n_period = 5;          // Hugging Face, Gemma3nTextConfig
constexpr std::int64_t gemma3n_shared_layers = 15;  // Hugging Face, Gemma3nTextConfig
constexpr std::int64_t gemma4_period = 6;           // Hugging Face, Gemma4TextConfig
constexpr std::int64_t gemma4_global_head_dim = 512;
/// vLLM's bounds for a video: 32 frames of 70 soft tokens, their marks and time stamps.
constexpr std::int64_t gemma4_video_tokens = std::int64_t{32} * (70 + 2 + 6);
constexpr std::int64_t gemma4_image_tokens = 280;

std::vector<bool> sliding_layers(const ConfigNode& text, std::int64_t period) {
  const auto types = layer_types(text);
  std::vector<bool> slides(static_cast<std::size_t>(num_layers(text)));
  for (std::size_t i = 0; i < slides.size(); ++i) {
    slides[i] = types.empty() ? (static_cast<std::int64_t>(i) + 1) % period != 0
                              : types[i] == "sliding_attention";
  }
  return slides;
}

/// Layers from this one on keep nothing of their own.
std::size_t first_shared(const ConfigNode& text, std::int64_t fallback) {
  const std::int64_t layers = num_layers(text);
  const std::int64_t shared = text.integer_or("num_kv_shared_layers", fallback, 0);
  if (shared >= layers) {
    throw invalid({text.file(), text.pointer() + "/num_kv_shared_layers"},
                  "fewer than the " + std::to_string(layers) + " layers", std::to_string(shared));
  }
  return static_cast<std::size_t>(layers - shared);
}

FullAttention global_heads(const ConfigNode& text) {
  FullAttention heads = grouped_query(text);
  heads.head_dim = text.integer_or("global_head_dim", gemma4_global_head_dim);
  heads.v_head_dim = heads.head_dim;
  if (text.boolean_or("attention_k_eq_v", false)) {
    heads.kv_heads = text.integer_or("num_global_key_value_heads", heads.kv_heads);
  }
  return heads;
}

std::vector<Layer> mixed_layers(const std::vector<bool>& slides, std::size_t own,
                                const CacheKind& sliding, const CacheKind& full) {
  std::vector<Layer> layers(slides.size());
  for (std::size_t i = 0; i < own; ++i) layers[i].keeps = {slides[i] ? sliding : full};
  return layers;
}

}  // namespace

Architecture describe_gemma3(const ModelConfig& config) {
  Architecture model = base(config, "gemma3");
  model.layers = interleaved_layers(config.text, grouped_query(config.text));
  return model;
}

Architecture describe_gemma3n(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "gemma3n");
  const FullAttention heads = grouped_query(text);
  const auto window = sliding_window(text);
  const CacheKind sliding = window ? CacheKind{SlidingWindow{heads, *window}} : heads;
  model.layers = mixed_layers(sliding_layers(text, gemma3n_period),
                              first_shared(text, gemma3n_shared_layers), sliding, heads);
  return model;
}

Architecture describe_gemma4(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "gemma4");
  const FullAttention heads = grouped_query(text);
  const auto window = sliding_window(text);
  auto slides = sliding_layers(text, gemma4_period);
  slides.back() = false;  // Hugging Face makes the last layer a full one
  const CacheKind sliding = window ? CacheKind{SlidingWindow{heads, *window}} : heads;
  const FullAttention global = global_heads(text);
  model.layers = mixed_layers(slides, first_shared(text, 0), sliding, global);
  model.traits.mixed_head_dims = global.head_dim != heads.head_dim;
  const auto vision = config.root.find("vision_config");
  if (vision && text.string_or("use_bidirectional_attention", "") == "vision") {
    model.traits.mm_prefix = true;
    model.traits.largest_mm_item = Tokens{std::max(
        gemma4_video_tokens, vision->integer_or("default_output_length", gemma4_image_tokens))};
  }
  return model;
}

}  // namespace kvplan::families
