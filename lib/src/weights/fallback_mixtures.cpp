// Mixtures of experts that vLLM 0.33 runs on Transformers' own modules (its fallback).
// Source: vLLM 0.33, models/transformers/; Hugging Face, the model classes.
#include <algorithm>

#include "families/common.hpp"
#include "weights/fallback_blocks.hpp"
#include "weights/latent.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

/// A router and its experts, shared ones beside them.
void fallback_mixture(Builder& b, const std::string& prefix, const MixtureShape& moe,
                      std::string_view gate, bool corrected) {
  b.replicated(prefix + std::string(gate), WeightKind::router, {moe.experts}, moe.hidden,
               {.quantize = false});
  if (corrected) {
    b.buffer(prefix + std::string(gate) + ".e_score_correction_bias", StoredType::float32,
             {moe.experts});
  }
  if (moe.shared > 0) {
    mlp(b, prefix + ".shared_experts", moe.hidden, moe.shared,
        {.kind = WeightKind::shared_experts});
  }
  b.experts(prefix + ".experts.routed_experts",
            {.count = moe.experts, .hidden = moe.hidden, .intermediate = moe.intermediate});
}

MixtureShape mixture_of(const ConfigNode& text, std::string_view experts,
                        std::int64_t shared_experts) {
  const std::int64_t width = text.integer("moe_intermediate_size");
  return {.experts = text.integer(experts),
          .hidden = text.integer("hidden_size"),
          .intermediate = width,
          .shared = product(shared_experts, width)};
}

}  // namespace

void solar_open(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const MixtureShape moe =
      mixture_of(text, "n_routed_experts", text.integer_or("n_shared_experts", 1, 0));
  if (text.integer_or("first_k_dense_replace", 0, 0) > 0) throw Unknowable{};
  const bool bias = says(b, "attention_bias");
  fallback(
      b, {.qkv_bias = bias, .out_bias = bias, .feed = [&](std::int64_t, const std::string& prefix) {
            fallback_mixture(b, prefix + ".mlp", moe, ".gate", true);
          }});
}

/// Dense layers first, and norms of queries and keys.
void dots1(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const MixtureShape moe =
      mixture_of(text, "n_routed_experts", text.integer_or("n_shared_experts", 0, 0));
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::each_head,
               .feed = [&](std::int64_t i, const std::string& prefix) {
                 if (i < dense) {
                   mlp(b, prefix + ".mlp", moe.hidden, text.integer("intermediate_size"));
                 } else {
                   fallback_mixture(b, prefix + ".mlp", moe, ".gate", true);
                 }
               }});
}

void flex_olmo(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const MixtureShape moe{.experts = text.integer("num_experts"),
                         .hidden = text.integer("hidden_size"),
                         .intermediate = text.integer("intermediate_size")};
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::all_heads,
               .norms = {"post_attention_layernorm", "post_feedforward_layernorm"},
               .feed = [&](std::int64_t, const std::string& prefix) {
                 fallback_mixture(b, prefix + ".mlp", moe, ".gate", false);
               }});
}

/// Transformers' own PhiMoE, which checkpoints of "PhimoeForCausalLM" ask for.
void phimoe_fallback(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const MixtureShape moe{.experts = text.integer("num_local_experts"),
                         .hidden = text.integer("hidden_size"),
                         .intermediate = text.integer("intermediate_size")};
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .norm_bias = true,
               .feed = [&](std::int64_t, const std::string& prefix) {
                 fallback_mixture(b, prefix + ".mlp", moe, ".router", false);
               }});
}

/// Its width is intermediate_size; two shared experts beside.
void aria_text(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const std::int64_t width = text.integer("intermediate_size");
  const MixtureShape moe{.experts = text.integer("moe_num_experts"),
                         .hidden = text.integer("hidden_size"),
                         .intermediate = width,
                         .shared = product(text.integer_or("moe_num_shared_experts", 2, 0), width)};
  const bool bias = says(b, "attention_bias");
  fallback(
      b, {.qkv_bias = bias, .out_bias = bias, .feed = [&](std::int64_t, const std::string& prefix) {
            fallback_mixture(b, prefix + ".mlp", moe, ".router", false);
          }});
}

/// Experts and the shared one are of one width.
void hunyuan_moe(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const std::int64_t width = text.integer("intermediate_size");
  const MixtureShape moe{.experts = text.integer("num_experts"),
                         .hidden = text.integer("hidden_size"),
                         .intermediate = width,
                         .shared = width};
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::each_head,
               .feed = [&](std::int64_t, const std::string& prefix) {
                 fallback_mixture(b, prefix + ".mlp", moe, ".gate.wg", false);
               }});
}

/// Norms before and after each half, and a correction beside the router.
void kolibri1(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  MixtureShape moe = mixture_of(text, "num_experts", 0);
  moe.shared = text.integer_or("shared_expert_intermediate_size", 0, 0);
  fallback(b, {.query_norms = QueryNorms::each_head,
               .norms = {"input_layernorm", "post_attention_layernorm", "post_self_attn_layernorm",
                         "post_mlp_layernorm"},
               .feed = [&](std::int64_t, const std::string& prefix) {
                 fallback_mixture(b, prefix + ".mlp", moe, ".gate", true);
               }});
}

/// Frequencies of their own for the kinds of layers that it has.
void mellum(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t layers = families::num_layers(text);
  const auto types = families::layer_types(text);
  for (const char* kind : {"full_attention", "sliding_attention"}) {
    const bool used = types.empty() ? std::string_view(kind) == "full_attention"
                                    : std::ranges::find(types, kind) != types.end();
    if (used) frequencies(b, std::string(kind) + "_", families::head_dim(text));
  }
  const MixtureShape moe = mixture_of(text, "num_experts", 0);
  const auto routed = routed_layers(text, layers, 0);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::each_head,
               .feed = [&](std::int64_t i, const std::string& prefix) {
                 if (routed[static_cast<std::size_t>(i)]) {
                   fallback_mixture(b, prefix + ".mlp", moe, ".gate", false);
                 } else {
                   mlp(b, prefix + ".mlp", moe.hidden, text.integer("intermediate_size"));
                 }
               }});
}

/// Mistral Small 4: latent attention, and a mixture in every layer behind the dense ones.
void mistral4(Builder& b) {
  const ConfigNode& text = b.text();
  b.quantization().fuse({{"gate_up_proj", {"gate_proj", "up_proj"}},
                         {"fused_qkv_a_proj", {"q_a_proj", "kv_a_proj_with_mqa"}}});
  const MixtureShape moe =
      mixture_of(text, "n_routed_experts", text.integer_or("n_shared_experts", 1, 0));
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  DecoderShape shape = decoder_shape(b);
  shape.kind = [dense](std::int64_t i) { return i >= dense ? 1 : 0; };
  frequencies(b, "", text.integer("qk_rope_head_dim"));
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    latent_attention(b, prefix + ".self_attn", latent_shape(text));
    latent_scales(b, prefix + ".self_attn.attn");
    if (i >= dense) {
      fallback_mixture(b, prefix + ".mlp", moe, ".gate", false);
    } else {
      mlp(b, prefix + ".mlp", shape.hidden, text.integer("intermediate_size"));
    }
    b.norm(prefix + ".input_layernorm", shape.hidden);
    b.norm(prefix + ".post_attention_layernorm", shape.hidden);
  });
}

}  // namespace kvplan::modules
