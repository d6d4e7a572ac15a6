// Kimi-Linear: Kimi delta attention (KDA) in most layers, latent attention in the others, without
// rotary positions.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/latent.hpp"
#include "weights/mamba.hpp"
#include "weights/models.hpp"

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

}  // namespace

void kimi_linear(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  DecoderShape shape = decoder_shape(b);
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  const std::int64_t every = text.integer_or("moe_layer_freq", 1);
  const std::int64_t experts = text.integer_or("num_experts", 0, 0);
  const std::int64_t width = text.integer_or("moe_intermediate_size", 0, 0);
  const MixtureShape moe{.experts = experts,
                         .hidden = shape.hidden,
                         .intermediate = width,
                         .shared = product(text.integer_or("num_shared_experts", 0, 0), width),
                         .correction_bias = true};
  const auto& layers = b.architecture().layers;
  const auto routes = [&](std::int64_t i) { return experts > 0 && i >= dense && i % every == 0; };
  shape.kind = [&](std::int64_t i) {
    const bool delta = keeps<KimiDeltaState>(layers[static_cast<std::size_t>(i)]);
    return (delta ? 1 : 0) + (routes(i) ? 2 : 0);
  };
  decoder(b, shape, static_cast<std::int64_t>(layers.size()),
          [&](std::int64_t i, const std::string& prefix) {
            const Layer& own = layers[static_cast<std::size_t>(i)];
            const std::string attends = prefix + ".self_attn";
            if (keeps<KimiDeltaState>(own)) {
              const auto& state = state_of<KimiDeltaState>(own);
              if (state.bounded_gate) throw Unknowable{};
              delta_attention(b, attends, state, shape.hidden);
            } else {
              latent_attention(b, attends, latent_shape(text));
              latent_scales(b, attends + ".mla_attn");
              b.buffer(attends + "._one_scale", StoredType::float32, {1});
            }
            if (routes(i)) {
              mixture(b, prefix + ".block_sparse_moe", moe);
            } else {
              mlp(b, prefix + ".mlp", shape.hidden, text.integer("intermediate_size"));
            }
            b.norm(prefix + ".input_layernorm", shape.hidden);
            b.norm(prefix + ".post_attention_layernorm", shape.hidden);
          });
}

}  // namespace kvplan::modules
