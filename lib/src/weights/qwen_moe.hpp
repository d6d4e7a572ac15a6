// The mixture of experts that Qwen's families share.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "weights/builder.hpp"

namespace kvplan::modules {

/// Router and experts; with shared_expert_intermediate_size a gated shared expert too.
/// @param quantizes_gate  Qwen 3's router is quantized where no list leaves it out
void qwen_experts(Builder& b, const std::string& prefix, const ConfigNode& text,
                  bool quantizes_gate = false);

/// Which layers have experts: by mlp_only_layers, decoder_sparse_step and num_experts (Hugging
/// Face, Qwen2MoeConfig), read once for all layers.
class RoutedLayers {
 public:
  explicit RoutedLayers(const ConfigNode& text);
  [[nodiscard]] bool has(std::int64_t layer) const;

 private:
  bool any_;
  std::int64_t every_;
  std::set<std::int64_t> dense_;
};

}  // namespace kvplan::modules
