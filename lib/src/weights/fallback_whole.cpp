// Models on Transformers' own modules whose class has no plan for tensor parallelism, or only for a
// part: every rank keeps those matrices whole. Source: vLLM 0.33, models/transformers/base.py;
// Hugging Face, the model classes.
#include "families/common.hpp"
#include "weights/fallback_blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto attends = WeightKind::attention;
constexpr auto feeds = WeightKind::dense_mlp;

/// On the first stage, and where a tied head reads it.
bool keeps_embedding(const Builder& b, std::int64_t stage, bool tied) {
  return stage == 0 || (tied && stage + 1 == b.pp());
}

}  // namespace

/// Heads are divided, the MLP is not. A triangle of ones says what a token may see.
void gpt_bigcode(Builder& b) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const std::int64_t wide = text.integer_or("n_inner", 4 * heads.hidden);
  const std::int64_t positions = text.integer_or("n_positions", 1024);
  const bool one_key = text.boolean_or("multi_query", true);
  const std::int64_t queries = product(b.share(heads.heads), heads.head_dim);
  const std::int64_t keys = product(one_key ? 1 : b.share_kv(heads.kv_heads), heads.head_dim);
  const std::int64_t layers = families::num_layers(text);
  const bool tied = is_tied(b.config().root, text, true);
  for (std::int64_t stage = 0; stage < b.pp(); ++stage) {
    b.at_stage(stage);
    if (keeps_embedding(b, stage, tied)) {
      b.embedding("model.wte", text.integer("vocab_size"), heads.hidden);
      b.add("model.wpe.weight", WeightKind::embedding, Sharding::replicated, b.dtype(),
            {positions, heads.hidden});
    }
    b.buffer("model.bias", StoredType::boolean, {positions, positions});
  }
  DecoderShape shape{.prefix = "model", .layers = "h", .hidden = heads.hidden, .kind = all_alike};
  decoder_layers(b, shape, layers, [&](std::int64_t, const std::string& prefix) {
    b.layer_norm(prefix + ".ln_1", heads.hidden);
    b.sharded(prefix + ".attn.c_attn", attends, Sharding::qkv, {queries, keys, keys}, heads.hidden,
              {.bias = true});
    b.row(prefix + ".attn.c_proj", attends, heads.hidden, product(heads.heads, heads.head_dim),
          {.bias = true});
    b.cache_scales(prefix + ".attn.attn");
    b.layer_norm(prefix + ".ln_2", heads.hidden);
    b.replicated(prefix + ".mlp.c_fc", feeds, {wide}, heads.hidden, {.bias = true});
    b.replicated(prefix + ".mlp.c_proj", feeds, {heads.hidden}, wide, {.bias = true});
  });
  b.last_stage();
  b.layer_norm("model.ln_f", heads.hidden);
  if (!tied) b.head("lm_head", text.integer("vocab_size"), heads.hidden);
}

void persimmon(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const std::int64_t wide = text.integer("intermediate_size");
  DecoderShape shape = decoder_shape(b);
  shape.norm = "";
  shape.kind = all_alike;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    b.replicated(prefix + ".self_attn.query_key_value", attends, {3 * heads.hidden}, heads.hidden,
                 {.bias = true});
    b.replicated(prefix + ".self_attn.dense", attends, {heads.hidden}, heads.hidden,
                 {.bias = true});
    if (says(b, "qk_layernorm", true)) {
      b.layer_norm(prefix + ".self_attn.q_layernorm", heads.head_dim);
      b.layer_norm(prefix + ".self_attn.k_layernorm", heads.head_dim);
    }
    b.cache_scales(prefix + ".self_attn.attn");
    b.replicated(prefix + ".mlp.dense_h_to_4h", feeds, {wide}, heads.hidden, {.bias = true});
    b.replicated(prefix + ".mlp.dense_4h_to_h", feeds, {heads.hidden}, wide, {.bias = true});
    b.layer_norm(prefix + ".input_layernorm", heads.hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  b.last_stage();
  b.layer_norm("model.final_layernorm", heads.hidden);
}

/// Learned positions with two more rows than tokens; keys and values are fused and divided.
void biogpt(Builder& b) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const std::int64_t wide = text.integer("intermediate_size");
  const std::int64_t positions = sum(max_positions(text), 2);
  const bool tied = is_tied(b.config().root, text, true);
  for (std::int64_t stage = 0; stage < b.pp(); ++stage) {
    b.at_stage(stage);
    if (!keeps_embedding(b, stage, tied)) continue;
    b.embedding("model.embed_tokens", text.integer("vocab_size"), heads.hidden);
    b.add("model.embed_positions.weight", WeightKind::embedding, Sharding::replicated, b.dtype(),
          {positions, heads.hidden});
  }
  DecoderShape shape{.prefix = "model", .hidden = heads.hidden, .kind = all_alike};
  decoder_layers(
      b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
        const std::string own = prefix + ".self_attn";
        b.replicated(own + ".q_proj", attends, {heads.hidden}, heads.hidden, {.bias = true});
        b.replicated(own + ".out_proj", attends, {heads.hidden}, heads.hidden, {.bias = true});
        b.column(own + ".merged_proj", attends, {heads.hidden, heads.hidden}, heads.hidden,
                 {.bias = true});
        b.cache_scales(own + ".attn");
        b.layer_norm(prefix + ".self_attn_layer_norm", heads.hidden);
        b.replicated(prefix + ".fc1", feeds, {wide}, heads.hidden, {.bias = true});
        b.replicated(prefix + ".fc2", feeds, {heads.hidden}, wide, {.bias = true});
        b.layer_norm(prefix + ".final_layer_norm", heads.hidden);
      });
  b.last_stage();
  b.layer_norm("model.layer_norm", heads.hidden);
  if (!tied) b.head("lm_head", text.integer("vocab_size"), heads.hidden);
}

