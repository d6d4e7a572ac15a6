// MiniMax-M3: grouped-query attention whose sparse layers have index heads in the same projection
// (their key on every rank), first layers dense, then a mixture; a CLIP tower with positions in
// three axes, whose patches are merged behind the projector. Source: vLLM 0.33, models/minimax_m3/.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto vision_kind = WeightKind::vision;

bool flagged(const std::vector<std::int64_t>& flags, std::int64_t i) {
  return i < static_cast<std::int64_t>(flags.size()) && flags[static_cast<std::size_t>(i)] != 0;
}

void attends(Builder& b, const std::string& prefix, const AttentionShape& heads,
             const std::optional<ConfigNode>& index) {
  std::vector<std::int64_t> rows{product(b.share(heads.heads), heads.head_dim),
                                 product(b.share_kv(heads.kv_heads), heads.head_dim),
                                 product(b.share_kv(heads.kv_heads), heads.head_dim)};
  if (index) {
    const std::int64_t dim = index->integer("sparse_index_dim");
    rows.push_back(product(b.share_kv(index->integer("sparse_num_index_heads")), dim));
    rows.push_back(dim);
    b.norm(prefix + ".index_q_norm", dim);
    b.norm(prefix + ".index_k_norm", dim);
  }
  b.sharded(prefix + ".qkv_proj", WeightKind::attention, Sharding::qkv, rows, heads.hidden);
  b.row(prefix + ".o_proj", WeightKind::attention, heads.hidden,
        product(heads.heads, heads.head_dim));
  b.norm(prefix + ".q_norm", heads.head_dim);
  b.norm(prefix + ".k_norm", heads.head_dim);
  b.cache_scales(prefix + ".attn");
}

void routed(Builder& b, const std::string& prefix, std::int64_t hidden) {
  const ConfigNode& text = b.text();
  const std::int64_t experts = text.integer("num_local_experts");
  if (text.boolean_or("use_routing_bias", false)) {
    b.add(prefix + ".e_score_correction_bias", WeightKind::router, Sharding::replicated,
          StoredType::float32, {experts});
  }
  const std::int64_t width = text.integer("intermediate_size");
  mixture(b, prefix,
          {.experts = experts,
           .hidden = hidden,
           .intermediate = width,
           .shared = product(text.integer_or("n_shared_experts", 0, 0),
                             text.integer_or("shared_intermediate_size", width)),
           .gate_type = StoredType::float32});
}

void layers(Builder& b, const std::string& wrapper) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  const auto sparse = text.find("sparse_attention_config");
  const auto indexed =
      sparse ? sparse->integers("sparse_attention_freq") : std::vector<std::int64_t>{};
  const auto routes = text.integers("moe_layer_freq");
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  shape.kind = [&](std::int64_t i) {
    return (flagged(indexed, i) ? 1 : 0) + (flagged(routes, i) ? 2 : 0);
  };
  Rotary rotary = rotary_table(text, heads.head_dim);
  if (text.has("rotary_dim")) rotary.dim = text.integer("rotary_dim");
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attends(b, prefix + ".self_attn", heads, flagged(indexed, i) ? sparse : std::nullopt);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary);
    if (flagged(routes, i)) {
      routed(b, prefix + ".block_sparse_moe", heads.hidden);
    } else {
      mlp(b, prefix + ".mlp", heads.hidden, text.integer("dense_intermediate_size"));
    }
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

/// Two linear layers with biases.
void two_layers(Builder& b, const std::string& prefix, std::int64_t out, std::int64_t in) {
  b.column(prefix + ".linear_1", vision_kind, {out}, in, {.bias = true});
  b.row(prefix + ".linear_2", vision_kind, out, out, {.bias = true});
}

void vision_tower(Builder& b, const ConfigNode& vision) {
  const std::int64_t hidden = vision.integer("hidden_size");
  const std::int64_t heads = vision.integer("num_attention_heads");
  const std::int64_t wide = vision.integer("intermediate_size");
  const std::int64_t patch = vision.integer("patch_size");
  const std::int64_t own = product(b.share(heads), hidden / heads);
  const auto merging = vision.find("img_token_compression_config");
  const std::int64_t frames = merging ? merging->integer_or("temporal_patch_size", 2) : 2;
  const std::int64_t merge = merging ? merging->integer_or("spatial_merge_size", 2) : 2;
  const std::string model = "vision_tower.vision_model";
  b.first_stage();
  b.add(model + ".embeddings.patch_embedding.weight", vision_kind, Sharding::replicated, b.dtype(),
        {hidden, vision.integer_or("num_channels", 3), frames, patch, patch});
  b.layer_norm(model + ".pre_layrnorm", hidden);
  repeat(b, model + ".encoder.layers", vision.integer("num_hidden_layers"),
         [&](const std::string& prefix) {
           b.layer_norm(prefix + ".layer_norm1", hidden);
           b.layer_norm(prefix + ".layer_norm2", hidden);
           b.sharded(prefix + ".self_attn.qkv_proj", vision_kind, Sharding::qkv, {own, own, own},
                     hidden, {.bias = true});
           b.row(prefix + ".self_attn.out_proj", vision_kind, hidden, hidden, {.bias = true});
           b.column(prefix + ".fc1", vision_kind, {wide}, hidden, {.bias = true});
           b.row(prefix + ".fc2", vision_kind, hidden, wide, {.bias = true});
         });
  constexpr std::int64_t axes = 3;
  for (const char* axis : {".inv_freq_t", ".inv_freq_h", ".inv_freq_w"}) {
    b.buffer(model + axis, StoredType::float32, {hidden / heads / 2 / axes});
  }
  const std::int64_t out = b.text().integer("hidden_size");
  const std::int64_t projected = b.config().root.integer_or("projector_hidden_size", out);
  if (projected != out) throw Unknowable{};
  two_layers(b, "vision_tower.multi_modal_projector", out, hidden);
  two_layers(b, "vision_tower.patch_merge_mlp", out, product(out, product(merge, merge)));
}

}  // namespace

void minimax_m3_text(Builder& b) { layers(b, ""); }

void minimax_m3(Builder& b) {
  if (!b.options().language_model_only) vision_tower(b, b.config().root.at("vision_config"));
  layers(b, "language_model.");
}

}  // namespace kvplan::modules
