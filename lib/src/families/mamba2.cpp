// Mamba 2 (Mamba-Codestral): a state in every layer, no attention, so no cache that grows. Prefix
// caching is off unless asked for.
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {
namespace {

// Hugging Face, Mamba2Config.
constexpr std::int64_t default_heads = 128;
constexpr std::int64_t default_head_dim = 64;
constexpr std::int64_t default_groups = 8;
constexpr std::int64_t default_state_size = 128;
constexpr std::int64_t default_conv_kernel = 4;
constexpr double default_expand = 2;

}  // namespace

Architecture describe_mamba2(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "mamba2");
  const Mamba2State state{.inner = expanded(text, "expand", default_expand),
                          .heads = text.integer_or("num_heads", default_heads),
                          .head_dim = text.integer_or("head_dim", default_head_dim),
                          .groups = text.integer_or("n_groups", default_groups),
                          .state_dim = text.integer_or("state_size", default_state_size),
                          .conv_kernel = text.integer_or("conv_kernel", default_conv_kernel)};
  model.layers.assign(static_cast<std::size_t>(num_layers(text)), Layer{{state}});
  model.traits.one_stage = true;
  return model;
}

}  // namespace kvplan::families
