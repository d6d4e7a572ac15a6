// Laguna: heads that may differ by layer, a gate over each head's output, sliding layers with a
// rotary table and sinks of their own. Source: vLLM 0.33, models/laguna.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

/// Gate and up stay two matrices.
void feed(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t wide,
          WeightKind kind) {
  b.column(prefix + ".gate_proj", kind, {wide}, hidden);
  b.column(prefix + ".up_proj", kind, {wide}, hidden);
  b.row(prefix + ".down_proj", kind, hidden, wide);
}

void laguna_mixture(Builder& b, const std::string& prefix, std::int64_t hidden) {
  const ConfigNode& text = b.text();
  const std::int64_t experts = text.integer("num_experts");
  b.replicated(prefix + ".gate", WeightKind::router, {experts}, hidden, {.quantize = false});
  if (const auto shared = text.integer_or("shared_expert_intermediate_size", 0, 0); shared > 0) {
    feed(b, prefix + ".shared_expert", hidden, shared, WeightKind::shared_experts);
  }
  b.add(prefix + ".experts.routed_experts.e_score_correction_bias", WeightKind::router,
        Sharding::replicated, StoredType::float32, {experts});
  b.experts(
      prefix + ".experts.routed_experts",
      {.count = experts, .hidden = hidden, .intermediate = text.integer("moe_intermediate_size")});
}

/// One number a head, or one a channel.
std::int64_t gate_width(const ConfigNode& text, const AttentionShape& heads) {
  const auto gating = text.find("gating");
  if (!gating) return 0;
  if (gating->is_string()) {
    return gating->as_string() == "per-head" ? heads.heads : product(heads.heads, heads.head_dim);
  }
  return gating->as_boolean() ? heads.heads : 0;
}

Rotary table_of(const ConfigNode& text, const AttentionShape& heads, bool slides) {
  constexpr double default_share = 0.5;  // Hugging Face, LagunaConfig
  const auto parts = text.find("rope_parameters");
  auto rope = parts;
  if (slides && text.has("swa_rope_parameters")) {
    rope = text.find("swa_rope_parameters");
  } else if (parts) {
    for (const char* kind : {slides ? "sliding_attention" : "full_attention", "full_attention"}) {
      if (const auto part = parts->find(kind); part && part->is_object()) {
        rope = part;
        break;
      }
    }
  }
  Rotary table = rotary_of(text, rope, heads.head_dim, max_positions(text));
  if (!rope) {
    if (slides) throw Unknowable{};
    table.dim = static_cast<std::int64_t>(default_share * static_cast<double>(heads.head_dim));
  }
  return table;
}

}  // namespace

void laguna(Builder& b) {
  const ConfigNode& text = b.text();
  b.quantization().fuse({{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}});
  AttentionShape heads = attention_shape(text);
  heads.qk_norm = true;
  heads.qkv_bias = heads.out_bias = text.boolean_or("attention_bias", false);
  const std::int64_t layers = families::num_layers(text);
  const auto types = families::layer_types(text);
  const auto own_heads = text.integers("num_attention_heads_per_layer", 1);
  if (!own_heads.empty() && static_cast<std::int64_t>(own_heads.size()) < layers) {
    throw Unknowable{};
  }
  const auto sparse = routed_layers(text, layers, 1);
  const auto slides = [&](std::int64_t i) {
    return !types.empty() && types[static_cast<std::size_t>(i)] == "sliding_attention";
  };
  const auto heads_at = [&](std::int64_t i) {
    return own_heads.empty() ? heads.heads : own_heads[static_cast<std::size_t>(i)];
  };
  DecoderShape shape = decoder_shape(b);
  shape.embedding_for_draft = true;
  shape.kind = [&](std::int64_t i) {
    return (slides(i) ? 1 : 0) + (sparse[static_cast<std::size_t>(i)] ? 2 : 0) + 4 * heads_at(i);
  };
  decoder(b, shape, layers, [&](std::int64_t i, const std::string& prefix) {
    AttentionShape own = heads;
    own.heads = heads_at(i);
    const std::string attends = prefix + ".self_attn";
    attention(b, attends, own);
    if (const std::int64_t gate = gate_width(text, own); gate > 0) {
      b.column(attends + ".g_proj", WeightKind::attention, {gate}, own.hidden);
    }
    if (slides(i) && text.boolean_or("swa_attention_sink_enabled", false)) {
      b.add(attends + ".sink", WeightKind::attention, Sharding::column, b.dtype(),
            {b.share(own.heads)});
    }
    b.rotary(attends + ".rotary_emb", table_of(text, own, slides(i)));
    if (sparse[static_cast<std::size_t>(i)]) {
      laguna_mixture(b, prefix + ".mlp", own.hidden);
    } else {
      feed(b, prefix + ".mlp", own.hidden, text.integer("intermediate_size"),
           WeightKind::dense_mlp);
    }
    b.norm(prefix + ".input_layernorm", own.hidden);
    b.norm(prefix + ".post_attention_layernorm", own.hidden);
  });
}

}  // namespace kvplan::modules
