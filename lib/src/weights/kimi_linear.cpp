// Kimi-Linear and Kimi-K3: Kimi delta attention (KDA) in most layers, latent attention in the
// others, without rotary positions. Source: vLLM 0.33, models/kimi_k3/nvidia.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/latent.hpp"
#include "weights/mamba.hpp"
#include "weights/models.hpp"
#include "weights/moon_vision.hpp"

namespace kvplan::modules {
namespace {

void delta_attention(Builder& b, const std::string& prefix, const KimiDeltaState& state,
                     std::int64_t hidden) {
  constexpr auto kind = WeightKind::state;
  constexpr auto f32 = StoredType::float32;
  const std::int64_t whole = product(state.heads, state.head_dim);
  const std::int64_t own = b.share(whole);
  const std::int64_t heads = b.share(state.heads);
  b.add(prefix + ".dt_bias", kind, Sharding::column, f32, {own});
  b.add(prefix + ".A_log", kind, Sharding::column, f32, {heads});
  // Queries, keys, values, the low rank of the forget gate (on every rank), beta.
  b.sharded(prefix + ".in_proj_qkvgfab", kind, Sharding::column,
            {own, own, own, state.head_dim, heads}, hidden);
  b.column(prefix + ".f_b_proj", kind, {whole}, state.head_dim);
  b.add(prefix + ".conv1d.weight", kind, Sharding::column, f32,
        {product(3, own), 1, state.conv_kernel});
  b.replicated(prefix + ".g_a_proj", kind, {state.head_dim}, hidden);
  b.column(prefix + ".g_b_proj", kind, {whole}, state.head_dim);
  b.norm(prefix + ".o_norm", state.head_dim);
  b.row(prefix + ".o_proj", kind, hidden, whole);
}

/// Kimi-K3's layer: the output gate has full rank and lies in the first projection, whose rows are
/// padded; a fused kernel keeps copies of convolution and norm.
void full_rank_attention(Builder& b, const std::string& prefix, const KimiDeltaState& state,
                         std::int64_t hidden) {
  constexpr auto kind = WeightKind::state;
  constexpr auto f32 = StoredType::float32;
  constexpr std::int64_t alignment = 16;
  const std::int64_t whole = product(state.heads, state.head_dim);
  const std::int64_t own = b.share(whole);
  const std::int64_t heads = b.share(state.heads);
  b.add(prefix + ".dt_bias", kind, Sharding::column, f32, {own});
  b.add(prefix + ".A_log", kind, Sharding::column, f32, {heads});
  const std::int64_t rows = sum(sum(product(4, own), state.head_dim), heads);
  b.sharded(prefix + ".in_proj_qkvgfab", kind, Sharding::column, {round_up(rows, alignment)},
            hidden);
  b.column(prefix + ".f_b_proj", kind, {whole}, state.head_dim);
  b.add(prefix + ".conv1d.weight", kind, Sharding::column, f32,
        {product(3, own), 1, state.conv_kernel});
  b.norm(prefix + ".o_norm", state.head_dim);
  b.row(prefix + ".o_proj", kind, hidden, whole);
  const std::string asked = b.options().mamba_ssm_cache_dtype.value_or("auto");
  const bool fused =
      (asked == "auto" || asked == "float32") && b.platform().capability.major >= 9 &&
      state.head_dim == 128 && state.conv_kernel == 4 && b.dtype() == StoredType::bfloat16 &&
      b.serving().num_speculative_tokens == 0 && b.serving().ssm_dtype == Dtype::float32;
  if (!fused) return;
  b.buffer(prefix + ".decode_conv1d_weight", f32, {3, state.conv_kernel, own});
  b.buffer(prefix + ".decode_norm_weight", f32, {state.head_dim});
}

/// Q with a low rank shares its first projection with the latent and, where there is one, the gate.
void gated_latent(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const LatentShape s = latent_shape(text);
  if (!text.boolean_or("mla_use_output_gate", false)) {
    latent_attention(b, prefix, s);
  } else {
    throw Unknowable{};
  }
  latent_scales(b, prefix + ".mla_attn");
  b.buffer(prefix + "._one_scale", StoredType::float32, {1});
}

/// Without expert parallelism a rank's share of an expert is at least so wide.
std::int64_t padded_width(const Builder& b, std::int64_t width) {
  constexpr std::int64_t narrowest = 256;  // vLLM's default of min_moe_intermediate_per_partition
  if (b.tp() == 1 || b.options().enable_expert_parallel) return width;
  const std::int64_t least =
      b.text().integer_or("min_moe_intermediate_per_partition", narrowest, 0);
  return width / b.tp() < least ? product(least, b.tp()) : width;
}

void kimi_mixture(Builder& b, const std::string& prefix, std::int64_t hidden) {
  const ConfigNode& text = b.text();
  const std::int64_t experts = text.integer("num_experts");
  const std::int64_t width = text.integer("moe_intermediate_size");
  const std::int64_t shared = text.integer_or("num_shared_experts", 0, 0);
  const std::int64_t latent = text.integer_or("routed_expert_hidden_size", 0, 0);
  b.replicated(prefix + ".gate", WeightKind::router, {experts}, hidden, {.quantize = false});
  b.add(prefix + ".gate.e_score_correction_bias", WeightKind::router, Sharding::replicated,
        StoredType::float32, {experts});
  if (shared > 0) {
    mlp(b, prefix + ".shared_experts", hidden, product(shared, width),
        {.kind = WeightKind::shared_experts});
  }
  if (latent > 0) {
    b.replicated(prefix + ".routed_expert_down_proj", WeightKind::routed_experts, {latent}, hidden);
    if (text.boolean_or("latent_moe_use_norm", false)) {
      b.norm(prefix + ".routed_expert_norm", latent);
    }
    b.replicated(prefix + ".routed_expert_up_proj", WeightKind::routed_experts, {hidden}, latent);
  }
  b.experts(prefix + ".experts.routed_experts", {.count = experts,
                                                 .hidden = latent > 0 ? latent : hidden,
                                                 .intermediate = padded_width(b, width)});
}

/// Mixing of earlier blocks' outputs: a norm and a score for each half.
void block_residuals(Builder& b, const std::string& prefix, std::int64_t hidden) {
  if (!b.text().has("attn_res_block_size")) return;
  for (const char* half : {".self_attention_res", ".mlp_res"}) {
    b.norm(prefix + half + "_norm", hidden);
    b.replicated(prefix + half + "_proj", WeightKind::other, {1}, hidden, {.quantize = false});
  }
}

void decoder_layers(Builder& b, const std::string& wrapper) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  const std::int64_t every = text.integer_or("moe_layer_freq", 1);
  const bool routed = text.integer_or("num_experts", 0, 0) > 0;
  const auto& layers = b.architecture().layers;
  const auto routes = [&](std::int64_t i) { return routed && i >= dense && i % every == 0; };
  shape.kind = [&](std::int64_t i) {
    const bool delta = keeps<KimiDeltaState>(layers[static_cast<std::size_t>(i)]);
    return (delta ? 1 : 0) + (routes(i) ? 2 : 0);
  };
  decoder(b, shape, static_cast<std::int64_t>(layers.size()),
          [&](std::int64_t i, const std::string& prefix) {
            const Layer& own = layers[static_cast<std::size_t>(i)];
            const std::string attends = prefix + ".self_attn";
            if (!keeps<KimiDeltaState>(own)) {
              gated_latent(b, attends);
            } else if (const auto& state = state_of<KimiDeltaState>(own); state.full_rank_gate) {
              full_rank_attention(b, attends, state, shape.hidden);
            } else {
              delta_attention(b, attends, state, shape.hidden);
            }
            if (routes(i)) {
              kimi_mixture(b, prefix + ".block_sparse_moe", shape.hidden);
            } else {
              mlp(b, prefix + ".mlp", shape.hidden, text.integer("intermediate_size"));
            }
            b.norm(prefix + ".input_layernorm", shape.hidden);
            b.norm(prefix + ".post_attention_layernorm", shape.hidden);
            block_residuals(b, prefix, shape.hidden);
          });
  if (!text.has("attn_res_block_size")) return;
  b.last_stage();
  b.norm(shape.prefix + ".output_attn_res_norm", shape.hidden);
  b.replicated(shape.prefix + ".output_attn_res_proj", WeightKind::other, {1}, shape.hidden,
               {.quantize = false});
}

}  // namespace

void kimi_linear(Builder& b) { decoder_layers(b, ""); }

void kimi_k3(Builder& b) {
  if (!b.options().language_model_only) kimi_k3_vision(b);
  decoder_layers(b, "language_model.");
}

void kimi_k3_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const std::int64_t hidden = text.integer("hidden_size");
  mtp_layers(b, [&](std::int64_t, const std::string& prefix) {
    b.norm(prefix + ".shared_head.norm", hidden);
    gated_latent(b, prefix + ".mtp_block.self_attn");
    kimi_mixture(b, prefix + ".mtp_block.block_sparse_moe", hidden);
    b.norm(prefix + ".mtp_block.input_layernorm", hidden);
    b.norm(prefix + ".mtp_block.post_attention_layernorm", hidden);
    block_residuals(b, prefix + ".mtp_block", hidden);
  });
}

}  // namespace kvplan::modules
