// Llama, Mistral and what vLLM runs with the same modules: one fused projection for
// queries, keys and values, a gated MLP.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void layers(Builder& b, const AttentionShape& heads, DecoderShape shape) {
  shape.embedding_for_draft = true;
  shape.kind = all_alike;
  const ConfigNode& text = b.text();
  // Hugging Face's LlamaConfig has a default, its heirs have others.
  constexpr std::int64_t default_width = 11'008;
  const bool plain = text.string_or("model_type", "") == "llama";
  const std::int64_t intermediate = plain ? text.integer_or("intermediate_size", default_width)
                                          : text.integer("intermediate_size");
  const bool bias = text.boolean_or("mlp_bias", false);
  uniform_decoder(b, shape, families::num_layers(text),
                  {.heads = heads,
                   .rotary = rotary_table(text, heads.head_dim),
                   .feed = [&](std::int64_t, const std::string& prefix) {
                     mlp(b, prefix + ".mlp", heads.hidden, intermediate, {.bias = bias});
                   }});
}

AttentionShape heads_of(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false) || text.boolean_or("bias", false);
  heads.out_bias = heads.qkv_bias;
  return heads;
}

}  // namespace

void llama(Builder& b) {
  usual_fusions(b);
  layers(b, heads_of(b.text()), decoder_shape(b));
}

/// Inside a multimodal model.
void llama_text(Builder& b, bool tied_by_default) {
  usual_fusions(b);
  DecoderShape shape = decoder_shape(b, tied_by_default);
  shape.prefix = "language_model.model";
  shape.head = "language_model.lm_head";
  layers(b, heads_of(b.text()), shape);
}

/// TeleChat 2: biases of the two projections back alone; the fields have names of their own.
void telechat2(Builder& b) {
  const ConfigNode& text = b.text();
  b.quantization().fuse({{"gate_up_proj", {"gate_proj", "up_proj"}}});
  const std::int64_t hidden = families::hidden_size(text);
  const std::int64_t count = families::num_heads(text);
  const AttentionShape heads{.hidden = hidden,
                             .heads = count,
                             .kv_heads = families::num_kv_heads(text),
                             .head_dim = hidden / count,
                             .v_head_dim = hidden / count,
                             .out_bias = true};
  const std::int64_t wide = text.has("ffn_hidden_size") ? text.integer("ffn_hidden_size")
                                                        : text.integer("intermediate_size");
  DecoderShape shape = decoder_shape(b);
  shape.kind = all_alike;
  uniform_decoder(
      b, shape, families::num_layers(text),
      {.heads = heads,
       .rotary = rotary_table(text, heads.head_dim),
       .feed = [&](std::int64_t, const std::string& prefix) {
         b.column(prefix + ".mlp.gate_up_proj", WeightKind::dense_mlp, {wide, wide}, hidden);
         b.row(prefix + ".mlp.down_proj", WeightKind::dense_mlp, hidden, wide, {.bias = true});
       }});
}

/// Fused in the checkpoint already.
void phi3(Builder& b) { layers(b, heads_of(b.text()), decoder_shape(b)); }

namespace {

/// Llama's layers under other norms.
void with_norms(Builder& b, const AttentionShape& heads, const DecoderShape& shape,
                std::vector<std::string_view> norms, bool mlp_bias = false) {
  const ConfigNode& text = b.text();
  const std::int64_t wide = text.integer("intermediate_size");
  DecoderShape alike = shape;
  alike.kind = all_alike;
  uniform_decoder(b, alike, families::num_layers(text),
                  {.heads = heads,
                   .rotary = rotary_table(text, heads.head_dim),
                   .feed =
                       [&](std::int64_t, const std::string& prefix) {
                         mlp(b, prefix + ".mlp", heads.hidden, wide, {.bias = mlp_bias});
                       },
                   .norms = std::move(norms)});
}

}  // namespace

/// Norms of queries and keys, and after each half instead of before.
void exaone4(Builder& b) {
  usual_fusions(b);
  AttentionShape heads = heads_of(b.text());
  heads.qk_norm = true;
  with_norms(b, heads, decoder_shape(b),
             {"post_attention_layernorm", "post_feedforward_layernorm"});
}

void ernie4_5(Builder& b) {
  usual_fusions(b);
  AttentionShape heads = attention_shape(b.text());
  heads.qkv_bias = heads.out_bias = b.text().boolean_or("use_bias", false);
  with_norms(b, heads, decoder_shape(b, true), {"input_layernorm", "post_attention_layernorm"},
             heads.qkv_bias);
}

/// Norms before and after each half.
void glm4(Builder& b) { glm4_text(b, ""); }

void glm4_text(Builder& b, const std::string& wrapper, bool biased) {
  b.quantization().fuse({{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}});
  AttentionShape heads = attention_shape(b.text());
  heads.qkv_bias = b.text().boolean_or("attention_bias", biased);
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  with_norms(b, heads, shape,
             {"input_layernorm", "post_attention_layernorm", "post_self_attn_layernorm",
              "post_mlp_layernorm"});
}

void hyperclovax(Builder& b) {
  usual_fusions(b);
  std::vector<std::string_view> norms{"input_layernorm", "post_attention_layernorm"};
  if (b.text().boolean_or("use_post_norm", true)) {
    norms.insert(norms.end(), {"post_norm1", "post_norm2"});
  }
  with_norms(b, heads_of(b.text()), decoder_shape(b), std::move(norms),
             b.text().boolean_or("mlp_bias", false));
}

/// Norms with biases around an MLP without a gate.
void nemotron(Builder& b) {
  usual_fusions(b);
  const ConfigNode& text = b.text();
  const AttentionShape heads = heads_of(text);
  const std::int64_t wide = text.integer("intermediate_size");
  DecoderShape shape = decoder_shape(b);
  shape.norm = "";
  shape.kind = all_alike;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    mlp(b, prefix + ".mlp", heads.hidden, wide,
        {.bias = text.boolean_or("mlp_bias", false), .gated = false});
    b.layer_norm(prefix + ".input_layernorm", heads.hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  b.last_stage();
  b.layer_norm("model.norm", heads.hidden);
}

/// Norms of queries and keys, an MLP without a gate; its activation xIELU learns two numbers.
void apertus(Builder& b) {
  usual_fusions(b);
  const ConfigNode& text = b.text();
  AttentionShape heads = heads_of(text);
  heads.qk_norm = true;
  const std::int64_t wide = text.integer("intermediate_size");
  const bool learns = text.string_or("hidden_act", "xielu") == "xielu";
  DecoderShape shape = decoder_shape(b);
  shape.kind = all_alike;
  uniform_decoder(b, shape, families::num_layers(text),
                  {.heads = heads,
                   .rotary = rotary_table(text, heads.head_dim),
                   .feed =
                       [&](std::int64_t, const std::string& prefix) {
                         mlp(b, prefix + ".mlp", heads.hidden, wide,
                             {.bias = text.boolean_or("mlp_bias", false), .gated = false});
                         if (!learns) return;
                         for (const char* alpha : {".alpha_p", ".alpha_n"}) {
                           b.add(prefix + ".mlp.act_fn" + alpha, WeightKind::other,
                                 Sharding::replicated, b.dtype(), {1});
                         }
                         b.buffer(prefix + ".mlp.act_fn.beta", b.dtype(), {});
                         b.buffer(prefix + ".mlp.act_fn.eps", b.dtype(), {});
                       },
                   .norms = {"attention_layernorm", "feedforward_layernorm"}});
}

}  // namespace kvplan::modules
