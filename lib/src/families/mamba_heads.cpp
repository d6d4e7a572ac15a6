#include "families/mamba_heads.hpp"

namespace kvplan::families {
namespace {

// Hugging Face, BambaConfig and its heirs.
constexpr std::int64_t default_heads = 128;
constexpr std::int64_t default_groups = 1;
constexpr std::int64_t default_state_size = 256;
constexpr std::int64_t default_conv_kernel = 4;

}  // namespace

Mamba2State mamba_heads(const ConfigNode& text, std::int64_t inner) {
  const std::int64_t heads = text.integer_or("mamba_n_heads", default_heads);
  const auto head_dim = text.find("mamba_d_head");
  const bool automatic = !head_dim || head_dim->is_string();
  return {.inner = inner,
          .heads = heads,
          .head_dim = automatic ? inner / heads : head_dim->as_integer(),
          .groups = text.integer_or("mamba_n_groups", default_groups),
          .state_dim = text.integer_or("mamba_d_state", default_state_size),
          .conv_kernel = text.integer_or("mamba_d_conv", default_conv_kernel)};
}

}  // namespace kvplan::families
