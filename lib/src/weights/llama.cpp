// Llama, Mistral and what vLLM runs with the same class: one fused projection for queries, keys
// and values, a gated MLP.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void layer(Builder& b, const std::string& prefix, const AttentionShape& heads) {
  const ConfigNode& text = b.text();
  attention(b, prefix + ".self_attn", heads);
  b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
  mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"),
      {.bias = text.boolean_or("mlp_bias", false)});
  b.norm(prefix + ".input_layernorm", heads.hidden);
  b.norm(prefix + ".post_attention_layernorm", heads.hidden);
}

}  // namespace

void llama(Builder& b) {
  const ConfigNode& text = b.text();
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false) || text.boolean_or("bias", false);
  heads.out_bias = heads.qkv_bias;
  b.quantization().fuse(
      {{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}, {"gate_up_proj", {"gate_proj", "up_proj"}}});
  decoder(b, decoder_shape(b), families::num_layers(text),
          [&](std::int64_t, const std::string& prefix) { layer(b, prefix, heads); });
}

}  // namespace kvplan::modules
