// Older families whose modules have names of their own: Cohere, ChatGLM, Falcon.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {

/// Attention and MLP read the same norm, which has no bias.
void cohere(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  const bool qk_norm = text.boolean_or("use_qk_norm", false);
  DecoderShape shape = decoder_shape(b, true);
  shape.norm_everywhere = true;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    AttentionShape own = heads;
    own.qkv_bias = own.out_bias = text.boolean_or("attention_bias", false);
    attention(b, prefix + ".self_attn", own);
    if (qk_norm) {
      b.norm(prefix + ".self_attn.q_norm", product(b.share(heads.heads), heads.head_dim));
      b.norm(prefix + ".self_attn.k_norm", product(b.share_kv(heads.kv_heads), heads.head_dim));
    }
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    b.norm(prefix + ".input_layernorm", heads.hidden);
  });
}

void chatglm(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t heads = text.integer("num_attention_heads");
  const std::int64_t dim = text.integer_or("kv_channels", hidden / heads);
  const std::int64_t kv = text.boolean_or("multi_query_attention", false)
                              ? text.integer("multi_query_group_num")
                              : heads;
  const bool bias = text.boolean_or("add_bias_linear", false);
  const bool qkv_bias = bias || text.boolean_or("add_qkv_bias", false);
  const std::int64_t wide = text.integer("ffn_hidden_size");
  const DecoderShape shape{.prefix = "transformer",
                           .head = "transformer.output_layer",
                           .embedding = "embedding",
                           .layers = "encoder.layers",
                           .norm = "encoder.final_layernorm",
                           .hidden = hidden,
                           .vocab = text.integer("padded_vocab_size"),
                           .tied = is_tied(b.config().root, text, false),
                           .embedding_everywhere = true,
                           .norm_everywhere = true,
                           .head_everywhere = true};
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    const std::string own = prefix + ".self_attention";
    const std::int64_t keys = product(b.share_kv(kv), dim);
    b.sharded(own + ".query_key_value", WeightKind::attention, Sharding::qkv,
              {product(b.share(heads), dim), keys, keys}, hidden, {.bias = qkv_bias});
    b.row(own + ".dense", WeightKind::attention, hidden, product(heads, dim), {.bias = bias});
    // Half of a head turns.
    b.rotary(own + ".rotary_emb",
             {.positions = text.integer_or("seq_length", 8192), .dim = dim / 2});
    b.cache_scales(own + ".attn");
    b.column(prefix + ".mlp.dense_h_to_4h", WeightKind::dense_mlp, {wide, wide}, hidden,
             {.bias = bias});
    b.row(prefix + ".mlp.dense_4h_to_h", WeightKind::dense_mlp, hidden, wide, {.bias = bias});
    b.norm(prefix + ".input_layernorm", hidden);
    b.norm(prefix + ".post_attention_layernorm", hidden);
  });
}

void falcon(Builder& b) {
  constexpr std::int64_t default_positions = 2048;  // Hugging Face, FalconConfig
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t heads = text.integer("num_attention_heads");
  const std::int64_t dim = hidden / heads;
  const bool newer = text.boolean_or("new_decoder_architecture", false);
  if (text.boolean_or("alibi", false)) throw Unknowable{};
  std::int64_t kv = heads;
  if (newer)
    kv = text.integer_or("num_kv_heads", heads);
  else if (text.boolean_or("multi_query", true))
    kv = 1;
  const bool bias = text.boolean_or("bias", false);
  const std::int64_t wide = text.integer_or("ffn_hidden_size", product(4, hidden));
  const DecoderShape shape{.prefix = "transformer",
                           .embedding = "word_embeddings",
                           .layers = "h",
                           .norm = "",
                           .hidden = hidden,
                           .vocab = text.integer("vocab_size"),
                           .tied = is_tied(b.config().root, text, true)};
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    const std::string own = prefix + ".self_attention";
    const std::int64_t keys = product(b.share_kv(kv), dim);
    b.sharded(own + ".query_key_value", WeightKind::attention, Sharding::qkv,
              {product(b.share(heads), dim), keys, keys}, hidden, {.bias = bias});
    b.row(own + ".dense", WeightKind::attention, hidden, hidden, {.bias = bias});
    b.rotary(own + ".rotary_emb", rotary_table(text, dim, max_positions(text, default_positions)));
    b.cache_scales(own + ".attn");
    b.column(prefix + ".mlp.dense_h_to_4h", WeightKind::dense_mlp, {wide}, hidden, {.bias = bias});
    b.row(prefix + ".mlp.dense_4h_to_h", WeightKind::dense_mlp, hidden, wide, {.bias = bias});
    if (newer) {
      b.layer_norm(prefix + ".ln_attn", hidden);
      b.layer_norm(prefix + ".ln_mlp", hidden);
    } else {
      b.layer_norm(prefix + ".input_layernorm", hidden);
      if (!text.boolean_or("parallel_attn", true)) {
        b.layer_norm(prefix + ".post_attention_layernorm", hidden);
      }
    }
  });
  b.all_stages(true);
  b.layer_norm("transformer.ln_f", hidden);
  b.all_stages(false);
}

}  // namespace kvplan::modules
