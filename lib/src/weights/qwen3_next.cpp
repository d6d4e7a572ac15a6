// Qwen3-Next and Qwen3.5: gated-delta layers, full attention with an output gate, and a draft
// layer (MTP) that reads the embedding beside the hidden state.
#include "families/common.hpp"
#include "families/gated_delta.hpp"
#include "weights/blocks.hpp"
#include "weights/gated_delta.hpp"
#include "weights/models.hpp"
#include "weights/qwen_moe.hpp"
#include "weights/qwen_vision.hpp"

namespace kvplan::modules {
namespace {

AttentionShape heads_of(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.qk_norm = true;
  heads.output_gate = text.boolean_or("attn_output_gate", true);
  return heads;
}

void full_layer(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = heads_of(text);
  attention(b, prefix + ".self_attn", heads);
  b.rotary(prefix + ".self_attn.rotary_emb",
           rotary_table(text, heads.head_dim, max_positions(text), 1));
}

void rest_of_layer(Builder& b, const std::string& prefix, bool routed) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  if (routed) {
    qwen_experts(b, prefix + ".mlp", text);
  } else {
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
  }
  b.norm(prefix + ".input_layernorm", hidden);
  b.norm(prefix + ".post_attention_layernorm", hidden);
}

void names(Builder& b) {
  b.quantization().fuse({{"qkv_proj", {"q_proj", "k_proj", "v_proj"}},
                         {"gate_up_proj", {"gate_proj", "up_proj"}},
                         {"in_proj_qkvz", {"in_proj_qkv", "in_proj_z"}},
                         {"in_proj_ba", {"in_proj_b", "in_proj_a"}}});
}

void layers(Builder& b, const std::string& wrapper, bool interleaved) {
  const ConfigNode& text = b.text();
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  shape.embedding_everywhere = true;
  shape.head_everywhere = interleaved;  // Qwen3-Next's class, not Qwen3.5's
  const auto full = families::full_attention_pattern(text);
  const RoutedLayers routed(text);
  shape.kind = [&](std::int64_t i) {
    return (full[static_cast<std::size_t>(i)] ? 1 : 0) + (routed.has(i) ? 2 : 0);
  };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    if (full[static_cast<std::size_t>(i)]) {
      full_layer(b, prefix);
    } else {
      gated_delta(b, prefix + ".linear_attn", text, interleaved);
    }
    rest_of_layer(b, prefix, routed.has(i));
  });
}

/// Embedding and head are the target's; with pipeline stages the embedding is its own.
void draft(Builder& b, std::int64_t count) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  names(b);
  if (b.pp() > 1) b.embedding("mtp.embed_tokens", text.integer("vocab_size"), hidden);
  // ModelOpt's NVFP4 exports keep it in bf16 without listing it.
  const Scheme scheme = b.quantization().default_storage().scheme;
  b.column("mtp.fc", WeightKind::other, {hidden}, 2 * hidden,
           {.quantize = scheme != Scheme::nvfp4});
  for (std::int64_t i = 0; i < count; ++i) {
    const std::string prefix = "mtp.layers." + std::to_string(i);
    full_layer(b, prefix);
    rest_of_layer(b, prefix, text.integer_or("num_experts", 0, 0) > 0);
  }
  for (const char* norm : {"mtp.norm", "mtp.pre_fc_norm_hidden", "mtp.pre_fc_norm_embedding"}) {
    b.norm(norm, hidden);
  }
}

}  // namespace

void qwen3_next(Builder& b) {
  b.quantization().fuse(
      {{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}, {"gate_up_proj", {"gate_proj", "up_proj"}}});
  layers(b, "", true);
}

void qwen3_next_mtp(Builder& b) { draft(b, b.text().integer_or("num_nextn_predict_layers", 1)); }

void qwen3_5(Builder& b) {
  names(b);
  b.quantization().rename({{"model.visual.", "visual."},
                           {"lm_head.", "language_model.lm_head."},
                           {"model.language_model.", "language_model.model."}});
  qwen3_vision(b, 0);
  layers(b, "language_model.", false);
}

/// Without a tower: inside another model, or alone.
void qwen3_5_language(Builder& b, const std::string& wrapper) {
  names(b);
  layers(b, wrapper, false);
}

void qwen3_5_text(Builder& b) { qwen3_5_language(b, ""); }

void qwen3_5_mtp(Builder& b) { draft(b, b.text().integer_or("mtp_num_hidden_layers", 1)); }

}  // namespace kvplan::modules
