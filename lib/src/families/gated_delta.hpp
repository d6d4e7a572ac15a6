// What the gated-delta hybrids (Qwen3-Next, Qwen3.5, Qwen4-exp) share.
#pragma once

#include <vector>

#include "families/common.hpp"

namespace kvplan::families {

[[nodiscard]] GatedDeltaState gated_delta(const ConfigNode& text);
/// One flag a layer: true where it is full attention. By `layer_types`, else every
/// `full_attention_interval`-th layer.
[[nodiscard]] std::vector<bool> full_attention_pattern(const ConfigNode& text);
/// Full attention where the pattern says so, a gated delta state elsewhere.
[[nodiscard]] std::vector<Layer> gated_delta_layers(const ConfigNode& text);

}  // namespace kvplan::families
