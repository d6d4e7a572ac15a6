// What DeepSeek V4 says of its layers, for the cache and for the weights.
#pragma once

#include <cstdint>
#include <vector>

#include "kvplan/config.hpp"

namespace kvplan::families {

/// Tokens of one compressed latent in each layer, 0 for a layer without: `layer_types`, else the
/// older `compress_ratios` (which may count draft layers too), else Hugging Face's default: two
/// heavily compressed layers, then both kinds in turn.
[[nodiscard]] std::vector<std::int64_t> compression_ratios(const ConfigNode& text);

}  // namespace kvplan::families
