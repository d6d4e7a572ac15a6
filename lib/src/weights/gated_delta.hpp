// The layers of the gated-delta hybrids (Qwen3-Next, Qwen3.5, Qwen4-exp).
#pragma once

#include <string>

#include "weights/builder.hpp"

namespace kvplan::modules {

/// @param interleaved  queries, keys, values and gates are one matrix of the checkpoint
void gated_delta(Builder& b, const std::string& prefix, const ConfigNode& text, bool interleaved);

}  // namespace kvplan::modules
