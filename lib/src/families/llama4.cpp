// Llama 4: layers with rotary positions see their chunk of tokens only; every fourth layer has
// none and sees all.
#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_chunk = 8192;  // Hugging Face, Llama4TextConfig
constexpr std::int64_t default_interval = 4;  // Hugging Face, Llama4TextConfig

/// One flag a layer: 1 with rotary positions. An empty list counts as none.
std::vector<std::int64_t> rotary_layers(const ConfigNode& text) {
  std::vector<std::int64_t> rotary = text.integers("no_rope_layers");
  const std::int64_t layers = num_layers(text);
  if (rotary.empty()) {
    const std::int64_t interval = text.integer_or("no_rope_layer_interval", default_interval);
    for (std::int64_t i = 0; i < layers; ++i) rotary.push_back((i + 1) % interval != 0 ? 1 : 0);
  }
  if (static_cast<std::int64_t>(rotary.size()) != layers) {
    throw invalid({text.file(), text.pointer() + "/no_rope_layers"},
                  std::to_string(layers) + " entries, one a layer", std::to_string(rotary.size()));
  }
  return rotary;
}

}  // namespace

Architecture describe_llama4(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "llama4");
  const FullAttention heads = grouped_query(text);
  const bool none = text.contains("attention_chunk_size") && !text.has("attention_chunk_size");
  const std::int64_t chunk =
      none ? 0 : text.integer_or("attention_chunk_size", default_chunk, 0);  // null: no chunks
  for (const std::int64_t rotary : rotary_layers(text)) {
    const bool chunked = rotary != 0 && chunk > 0;
    model.layers.push_back(
        {{chunked ? CacheKind{ChunkedAttention{heads, Tokens{chunk}}} : CacheKind{heads}}});
  }
  return model;
}

}  // namespace kvplan::families
