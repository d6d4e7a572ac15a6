// Every layer alike: full attention with grouped queries (or one KV head, or one each), or one
// window in all layers (Mistral v0.1, Phi-3). Most model types that vLLM serves are of this kind.
#include <algorithm>
#include <array>

#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {
namespace {

/// Model types whose draft layers (MTP) vLLM 0.33 runs.
bool has_draft(std::string_view model_type) {
  constexpr std::array<std::string_view, 4> types{"ernie4_5_moe", "glm4_moe", "hy_v3", "mimo"};
  return std::ranges::find(types, model_type) != types.end();
}

}  // namespace

Architecture describe_llama(const ModelConfig& config) {
  Architecture model = base(config, "llama");
  model.layers = attention_layers(config.text, grouped_query(config.text));
  if (has_draft(config.text.string_or("model_type", ""))) {
    model.mtp_layers.assign(bounded(config.text, "num_nextn_predict_layers", 0),
                            Layer{{grouped_query(config.text)}});
  }
  return model;
}

Architecture describe_multi_query(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "multi_query");
  const bool grouped = text.boolean_or("new_decoder_architecture", false);
  FullAttention heads = grouped_query(text);
  if (!grouped && text.boolean_or("multi_query", true)) heads.kv_heads = 1;
  model.layers.assign(static_cast<std::size_t>(num_layers(text)), Layer{{heads}});
  return model;
}

Architecture describe_chatglm(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "chatglm");
  FullAttention heads = grouped_query(text);
  if (!text.boolean_or("multi_query_attention", false)) heads.kv_heads = num_heads(text);
  model.layers.assign(static_cast<std::size_t>(num_layers(text)), Layer{{heads}});
  return model;
}

}  // namespace kvplan::families
