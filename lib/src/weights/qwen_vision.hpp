// The vision towers of Qwen's multimodal models.
#pragma once

#include "weights/builder.hpp"

namespace kvplan::modules {

/// Qwen 3 VL, 3.5, 4-exp: position embeddings, a merger, deep stacks where the config names them.
/// @param deepstack  how many where the config does not say
void qwen3_vision(Builder& b, std::int64_t deepstack);
/// Qwen 2.5 VL: gated MLPs, root-mean-square norms.
void qwen2_5_vision(Builder& b);
/// Qwen 2 VL: plain MLPs, layer norms.
void qwen2_vision(Builder& b);

}  // namespace kvplan::modules
