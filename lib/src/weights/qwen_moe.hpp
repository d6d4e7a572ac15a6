// The mixture of experts that Qwen's families share.
#pragma once

#include <string>

#include "weights/builder.hpp"

namespace kvplan::modules {

/// Router and experts; with shared_expert_intermediate_size a gated shared expert too.
/// @param quantizes_gate  Qwen 3's router is quantized where no list leaves it out
void qwen_experts(Builder& b, const std::string& prefix, const ConfigNode& text,
                  bool quantizes_gate = false);
/// By mlp_only_layers, decoder_sparse_step and num_experts (Hugging Face, Qwen2MoeConfig).
[[nodiscard]] bool is_routed(const ConfigNode& text, std::int64_t layer);

}  // namespace kvplan::modules
