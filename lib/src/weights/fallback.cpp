// Models that vLLM 0.33 runs on Transformers' own modules (its fallback): the same fused layers,
// frequencies instead of a rotary table. SmolLM3, OLMo 2 and 3, StarCoder 2.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void frequencies(Builder& b, const std::string& kind, std::int64_t head_dim) {
  const std::string prefix = "model.rotary_emb." + kind;
  b.all_stages(true);
  b.buffer(prefix + "inv_freq", StoredType::float32, {head_dim / 2});
  b.buffer(prefix + "original_inv_freq", StoredType::float32, {head_dim / 2});
  b.all_stages(false);
}

}  // namespace

void smollm3(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = text.boolean_or("attention_bias", false);
  frequencies(b, "", heads.head_dim);
  decoder(b, decoder_shape(b, true), families::num_layers(text),
          [&](std::int64_t, const std::string& prefix) {
            attention(b, prefix + ".self_attn", heads);
            mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"),
                {.bias = text.boolean_or("mlp_bias", false)});
            b.norm(prefix + ".input_layernorm", heads.hidden);
            b.norm(prefix + ".post_attention_layernorm", heads.hidden);
          });
}

namespace {

/// Norms after each half, and over all heads at once, whole on every rank.
void olmo(Builder& b, bool two_kinds) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = text.boolean_or("attention_bias", false);
  if (two_kinds) {
    frequencies(b, "full_attention_", heads.head_dim);
    frequencies(b, "sliding_attention_", heads.head_dim);
  } else {
    frequencies(b, "", heads.head_dim);
  }
  decoder(b, decoder_shape(b), families::num_layers(text),
          [&](std::int64_t, const std::string& prefix) {
            attention(b, prefix + ".self_attn", heads);
            b.norm(prefix + ".self_attn.q_norm", product(heads.heads, heads.head_dim));
            b.norm(prefix + ".self_attn.k_norm", product(heads.kv_heads, heads.head_dim));
            mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
            b.norm(prefix + ".post_attention_layernorm", heads.hidden);
            b.norm(prefix + ".post_feedforward_layernorm", heads.hidden);
          });
}

}  // namespace

void olmo2(Builder& b) { olmo(b, false); }
void olmo3(Builder& b) { olmo(b, true); }

void starcoder2(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const bool bias = text.boolean_or("use_bias", true);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = bias;
  const std::int64_t wide = text.integer("intermediate_size");
  frequencies(b, "", heads.head_dim);
  DecoderShape shape = decoder_shape(b, true);
  shape.norm = "";
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.column(prefix + ".mlp.c_fc", WeightKind::dense_mlp, {wide}, heads.hidden, {.bias = bias});
    b.row(prefix + ".mlp.c_proj", WeightKind::dense_mlp, heads.hidden, wide, {.bias = bias});
    b.layer_norm(prefix + ".input_layernorm", heads.hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  b.last_stage();
  b.layer_norm("model.norm", heads.hidden);
}

}  // namespace kvplan::modules
