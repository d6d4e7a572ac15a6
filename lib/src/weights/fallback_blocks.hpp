// What models on Transformers' own modules share (vLLM's fallback): one description of attention,
// MLP and norms, and frequencies instead of a rotary table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weights/blocks.hpp"

namespace kvplan::modules {

/// Frequencies of a rotary embedding, which every stage has.
/// @param kind  of layers, where each has its own: "full_attention_"
void frequencies(Builder& b, const std::string& kind, std::int64_t rotary_dim,
                 const std::string& model = "model");
/// The one rotary embedding of a model, by its fields.
void one_rotary(Builder& b);
[[nodiscard]] std::int64_t rotary_dim(const Builder& b, std::int64_t head_dim);
[[nodiscard]] bool says(const Builder& b, std::string_view key, bool fallback_value = false);

enum class QueryNorms { none, each_head, all_heads };

/// What the classes differ in. Norms with a bias are LayerNorms.
struct FallbackShape {
  bool tied = false;  ///< where no field says it
  bool qkv_bias = false;
  bool out_bias = false;
  QueryNorms query_norms = QueryNorms::none;
  MlpOptions feed_options = {};
  std::string_view up = "up_proj";      ///< of an MLP without a gate
  std::string_view down = "down_proj";  ///< the same
  std::vector<std::string_view> norms = {"input_layernorm", "post_attention_layernorm"};
  std::string_view final_norm = "norm";  ///< empty: none, or one without weights
  bool norm_bias = false;
  std::string_view out = "o_proj";
  Feed feed = nullptr;  ///< else an MLP
};

/// One matrix up and one down.
void ungated(Builder& b, const std::string& prefix, const FallbackShape& own, std::int64_t hidden,
             std::int64_t wide);
void fallback(Builder& b, const FallbackShape& own);

}  // namespace kvplan::modules
