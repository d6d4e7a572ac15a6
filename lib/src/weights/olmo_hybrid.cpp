// OLMo Hybrid: a gated delta net in most layers, full attention without biases in the others.
// Source: vLLM 0.33, models/olmo_hybrid.py and layers/mamba/gdn/olmo_gdn_linear_attn.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/mamba.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void delta_net(Builder& b, const std::string& prefix, const GatedDeltaState& state,
               std::int64_t hidden) {
  constexpr auto kind = WeightKind::state;
  const std::int64_t keys = product(state.key_heads, state.key_dim);
  const std::int64_t values = product(state.value_heads, state.value_dim);
  const std::int64_t heads = b.share(state.value_heads);
  b.add(prefix + ".dt_bias", kind, Sharding::column, b.dtype(), {heads});
  b.add(prefix + ".A_log", kind, Sharding::column, b.dtype(), {heads});
  b.column(prefix + ".in_proj_qkvg", kind, {keys, keys, values, values}, hidden);
  b.column(prefix + ".b_proj", kind, {state.value_heads}, hidden);
  b.column(prefix + ".a_proj", kind, {state.value_heads}, hidden);
  b.add(prefix + ".conv1d.weight", kind, Sharding::column, b.dtype(),
        {b.share(sum(2 * keys, values)), 1, state.conv_kernel});
  b.norm(prefix + ".o_norm", state.value_dim);
  b.row(prefix + ".o_proj", kind, hidden, values);
}

}  // namespace

void olmo_hybrid(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  DecoderShape shape = decoder_shape(b);
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
  const auto& layers = b.architecture().layers;
  const auto full = [&](std::int64_t i) {
    return !keeps<GatedDeltaState>(layers[static_cast<std::size_t>(i)]);
  };
  shape.kind = [&](std::int64_t i) { return full(i) ? 1 : 0; };
  decoder(b, shape, static_cast<std::int64_t>(layers.size()),
          [&](std::int64_t i, const std::string& prefix) {
            if (full(i)) {
              // Norms over all heads, whole on every rank.
              const std::string attends = prefix + ".self_attn";
              attention(b, attends, heads);
              b.norm(attends + ".k_norm", product(heads.kv_heads, heads.head_dim));
              b.norm(attends + ".q_norm", heads.hidden);
              b.rotary(attends + ".rotary_emb", rotary_table(text, heads.head_dim));
              b.norm(prefix + ".post_feedforward_layernorm", shape.hidden);
            } else {
              delta_net(b, prefix + ".linear_attn",
                        state_of<GatedDeltaState>(layers[static_cast<std::size_t>(i)]),
                        shape.hidden);
              b.norm(prefix + ".input_layernorm", shape.hidden);
            }
            mlp(b, prefix + ".mlp", shape.hidden, text.integer("intermediate_size"));
            b.norm(prefix + ".post_attention_layernorm", shape.hidden);
          });
}

}  // namespace kvplan::modules
