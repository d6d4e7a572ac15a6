// Drafts with a config of their own. Embedding and head are the target's, after sharing.
#include "weights/drafts.hpp"

#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/latent.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {

void draft_vocabulary(Builder& b) {
  const ConfigNode& text = b.text();
  if (!text.has("draft_vocab_size")) return;
  const std::int64_t own = text.integer("draft_vocab_size");
  if (own == text.integer("vocab_size")) return;
  b.add("draft_id_to_target_id", WeightKind::head, Sharding::replicated, StoredType::int64, {own});
}

namespace {

/// How many of the target's layers are read: by count, by list, or the usual three.
std::int64_t read_layers(const ConfigNode& text) {
  constexpr std::int64_t usual = 3;
  for (const char* key : {"num_aux_layers", "num_aux_hidden_states"}) {
    if (text.has(key)) return text.integer(key);
  }
  constexpr const char* list = "eagle_aux_hidden_state_layer_ids";
  if (const auto ids = text.integers(list); !ids.empty()) {
    return static_cast<std::int64_t>(ids.size());
  }
  const auto own = text.find("eagle_config");
  if (!own || !own->is_object()) return usual;
  const auto ids = own->integers(list);
  return ids.empty() ? usual : static_cast<std::int64_t>(ids.size());
}

/// In eagle_config, else beside it.
bool eagle_says(const ConfigNode& text, const char* key, bool fallback) {
  if (const auto own = text.find("eagle_config"); own && own->is_object() && own->has(key)) {
    return own->boolean_or(key, fallback);
  }
  return text.boolean_or(key, fallback);
}

/// The projection that joins what is read of the target, with its norms.
void joining_projection(Builder& b, std::int64_t hidden) {
  const ConfigNode& text = b.text();
  if (!eagle_says(text, "use_aux_hidden_state", true)) return;
  const std::int64_t count = read_layers(text);
  const std::int64_t each = text.integer_or("target_hidden_size", hidden);
  const std::int64_t in = product(count, each);
  if (eagle_says(text, "norm_before_fc", false)) b.norm("model.input_norm", in);
  if (text.boolean_or("fc_norm", false)) {
    for (std::int64_t i = 0; i < count; ++i) b.norm("model.fc_norm." + std::to_string(i), each);
  }
  b.replicated("model.fc", WeightKind::other, {hidden}, in);
  // P-EAGLE drafts several tokens at once: a hidden state stands for those not yet known.
  if (text.has("ptd_token_id") || text.has("pard_token")) {
    b.buffer("mask_hidden", b.dtype(), {1, in});
  }
}

/// EAGLE-3: the first layer reads embedding and hidden state side by side; a projection joins the
/// hidden states of some layers of the target.
/// @param attends  the attention of a layer that reads `in` numbers
void eagle3(Builder& b, std::int64_t hidden,
            const std::function<void(const std::string& prefix, std::int64_t in)>& attends) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  draft_vocabulary(b);
  const std::int64_t layers = text.integer_or("num_hidden_layers", 1);
  for (std::int64_t i = 0; i < layers; ++i) {
    const std::string prefix = "model.layers." + std::to_string(i);
    attends(prefix + ".self_attn", i == 0 ? 2 * hidden : hidden);
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
    for (const char* norm : {".input_layernorm", ".post_attention_layernorm", ".hidden_norm"}) {
      b.norm(prefix + norm, hidden);
    }
  }
  joining_projection(b, hidden);
  b.norm("model.norm", hidden);
}

void eagle3_grouped(Builder& b, bool qk_norm) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const bool bias = text.boolean_or("attention_bias", false);
  // vLLM lengthens a draft's table to the target's length.
  const std::int64_t positions = std::max(max_positions(text), b.serving().max_model_len.count());
  eagle3(b, heads.hidden, [&](const std::string& prefix, std::int64_t in) {
    const std::int64_t query = product(b.share(heads.heads), heads.head_dim);
    const std::int64_t keys = product(b.share_kv(heads.kv_heads), heads.head_dim);
    b.sharded(prefix + ".qkv_proj", WeightKind::attention, Sharding::qkv, {query, keys, keys}, in,
              {.bias = bias});
    b.row(prefix + ".o_proj", WeightKind::attention, heads.hidden,
          product(heads.heads, heads.head_dim), {.bias = bias && !qk_norm});
    if (qk_norm) {
      b.norm(prefix + ".q_norm", heads.head_dim);
      b.norm(prefix + ".k_norm", heads.head_dim);
    }
    b.cache_scales(prefix + ".attn");
    b.rotary(prefix + ".rotary_emb", rotary_table(text, heads.head_dim, positions));
  });
}

}  // namespace

/// Source: vLLM 0.33, models/llama_eagle3.py, qwen3_eagle3.py.
void eagle3_llama(Builder& b) { eagle3_grouped(b, false); }
void eagle3_qwen3(Builder& b) { eagle3_grouped(b, true); }

/// With latent attention; a dense MLP also where the target routes.
/// Source: vLLM 0.33, models/deepseek_eagle3.py.
void eagle3_deepseek(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t positions = std::max(max_positions(text), b.serving().max_model_len.count());
  LatentShape shape = latent_shape(text);
  eagle3(b, shape.hidden, [&](const std::string& prefix, std::int64_t in) {
    LatentShape own = shape;
    own.input = in;
    latent_attention(b, prefix, own);
    latent_scales(b, prefix + ".mla_attn.mla_attn");
    b.rotary(prefix + ".rotary_emb", rotary_table(text, shape.rope_dim, positions));
  });
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
