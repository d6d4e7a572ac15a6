// Qwen's language model inside other models.
#pragma once

#include <string>

#include "weights/blocks.hpp"

namespace kvplan::modules {

/// @param wrapper  before "model" and "lm_head": "llm."
void qwen_layers(Builder& b, const AttentionShape& heads, const std::string& wrapper);

}  // namespace kvplan::modules
