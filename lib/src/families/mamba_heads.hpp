// Mamba 2 under the field names that IBM and TII share: mamba_n_heads, mamba_d_head, …
#pragma once

#include "families/common.hpp"

namespace kvplan::families {

inline constexpr double default_mamba_expand = 2;  // Hugging Face, BambaConfig and its heirs

/// @param inner  channels of the mixer; `mamba_d_head` "auto" is inner ÷ mamba_n_heads
[[nodiscard]] Mamba2State mamba_heads(const ConfigNode& text, std::int64_t inner);

}  // namespace kvplan::families
