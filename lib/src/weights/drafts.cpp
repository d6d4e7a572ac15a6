// Drafts with a config of their own. Embedding and head are the target's, after sharing.
#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {

/// EAGLE-3: the first layer reads embedding and hidden state side by side; a projection joins the
/// hidden states of three layers of the target; a smaller vocabulary has a map to the target's.
void eagle3_llama(Builder& b) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const std::int64_t hidden = heads.hidden;
  constexpr std::int64_t aux_layers = 3;
  // vLLM lengthens a draft's table to the target's length.
  const std::int64_t positions = std::max(max_positions(text), b.serving().max_model_len.count());
  if (text.has("draft_vocab_size")) {
    b.add("draft_id_to_target_id", WeightKind::head, Sharding::replicated, StoredType::int64,
          {text.integer("draft_vocab_size")});
  }
  const std::int64_t layers = text.integer_or("num_hidden_layers", 1);
  for (std::int64_t i = 0; i < layers; ++i) {
    const std::string prefix = "model.layers." + std::to_string(i);
    AttentionShape own = heads;
    if (i == 0) own.hidden = 2 * hidden;
    const std::int64_t query = product(b.share(own.heads), own.head_dim);
    const std::int64_t keys = product(b.share_kv(own.kv_heads), own.head_dim);
    b.sharded(prefix + ".self_attn.qkv_proj", WeightKind::attention, Sharding::qkv,
              {query, keys, keys}, own.hidden);
    b.row(prefix + ".self_attn.o_proj", WeightKind::attention, hidden,
          product(own.heads, own.head_dim));
    b.cache_scales(prefix + ".self_attn.attn");
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim, positions));
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
    for (const char* norm : {".input_layernorm", ".post_attention_layernorm"}) {
      b.norm(prefix + norm, hidden);
    }
    if (i == 0) b.norm(prefix + ".hidden_norm", hidden);
  }
  b.replicated("model.fc", WeightKind::other, {hidden},
               product(aux_layers, text.integer_or("target_hidden_size", hidden)));
  b.norm("model.norm", hidden);
}

/// DFlash: drafts a block at once from hidden states of several layers of the target, joined by a
/// projection; a token of its own stands for what is not yet written.
/// Source: vLLM 0.33, models/qwen3_dflash.py.
void dflash_qwen3(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.out_bias = heads.qkv_bias;
  heads.qk_norm = true;
  const std::int64_t hidden = heads.hidden;
  const std::int64_t positions = std::max(max_positions(text), b.serving().max_model_len.count());
  const auto own = text.find("dflash_config");
  std::int64_t read_layers = families::num_layers(text);
  if (own) {
    if (const auto ids = own->integers("target_layer_ids"); !ids.empty()) {
      read_layers = static_cast<std::int64_t>(ids.size());
    }
  }
  b.add("model.mask_embedding", WeightKind::embedding, Sharding::replicated, b.dtype(), {hidden});
  for (std::int64_t i = 0; i < families::num_layers(text); ++i) {
    const std::string prefix = "model.layers." + std::to_string(i);
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim, positions));
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
    b.norm(prefix + ".input_layernorm", hidden);
    b.norm(prefix + ".post_attention_layernorm", hidden);
  }
  b.replicated("model.fc", WeightKind::other, {hidden},
               product(read_layers, text.integer_or("target_hidden_size", hidden)));
  b.norm("model.hidden_norm", hidden);
  b.norm("model.norm", hidden);
}

/// EAGLE: Llama's layers behind a projection of embedding and hidden state; the first has no norm
/// before its attention, and nothing norms the output.
/// Source: vLLM 0.33, models/llama_eagle.py.
void eagle_llama(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  const std::int64_t hidden = heads.hidden;
  const std::int64_t positions = std::max(max_positions(text), b.serving().max_model_len.count());
  for (std::int64_t i = 0; i < families::num_layers(text); ++i) {
    const std::string prefix = "model.layers." + std::to_string(i);
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim, positions));
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
    if (i > 0) b.norm(prefix + ".input_layernorm", hidden);
    b.norm(prefix + ".post_attention_layernorm", hidden);
  }
  b.replicated("model.fc", WeightKind::other, {hidden}, 2 * hidden);
}

}  // namespace kvplan::modules
