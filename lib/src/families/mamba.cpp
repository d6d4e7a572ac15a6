// Mamba and Falcon-Mamba: a Mamba 1 state in every layer, no attention, so no cache that grows.
#include "families/common.hpp"
#include "families/families.hpp"

namespace kvplan::families {
namespace {

// Hugging Face, MambaConfig.
constexpr std::int64_t default_state_size = 16;
constexpr std::int64_t default_conv_kernel = 4;
constexpr double default_expand = 2;

}  // namespace

Architecture describe_mamba(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "mamba");
  const Mamba1State state{.inner = text.maybe_integer("intermediate_size")
                                       .value_or(expanded(text, "expand", default_expand)),
                          .state_dim = text.integer_or("state_size", default_state_size),
                          .conv_kernel = text.integer_or("conv_kernel", default_conv_kernel)};
  model.layers.assign(static_cast<std::size_t>(num_layers(text)), Layer{{state}});
  return model;
}

}  // namespace kvplan::families
