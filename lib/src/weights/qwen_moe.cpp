#include "weights/qwen_moe.hpp"

#include "weights/blocks.hpp"

namespace kvplan::modules {

namespace {

/// Newer Transformers save it under the other name.
std::int64_t expert_count(const ConfigNode& text) {
  return text.integer_or("num_experts", text.integer_or("num_local_experts", 0, 0), 0);
}

}  // namespace

void qwen_experts(Builder& b, const std::string& prefix, const ConfigNode& text,
                  bool quantizes_gate) {
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t experts = expert_count(text);
  if (experts < 1) throw Unknowable{};
  b.replicated(prefix + ".gate", WeightKind::router, {experts}, hidden,
               {.quantize = quantizes_gate});
  const std::int64_t shared = text.integer_or("shared_expert_intermediate_size", 0, 0);
  if (shared > 0) {
    mlp(b, prefix + ".shared_expert", hidden, shared, {.kind = WeightKind::shared_experts});
    b.replicated(prefix + ".shared_expert_gate", WeightKind::shared_experts, {1}, hidden,
                 {.quantize = false});
  }
  b.experts(
      prefix + ".experts.routed_experts",
      {.count = experts, .hidden = hidden, .intermediate = text.integer("moe_intermediate_size")});
}

RoutedLayers::RoutedLayers(const ConfigNode& text)
    : any_(expert_count(text) > 0), every_(any_ ? text.integer_or("decoder_sparse_step", 1) : 1) {
  for (const std::int64_t layer : text.integers("mlp_only_layers")) dense_.insert(layer);
}

bool RoutedLayers::has(std::int64_t layer) const {
  return any_ && (layer + 1) % every_ == 0 && !dense_.contains(layer);
}

}  // namespace kvplan::modules
