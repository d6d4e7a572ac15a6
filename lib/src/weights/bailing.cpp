// Ling and Ring 2.5 and 3 (Bailing): latent attention in some layers, lightning attention (2.5) or
// Kimi delta attention (3) in the others, a mixture of experts in both.
// Source: vLLM 0.33, models/bailing_moe_linear.py, bailing_moe_v3.py and their MTP modules.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/latent.hpp"
#include "weights/mamba.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

/// Either release of the field: Transformers' own class has other names.
std::int64_t either(const ConfigNode& text, std::string_view key, std::string_view other) {
  return text.has(key) ? text.integer(key, 0) : text.integer(other, 0);
}

/// Queries, keys and values of all heads, a norm of each where asked, a gate over the output.
void lightning_attention(Builder& b, const std::string& prefix, const LinearAttentionState& state) {
  const ConfigNode& text = b.text();
  constexpr auto kind = WeightKind::state;
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t inner = product(state.heads, state.head_dim);
  const bool bias = text.boolean_or("use_bias", false);
  b.column(prefix + ".query_key_value", kind, {inner, inner, inner}, hidden,
           {.bias = bias || text.boolean_or("use_qkv_bias", false)});
  if (text.boolean_or("use_qk_norm", false)) {
    b.norm(prefix + ".query_layernorm", state.head_dim);
    b.norm(prefix + ".key_layernorm", state.head_dim);
  }
  b.column(prefix + ".g_proj", kind, {inner}, hidden);
  b.row(prefix + ".dense", kind, hidden, inner, {.bias = bias});
  b.norm(prefix + ".g_norm", b.share(inner));
  b.rotary(prefix + ".rotary_emb", rotary_table(text, state.head_dim));
}

/// Queries, keys, values and beta are one matrix; the gates have full rank.
void delta_attention(Builder& b, const std::string& prefix, const KimiDeltaState& state) {
  const ConfigNode& text = b.text();
  if (!text.boolean_or("no_kda_lora", false)) throw Unknowable{};  // the engine refuses it
  constexpr auto kind = WeightKind::state;
  constexpr auto f32 = StoredType::float32;
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t whole = product(state.heads, state.head_dim);
  const std::int64_t own = b.share(whole);
  b.add(prefix + ".dt_bias", kind, Sharding::column, f32, {own});
  b.add(prefix + ".A_log", kind, Sharding::column, f32, {1, 1, b.share(state.heads), 1});
  b.column(prefix + ".qkvb_proj", kind, {whole, whole, whole, state.heads}, hidden);
  b.column(prefix + ".f_proj", kind, {whole}, hidden);
  for (const char* conv : {".q_conv1d", ".k_conv1d", ".v_conv1d"}) {
    b.add(prefix + conv + ".weight", kind, Sharding::column, f32, {own, 1, state.conv_kernel});
  }
  b.column(prefix + ".g_proj", kind, {whole}, hidden);
  b.norm(prefix + ".o_norm", state.head_dim);
  b.row(prefix + ".o_proj", kind, hidden, whole);
}

void full_attention(Builder& b, const std::string& prefix, bool delta) {
  const ConfigNode& text = b.text();
  const LatentShape shape = latent_shape(text);
  latent_attention(b, prefix, shape);
  const std::string gate = text.string_or("gated_attention_proj_granularity_type", "");
  if (delta && !gate.empty()) {
    const std::int64_t width = gate == "head_wise" ? 1 : shape.v_dim;
    b.column(prefix + ".g_proj", WeightKind::attention, {product(shape.heads, width)},
             shape.hidden);
  }
  latent_scales(b, prefix + ".mla_attn.mla_attn");
  Rotary table = rotary_table(text, shape.rope_dim);
  table.dim = shape.rope_dim;
  table.key += " latent";
  b.rotary(prefix + ".rotary_emb", table);
}

void feeds(Builder& b, const std::string& prefix, bool routes, bool delta) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const bool bias = text.boolean_or("use_bias", false);
  if (!routes) {
    mlp(b, prefix, hidden, text.integer("intermediate_size"), {.bias = bias});
    return;
  }
  const std::int64_t experts = either(text, "num_experts", "num_local_experts");
  const std::int64_t width = text.integer("moe_intermediate_size");
  const std::int64_t shared = either(text, "num_shared_experts", "n_shared_experts");
  const std::string router = delta ? "fp32" : text.string_or("router_dtype", "fp32");
  b.replicated(
      prefix + ".gate", WeightKind::router, {experts}, hidden,
      {.quantize = false, .type = router == "fp32" ? StoredType::float32 : StoredType::bfloat16});
  if (delta || text.boolean_or("moe_router_enable_expert_bias", false)) {
    b.add(prefix + ".gate.expert_bias", WeightKind::router, Sharding::replicated,
          StoredType::float32, {experts});
  }
  if (shared > 0) {
    mlp(b, prefix + ".shared_experts", hidden,
        product(shared, text.integer_or("moe_shared_expert_intermediate_size", width)),
        {.kind = WeightKind::shared_experts, .bias = bias});
  }
  b.experts(prefix + ".experts.routed_experts",
            {.count = experts, .hidden = hidden, .intermediate = width});
}

bool is_delta(const Builder& b) { return b.config().architecture() == "BailingMoeV3ForCausalLM"; }

void names(Builder& b, bool delta) {
  // Version 3 matches lists by suffix and pads the experts of block fp8.
  if (delta && b.quantization().any()) throw Unknowable{};
  b.quantization().fuse({{"gate_up_proj", {"gate_proj", "up_proj"}},
                         {"fused_qkv_a_proj", {"q_a_proj", "kv_a_proj_with_mqa"}}});
}

}  // namespace

void bailing(Builder& b) {
  const ConfigNode& text = b.text();
  const bool delta = is_delta(b);
  names(b, delta);
  DecoderShape shape = decoder_shape(b);
  shape.embedding = "word_embeddings";
  shape.tied = false;  // the class has a head of its own whatever the field says
  const auto& layers = b.architecture().layers;
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  const auto full = [&](std::int64_t i) {
    return keeps<LatentAttention>(layers[static_cast<std::size_t>(i)]);
  };
  shape.kind = [&](std::int64_t i) { return (full(i) ? 1 : 0) + (i >= dense ? 2 : 0); };
  decoder(b, shape, static_cast<std::int64_t>(layers.size()),
          [&](std::int64_t i, const std::string& prefix) {
            const Layer& own = layers[static_cast<std::size_t>(i)];
            const std::string attends = prefix + ".self_attn";
            if (full(i)) {
              full_attention(b, attends, delta);
            } else if (delta) {
              delta_attention(b, attends, state_of<KimiDeltaState>(own));
            } else {
              lightning_attention(b, attends, state_of<LinearAttentionState>(own));
            }
            feeds(b, prefix + ".mlp", i >= dense, delta);
            b.norm(prefix + ".input_layernorm", shape.hidden);
            b.norm(prefix + ".post_attention_layernorm", shape.hidden);
          });
}

void bailing_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  const bool delta = is_delta(b);
  names(b, delta);
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t first = families::num_layers(text);
  for (std::int64_t i = 0; i < text.integer_or("num_nextn_predict_layers", 1, 0); ++i) {
    const std::string prefix = "model.layers." + std::to_string(first + i);
    mtp_entry(b, prefix, hidden);
    full_attention(b, prefix + ".self_attn", delta);
    feeds(b, prefix + ".mlp", true, delta);
    for (const char* norm : {".input_layernorm", ".post_attention_layernorm", ".final_layernorm"}) {
      b.norm(prefix + norm, hidden);
    }
  }
}

}  // namespace kvplan::modules
