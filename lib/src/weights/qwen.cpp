// Qwen 2 and 3, dense and mixture of experts. Qwen 2 has a bias on queries, keys and values,
// Qwen 3 a norm on queries and keys.
#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

using Feed = void (*)(Builder&, const std::string&, std::int64_t);

void dense(Builder& b, const std::string& prefix, std::int64_t hidden) {
  mlp(b, prefix, hidden, b.text().integer("intermediate_size"));
}

void routed(Builder& b, const std::string& prefix, std::int64_t hidden) {
  const ConfigNode& text = b.text();
  const std::int64_t experts = text.integer("num_experts");
  b.replicated(prefix + ".gate", WeightKind::router, {experts}, hidden, {.quantize = false});
  b.experts(
      prefix + ".experts.routed_experts",
      {.count = experts, .hidden = hidden, .intermediate = text.integer("moe_intermediate_size")});
}

void with_shared_expert(Builder& b, const std::string& prefix, std::int64_t hidden) {
  routed(b, prefix, hidden);
  const std::int64_t shared = b.text().integer_or("shared_expert_intermediate_size", 0, 0);
  if (shared == 0) return;
  mlp(b, prefix + ".shared_expert", hidden, shared, {.kind = WeightKind::shared_experts});
  b.replicated(prefix + ".shared_expert_gate", WeightKind::shared_experts, {1}, hidden,
               {.quantize = false});
}

/// mlp_only_layers and decoder_sparse_step of Hugging Face's Qwen2MoeConfig.
bool is_routed(const ConfigNode& text, std::int64_t layer) {
  const auto dense_layers = text.integers("mlp_only_layers");
  if (std::ranges::find(dense_layers, layer) != dense_layers.end()) return false;
  return text.integer_or("num_experts", 0, 0) > 0 &&
         (layer + 1) % text.integer_or("decoder_sparse_step", 1) == 0;
}

void build(Builder& b, const AttentionShape& heads, Feed sparse) {
  const ConfigNode& text = b.text();
  b.quantization().fuse(
      {{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}, {"gate_up_proj", {"gate_proj", "up_proj"}}});
  decoder(b, decoder_shape(b), families::num_layers(text),
          [&](std::int64_t i, const std::string& prefix) {
            attention(b, prefix + ".self_attn", heads);
            b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
            const bool moe = sparse != nullptr && is_routed(text, i);
            (moe ? sparse : dense)(b, prefix + ".mlp", heads.hidden);
            b.norm(prefix + ".input_layernorm", heads.hidden);
            b.norm(prefix + ".post_attention_layernorm", heads.hidden);
          });
}

AttentionShape qwen2_heads(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = true;
  return heads;
}

AttentionShape qwen3_heads(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.qk_norm = true;
  return heads;
}

}  // namespace

void qwen2(Builder& b) { build(b, qwen2_heads(b.text()), nullptr); }
void qwen2_moe(Builder& b) { build(b, qwen2_heads(b.text()), with_shared_expert); }
void qwen3(Builder& b) { build(b, qwen3_heads(b.text()), nullptr); }
void qwen3_moe(Builder& b) { build(b, qwen3_heads(b.text()), routed); }

}  // namespace kvplan::modules
