// MiniMax-Text-01 and M1: lightning attention, full attention where `attn_type_list` says 1 (or
// `layer_types` full_attention). vLLM served them up to 0.23.0.
#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

/// True where a layer attends to all tokens.
std::vector<bool> attention_pattern(const ConfigNode& text) {
  std::vector<bool> pattern;
  for (const std::int64_t type : text.integers("attn_type_list")) pattern.push_back(type == 1);
  if (pattern.empty()) {
    for (const std::string& type : layer_types(text)) pattern.push_back(type == "full_attention");
  }
  const auto layers = static_cast<std::size_t>(num_layers(text));
  if (pattern.size() != layers) {
    throw invalid({text.file(), text.pointer() + "/attn_type_list"},
                  std::to_string(layers) + " entries, one a layer", std::to_string(pattern.size()));
  }
  return pattern;
}

}  // namespace

Architecture describe_minimax_text_01(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "minimax_text_01");
  const FullAttention heads = grouped_query(text);
  const LinearAttentionState state{.heads = num_heads(text), .head_dim = head_dim(text)};
  for (const bool attends : attention_pattern(text)) {
    model.layers.push_back(Layer{{attends ? CacheKind{heads} : CacheKind{state}}});
  }
  model.served_until = {0, 23, 0, 0};
  return model;
}

}  // namespace kvplan::families
