// Models that vLLM 0.33 runs on Transformers' own modules (its fallback): the same fused layers
// where the class has a plan for tensor parallelism. Source: vLLM 0.33, models/transformers/;
// Hugging Face, the model classes.
#include "families/common.hpp"
#include "weights/fallback_blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {

/// SmolLM3, Cwm, Ministral, Helium: Llama's structure.
void smollm3(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.tied = true,
               .qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = says(b, "mlp_bias")}});
}

void fallback_llama(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias, .out_bias = bias, .feed_options = {.bias = says(b, "mlp_bias")}});
}

/// Llama's structure with norms of queries and keys.
void hunyuan_dense(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias, .out_bias = bias, .query_norms = QueryNorms::each_head});
}

void seed_oss(Builder& b) {
  one_rotary(b);
  fallback(b, {.qkv_bias = says(b, "attention_bias", true),
               .out_bias = says(b, "attention_out_bias"),
               .feed_options = {.bias = says(b, "mlp_bias")}});
}

/// Fused in the checkpoint, but of the same size.
void glm(Builder& b) {
  one_rotary(b);
  fallback(b, {.qkv_bias = says(b, "attention_bias", true)});
}

void arcee(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = says(b, "mlp_bias"), .gated = false}});
}

void jais2(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias", true);
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = says(b, "mlp_bias", true), .gated = false},
               .norm_bias = true});
}

void phi(Builder& b) {
  if (says(b, "qk_layernorm")) throw Unknowable{};
  one_rotary(b);
  fallback(b, {.qkv_bias = true,
               .out_bias = true,
               .feed_options = {.bias = true, .gated = false},
               .up = "fc1",
               .down = "fc2",
               .norms = {"input_layernorm"},
               .final_norm = "final_layernorm",
               .norm_bias = true,
               .out = "dense"});
}

/// Norms without weights.
void olmo(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias, .out_bias = bias, .norms = {}, .final_norm = ""});
}

void nanochat(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.gated = false},
               .up = "fc1",
               .down = "fc2",
               .norms = {},
               .final_norm = ""});
}

/// Norms after each half, and over all heads at once.
void olmo2(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::all_heads,
               .norms = {"post_attention_layernorm", "post_feedforward_layernorm"}});
}

void olmo3(Builder& b) {
  const std::int64_t dim = families::head_dim(b.text());
  frequencies(b, "full_attention_", dim);
  frequencies(b, "sliding_attention_", dim);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::all_heads,
               .norms = {"post_attention_layernorm", "post_feedforward_layernorm"}});
}

/// Gemma 2 without the norms behind each half.
void vaultgemma(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.tied = true,
               .qkv_bias = bias,
               .out_bias = bias,
               .norms = {"input_layernorm", "pre_feedforward_layernorm"}});
  for (std::int64_t stage = 0; stage < b.pp(); ++stage) {
    if (stage > 0 && stage + 1 < b.pp()) continue;
    b.at_stage(stage);
    b.buffer("model.embed_tokens.embed_scale", b.dtype(), {});
  }
}

void starcoder2(Builder& b) {
  frequencies(b, "", families::head_dim(b.text()));
  const bool bias = says(b, "use_bias", true);
  fallback(b, {.tied = true,
               .qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = bias, .gated = false},
               .up = "c_fc",
               .down = "c_proj",
               .norm_bias = true});
}

void gpt_neox(Builder& b) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const bool bias = says(b, "attention_bias", true);
  const std::int64_t wide = text.integer("intermediate_size");
  DecoderShape shape = decoder_shape(b);
  shape.embedding = "embed_in";
  shape.norm = "";
  shape.kind = all_alike;
  // Either name: rotary_pct in older configs, a fourth where nothing says it.
  Rotary table = rotary_table(text, heads.head_dim);
  constexpr std::int64_t part = 4;
  const auto rope = text.find("rope_parameters");
  const bool said = text.has("rotary_pct") || text.has("partial_rotary_factor") ||
                    (rope && rope->has("partial_rotary_factor"));
  frequencies(b, "", said ? table.dim : heads.head_dim / part);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    b.column(prefix + ".attention.query_key_value", WeightKind::attention, {3 * heads.hidden},
             heads.hidden, {.bias = bias});
    b.row(prefix + ".attention.dense", WeightKind::attention, heads.hidden, heads.hidden,
          {.bias = bias});
    b.cache_scales(prefix + ".attention.attn");
    b.column(prefix + ".mlp.dense_h_to_4h", WeightKind::dense_mlp, {wide}, heads.hidden,
             {.bias = true});
    b.row(prefix + ".mlp.dense_4h_to_h", WeightKind::dense_mlp, heads.hidden, wide, {.bias = true});
    b.layer_norm(prefix + ".input_layernorm", heads.hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  b.last_stage();
  b.layer_norm("model.final_layer_norm", heads.hidden);
}

}  // namespace kvplan::modules
