// Granite and its mixtures: Llama's layers; with sliding windows also sinks, and rotary bases by
// layer. Source: vLLM 0.33, models/granite.py (granite_layer_attn_params), granitemoe.py,
// granitemoeshared.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

/// Where no field says it: checkpoints whose layers have kinds. The classes with windows fill the
/// kinds in.
bool has_sinks(const ConfigNode& text) {
  const std::string type = text.string_or("model_type", "");
  return text.boolean_or("attention_sinks", text.has("layer_types") || type.ends_with("_swa"));
}

/// A base of 0 means no positions.
void layer_rotary(Builder& b, const std::string& name, std::int64_t layer, std::int64_t head_dim) {
  const ConfigNode& text = b.text();
  Rotary table = rotary_table(text, head_dim);
  if (const auto bases = text.find("layer_rope_theta"); bases && bases->is_array()) {
    const auto items = bases->items();
    if (layer >= static_cast<std::int64_t>(items.size())) throw Unknowable{};
    const ConfigNode& base = items[static_cast<std::size_t>(layer)];
    if (base.as_number() == 0) return;
    table.key += " " + base.dump();
  }
  b.rotary(name, table);
}

void layers(Builder& b, const DecoderShape& shape, const Feed& feed) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias =
      text.boolean_or("attention_bias", false) || text.boolean_or("bias", false);
  const bool sinks = has_sinks(text);
  DecoderShape own = shape;
  if (!text.has("layer_rope_theta")) own.kind = all_alike;
  decoder(b, own, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    if (sinks) {
      b.add(prefix + ".self_attn.sinks", WeightKind::attention, Sharding::column, b.dtype(),
            {b.share(heads.heads)});
    }
    layer_rotary(b, prefix + ".self_attn.rotary_emb", i, heads.head_dim);
    feed(i, prefix);
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

}  // namespace

void granite(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = families::hidden_size(text);
  DecoderShape shape = decoder_shape(b);
  shape.embedding_for_draft = true;
  layers(b, shape, [&](std::int64_t, const std::string& prefix) {
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"),
        {.bias = text.boolean_or("mlp_bias", false)});
  });
}

/// With a dense half beside the experts where `shared_intermediate_size` has a width.
void granite_moe(Builder& b) {
  const ConfigNode& text = b.text();
  const MixtureShape moe{.experts = text.integer("num_local_experts"),
                         .hidden = families::hidden_size(text),
                         .intermediate = text.integer("intermediate_size")};
  const std::int64_t shared = text.integer_or("shared_intermediate_size", 0, 0);
  DecoderShape shape = decoder_shape(b);
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
  layers(b, shape, [&](std::int64_t, const std::string& prefix) {
    mixture(b, prefix + ".block_sparse_moe", moe);
    if (shared == 0) return;
    b.column(prefix + ".shared_mlp.input_linear", WeightKind::shared_experts, {shared, shared},
             moe.hidden);
    b.row(prefix + ".shared_mlp.output_linear", WeightKind::shared_experts, moe.hidden, shared);
  });
}

}  // namespace kvplan::modules
