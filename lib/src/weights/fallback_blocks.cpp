#include "weights/fallback_blocks.hpp"

#include "families/common.hpp"

namespace kvplan::modules {

void frequencies(Builder& b, const std::string& kind, std::int64_t rotary_dim,
                 const std::string& model) {
  const std::string prefix = model + ".rotary_emb." + kind;
  b.all_stages(true);
  b.buffer(prefix + "inv_freq", StoredType::float32, {rotary_dim / 2});
  b.buffer(prefix + "original_inv_freq", StoredType::float32, {rotary_dim / 2});
  b.all_stages(false);
}

void ungated(Builder& b, const std::string& prefix, const FallbackShape& own, std::int64_t hidden,
             std::int64_t wide) {
  b.column(prefix + "." + std::string(own.up), WeightKind::dense_mlp, {wide}, hidden,
           {.bias = own.feed_options.bias});
  b.row(prefix + "." + std::string(own.down), WeightKind::dense_mlp, hidden, wide,
        {.bias = own.feed_options.bias});
}

namespace {

void attends(Builder& b, const std::string& prefix, const AttentionShape& heads,
             const FallbackShape& own) {
  const std::int64_t queries = product(b.share(heads.heads), heads.head_dim);
  const std::int64_t keys = product(b.share_kv(heads.kv_heads), heads.head_dim);
  b.sharded(prefix + ".qkv_proj", WeightKind::attention, Sharding::qkv, {queries, keys, keys},
            heads.hidden, {.bias = own.qkv_bias});
  b.row(prefix + "." + std::string(own.out), WeightKind::attention, heads.hidden,
        product(heads.heads, heads.head_dim), {.bias = own.out_bias});
  if (own.query_norms != QueryNorms::none) {
    const bool all = own.query_norms == QueryNorms::all_heads;  // whole on every rank
    b.norm(prefix + ".q_norm", all ? product(heads.heads, heads.head_dim) : heads.head_dim);
    b.norm(prefix + ".k_norm", all ? product(heads.kv_heads, heads.head_dim) : heads.head_dim);
  }
  b.cache_scales(prefix + ".attn");
}

}  // namespace

void fallback(Builder& b, const FallbackShape& own) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  DecoderShape shape = decoder_shape(b, own.tied);
  shape.norm = own.norm_bias ? "" : std::string(own.final_norm);
  if (!own.feed) shape.kind = all_alike;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attends(b, prefix + ".self_attn", heads, own);
    if (own.feed) {
      own.feed(i, prefix);
    } else if (own.feed_options.gated) {
      mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"), own.feed_options);
    } else {
      ungated(b, prefix + ".mlp", own, heads.hidden, text.integer("intermediate_size"));
    }
    for (const std::string_view norm : own.norms) {
      b.layer_norm(prefix + "." + std::string(norm), heads.hidden, own.norm_bias);
    }
  });
  if (!own.norm_bias || own.final_norm.empty()) return;
  b.last_stage();
  b.layer_norm(shape.prefix + "." + std::string(own.final_norm), heads.hidden);
}

std::int64_t rotary_dim(const Builder& b, std::int64_t head_dim) {
  return rotary_table(b.text(), head_dim).dim;
}

void one_rotary(Builder& b) { frequencies(b, "", rotary_dim(b, families::head_dim(b.text()))); }

bool says(const Builder& b, std::string_view key, bool fallback_value) {
  return b.text().boolean_or(key, fallback_value);
}

}  // namespace kvplan::modules