/// A norm inside attention and MLP, before their last matrix.
void bitnet(Builder& b) {
  if (b.tp() > 1) throw Unknowable{};  // which of its matrices are divided has not been seen
  const ConfigNode& text = b.text();
  one_rotary(b);
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t wide = text.integer("intermediate_size");
  const bool bias = says(b, "attention_bias");
  fallback(b, {.tied = true,
               .qkv_bias = bias,
               .out_bias = bias,
               .feed = [&](std::int64_t, const std::string& prefix) {
                 b.norm(prefix + ".self_attn.attn_sub_norm", hidden);
                 mlp(b, prefix + ".mlp", hidden, wide);
                 b.norm(prefix + ".mlp.ffn_sub_norm", wide);
               }});
}

/// The decoder alone: an embedding with one row more than the head, a gate in the first half.
void moshi(Builder& b) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const std::int64_t wide = text.integer("ffn_dim");
  const std::int64_t vocab = text.integer("vocab_size");
  b.first_stage();
  b.embedding("model.embed_tokens", sum(vocab, 1), heads.hidden);
  DecoderShape shape{.prefix = "model", .hidden = heads.hidden, .kind = all_alike};
  decoder_layers(
      b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
        const std::string own = prefix + ".self_attn";
        for (const char* matrix : {".q_proj.linear", ".k_proj.linear", ".v_proj.linear"}) {
          const bool query = matrix[1] == 'q';
          b.replicated(own + matrix, attends,
                       {product(query ? heads.heads : heads.kv_heads, heads.head_dim)},
                       heads.hidden);
        }
        b.replicated(own + ".o_proj.linear", attends, {heads.hidden},
                     product(heads.heads, heads.head_dim));
        b.cache_scales(own + ".attn");
        b.replicated(prefix + ".mlp.fc1", feeds, {wide}, heads.hidden);
        b.replicated(prefix + ".mlp.fc2", feeds, {heads.hidden}, wide / 2);
        b.norm(prefix + ".input_layernorm", heads.hidden);
        b.norm(prefix + ".post_attention_layernorm", heads.hidden);
        for (const char* table : {".rotary_emb.inv_freq", ".rotary_emb.original_inv_freq"}) {
          b.buffer(own + table, StoredType::float32, {heads.head_dim / 2});
        }
      });
  b.last_stage();
  b.norm("model.norm", heads.hidden);
  b.head("lm_head", vocab, heads.hidden);
}

/// Weighted residuals, and a mask that the values decide. Without its mixture.
void doge(Builder& b) {
  if (says(b, "is_moe")) throw Unknowable{};
  const ConfigNode& text = b.text();
  one_rotary(b);
  const AttentionShape heads = attention_shape(text);
  const std::int64_t wide = text.integer("intermediate_size");
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::each_head,
               .feed = [&](std::int64_t, const std::string& prefix) {
                 for (const char* half : {".input_residual", ".post_attention_residual"}) {
                   b.add(prefix + half, WeightKind::norm, Sharding::replicated, b.dtype(),
                         {heads.hidden});
                 }
                 b.add(prefix + ".self_attn.A", attends, Sharding::replicated, b.dtype(),
                       {heads.kv_heads});
                 b.row(prefix + ".self_attn.dt_proj", attends, heads.kv_heads,
                       product(heads.kv_heads, heads.head_dim), {.bias = bias});
                 mlp(b, prefix + ".mlp", heads.hidden, wide, {.bias = says(b, "mlp_bias")});
               }});
}

}  // namespace kvplan::modules
