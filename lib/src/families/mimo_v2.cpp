// MiMo-V2: windows and full attention in turns, each with its own number of KV heads; values are
// narrower than keys.
#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

FullAttention heads_of(const ConfigNode& text, std::string_view prefix) {
  const auto key = [&](std::string_view name) { return std::string(prefix) + std::string(name); };
  FullAttention heads;
  heads.kv_heads = text.integer(key("num_key_value_heads"));
  heads.head_dim = text.integer(key("head_dim"));
  heads.v_head_dim = text.integer_or(key("v_head_dim"), heads.head_dim);
  return heads;
}

}  // namespace

Architecture describe_mimo_v2(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "mimo_v2");
  const FullAttention full = heads_of(text, "");
  const SlidingWindow sliding{heads_of(text, "swa_"), Tokens{text.integer("sliding_window_size")}};
  const auto pattern = text.integers("hybrid_layer_pattern");
  const std::int64_t layers = num_layers(text);
  if (static_cast<std::int64_t>(pattern.size()) != layers) {
    throw invalid({text.file(), text.pointer() + "/hybrid_layer_pattern"},
                  std::to_string(layers) + " entries, one a layer", std::to_string(pattern.size()));
  }
  for (const std::int64_t slides : pattern) {
    model.layers.push_back({{slides == 1 ? CacheKind{sliding} : CacheKind{full}}});
  }
  model.mtp_layers = {Layer{{sliding}}};  // vLLM runs the first one alone
  return model;
}

}  // namespace kvplan::families
