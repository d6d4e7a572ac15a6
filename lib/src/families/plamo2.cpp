// PLaMo 2: Mamba 2 without groups, attention in one layer of every `mamba_step`. vLLM served it up
// to 0.26.0.
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {

Architecture describe_plamo2(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "plamo2");
  const std::int64_t dim = text.integer("hidden_size_per_head");
  const FullAttention heads{.kv_heads = num_kv_heads(text), .head_dim = dim, .v_head_dim = dim};
  const std::int64_t state_heads = text.integer("mamba_num_heads");
  const Mamba2State state{.inner = product(state_heads, dim),
                          .heads = state_heads,
                          .head_dim = dim,
                          .groups = 0,
                          .state_dim = text.integer("mamba_d_state"),
                          .conv_kernel = text.integer("mamba_d_conv")};
  const std::int64_t step = text.integer("mamba_step", 2);
  const std::int64_t layers = num_layers(text);
  for (std::int64_t i = 0; i < layers; ++i) {
    const bool attends = layers <= step / 2 ? i == layers - 1 : i % step == step / 2;
    model.layers.push_back(Layer{{attends ? CacheKind{heads} : CacheKind{state}}});
  }
  model.served_until = {0, 26, 0, 0};
  return model;
}

}  // namespace kvplan::families
