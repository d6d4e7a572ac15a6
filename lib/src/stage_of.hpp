// Which pipeline stage holds a layer, for the cache and for the weights.
#pragma once

#include <algorithm>
#include <cstdint>

namespace kvplan {

/// Equal shares; a remainder one each from the last stage but one forward.
/// Source: vLLM, distributed/utils.py (vllm.md F.1).
[[nodiscard]] constexpr std::int64_t stage_of(std::int64_t layer, std::int64_t layers,
                                              std::int64_t stages) {
  const std::int64_t each = layers / stages;
  const std::int64_t longer = layers % stages;  // with a layer more: those before the last
  const std::int64_t shorter = stages - 1 - longer;
  const std::int64_t behind = layer - shorter * each;
  if (behind < 0) return layer / each;
  return std::min(stages - 1, shorter + behind / (each + 1));
}

}  // namespace kvplan
