// Zamba 2: Mamba 2 in every layer; "hybrid" layers run a shared attention block too. The weights
// of a block are shared, its cache is not. The engine builds the attention blocks before the
// layers, so their caches come first. Attention sees the embedding beside the hidden state, and
// its heads are twice as wide for that; every query head has a KV head of its own.
#include <algorithm>
#include <string>

#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

// Hugging Face, Zamba2Config.
constexpr std::int64_t long_length = 16'384;  // use_long_context
constexpr std::int64_t default_heads = 8;
constexpr std::int64_t default_groups = 1;
constexpr std::int64_t default_state_size = 64;
constexpr std::int64_t default_conv_kernel = 4;
constexpr double default_expand = 2;

FullAttention attention_heads(const ConfigNode& text) {
  const std::int64_t heads = num_heads(text);
  const std::int64_t dim = text.maybe_integer("attention_head_dim")
                               .value_or(product(2, text.integer("hidden_size")) / heads);
  if (dim < 1) {
    throw invalid({text.file(), text.pointer() + "/num_attention_heads"},
                  "at most twice the hidden_size", std::to_string(heads));
  }
  return {.kv_heads = heads, .head_dim = dim, .v_head_dim = dim};
}

Mamba2State mamba_state(const ConfigNode& text) {
  const std::int64_t heads = text.integer_or("n_mamba_heads", default_heads);
  const std::int64_t inner = expanded(text, "mamba_expand", default_expand);
  return {.inner = inner,
          .heads = heads,
          .head_dim = text.maybe_integer("mamba_headdim").value_or(inner / heads),
          .groups = text.integer_or("mamba_ngroups", default_groups),
          .state_dim = text.integer_or("mamba_d_state", default_state_size),
          .conv_kernel = text.integer_or("mamba_d_conv", default_conv_kernel)};
}

}  // namespace

Architecture describe_zamba2(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "zamba2");
  if (text.boolean_or("use_long_context", false)) model.derived_max_model_len = Tokens{long_length};
  const ConfigNode list = text.at("layers_block_type");
  const auto types = list.items();
  if (types.empty()) {
    throw invalid({list.file(), list.pointer()}, "an entry for each layer", list.text());
  }
  const auto hybrid = [](const ConfigNode& type) {
    const std::string name = type.as_string();
    if (name == "hybrid") return true;
    if (name == "mamba" || name == "linear_attention") return false;
    throw unknown({type.file(), type.pointer()}, "hybrid or mamba", type.text());
  };
  const auto blocks = static_cast<std::size_t>(std::ranges::count_if(types, hybrid));
  model.layers.assign(blocks, Layer{{attention_heads(text)}});
  model.layers.insert(model.layers.end(), types.size(), Layer{{mamba_state(text)}});
  model.traits.one_stage = true;
  return model;
}

}  // namespace kvplan::families
