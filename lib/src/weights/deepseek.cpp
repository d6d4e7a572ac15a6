// DeepSeek V2 to V3.2, Kimi K2 and GLM-5: latent attention, first layers dense, then a mixture of
// experts; from V3.2 on an indexer that selects tokens.
#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/latent.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void names(Builder& b) {
  b.quantization().fuse({{"gate_up_proj", {"gate_proj", "up_proj"}},
                         {"fused_qkv_a_proj", {"q_a_proj", "kv_a_proj_with_mqa"}},
                         {"wk_weights_proj", {"wk", "weights_proj"}}});
}

bool is_sparse(const ConfigNode& text) { return text.has("index_topk"); }

/// Layers without an indexer of their own share an earlier one's selection (GLM-5.2).
bool has_indexer(const ConfigNode& text, std::int64_t layer) {
  if (const auto pattern = text.find("index_topk_pattern")) {
    const std::string letters = pattern->as_string();
    const auto i = static_cast<std::size_t>(layer);
    return i >= letters.size() || letters[i] != 'S';
  }
  const std::int64_t every = text.integer_or("index_topk_freq", 1);
  const std::int64_t offset = text.integer_or("index_skip_topk_offset", 2, 0);
  return std::max<std::int64_t>(layer - offset + 1, 0) % every == 0;
}

void indexer(Builder& b, const std::string& prefix) {
  constexpr auto kind = WeightKind::attention;
  const ConfigNode& text = b.text();
  const std::int64_t heads = text.integer("index_n_heads");
  const std::int64_t dim = text.integer("index_head_dim");
  b.replicated(prefix + ".wq_b", kind, {product(heads, dim)}, text.integer("q_lora_rank"));
  b.replicated(prefix + ".wk_weights_proj", kind, {dim, heads}, text.integer("hidden_size"),
               {.quantize = false});
  for (const char* part : {".k_norm.weight", ".k_norm.bias"}) {
    b.add(prefix + part, WeightKind::norm, Sharding::replicated, StoredType::float32, {dim});
  }
}

/// Sparse models run without torch.compile, and vLLM's own operator keeps the scaled table in
/// float32. Indexer and attention share a table where both interleave.
void rotaries(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  Rotary table = rotary_table(text, text.integer("qk_rope_head_dim"));
  const bool sparse = is_sparse(text);
  if (sparse && table.key.rfind("default", 0) != 0) {
    table.type = StoredType::float32;
  }
  b.rotary(prefix + ".rotary_emb", table);
  if (!sparse || text.boolean_or("indexer_rope_interleave", false)) return;
  table.key += " indexer";
  b.rotary(prefix + ".indexer_rope_emb", table);
}

void self_attention(Builder& b, const std::string& prefix, bool with_indexer) {
  const bool sparse = is_sparse(b.text());
  latent_attention(b, prefix, latent_shape(b.text()));
  latent_scales(b, sparse ? prefix : prefix + ".mla_attn.mla_attn");
  if (sparse && with_indexer) indexer(b, prefix + ".indexer");
  rotaries(b, prefix);
}

void routed(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const std::int64_t width = text.integer("moe_intermediate_size");
  mixture(b, prefix,
          {.experts = text.integer("n_routed_experts"),
           .hidden = text.integer("hidden_size"),
           .intermediate = width,
           .shared = product(text.integer_or("n_shared_experts", 0, 0), width),
           .correction_bias = text.string_or("topk_method", "") == "noaux_tc"});
}

bool is_routed(const ConfigNode& text, std::int64_t layer) {
  if (!text.has("n_routed_experts")) return false;
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  return layer >= dense && layer % text.integer_or("moe_layer_freq", 1) == 0;
}

void norms(Builder& b, const std::string& prefix, std::int64_t hidden) {
  b.norm(prefix + ".input_layernorm", hidden);
  b.norm(prefix + ".post_attention_layernorm", hidden);
}

void layers(Builder& b, const std::string& wrapper) {
  const ConfigNode& text = b.text();
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  shape.kind = [&](std::int64_t i) {
    return (is_routed(text, i) ? 1 : 0) + (has_indexer(text, i) ? 2 : 0);
  };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    self_attention(b, prefix + ".self_attn", has_indexer(text, i));
    if (is_routed(text, i)) {
      routed(b, prefix + ".mlp");
    } else {
      mlp(b, prefix + ".mlp", shape.hidden, text.integer("intermediate_size"));
    }
    norms(b, prefix, shape.hidden);
  });
}

/// MoonViT: learned positions over a grid and over time, a merger.
void moon_vision(Builder& b) {
  constexpr auto kind = WeightKind::vision;
  const ConfigNode vision = b.config().root.at("vision_config");
  const std::int64_t hidden = vision.integer("vt_hidden_size");
  const std::int64_t wide = vision.integer("vt_intermediate_size");
  const std::int64_t heads = vision.integer("vt_num_attention_heads");
  const std::int64_t patch = vision.integer("patch_size");
  const auto merge = vision.integers("merge_kernel_size", 1);
  if (merge.size() != 2) throw Unknowable{};
  b.first_stage();
  b.add("vision_tower.patch_embed.proj.weight", kind, Sharding::replicated, b.dtype(),
        {hidden, 3, patch, patch});
  b.add("vision_tower.patch_embed.proj.bias", kind, Sharding::replicated, b.dtype(), {hidden});
  b.add("vision_tower.patch_embed.pos_emb.weight", kind, Sharding::replicated, b.dtype(),
        {vision.integer("init_pos_emb_height"), vision.integer("init_pos_emb_width"), hidden});
  b.buffer("vision_tower.patch_embed.pos_emb.time_weight", StoredType::float32,
           {vision.integer("init_pos_emb_time"), 1, hidden});
  const std::int64_t own = product(b.share(heads), hidden / heads);
  for (std::int64_t i = 0; i < vision.integer("vt_num_hidden_layers"); ++i) {
    const std::string prefix = "vision_tower.encoder.blocks." + std::to_string(i);
    b.layer_norm(prefix + ".norm0", hidden);
    b.layer_norm(prefix + ".norm1", hidden);
    b.column(prefix + ".mlp.fc0", kind, {wide}, hidden, {.bias = true});
    b.row(prefix + ".mlp.fc1", kind, hidden, wide, {.bias = true});
    b.sharded(prefix + ".wqkv", kind, Sharding::qkv, {own, own, own}, hidden, {.bias = true});
    b.row(prefix + ".wo", kind, hidden, hidden, {.bias = true});
  }
  b.layer_norm("vision_tower.encoder.final_layernorm", hidden);
  const std::int64_t merged = product(hidden, product(merge[0], merge[1]));
  b.layer_norm("mm_projector.pre_norm", hidden);
  b.replicated("mm_projector.linear_1", kind, {merged}, merged, {.bias = true});
  b.replicated("mm_projector.linear_2", kind, {vision.integer("text_hidden_size")}, merged,
               {.bias = true});
}

}  // namespace

void deepseek(Builder& b) {
  names(b);
  layers(b, "");
}

void deepseek_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t first = families::num_layers(text);
  names(b);
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), hidden);
  for (std::int64_t i = 0; i < text.integer_or("num_nextn_predict_layers", 1, 0); ++i) {
    const std::string prefix = "model.layers." + std::to_string(first + i);
    b.norm(prefix + ".enorm", hidden);
    b.norm(prefix + ".hnorm", hidden);
    b.replicated(prefix + ".eh_proj", WeightKind::other, {hidden}, 2 * hidden, {.quantize = false});
    b.norm(prefix + ".shared_head.norm", hidden);
    self_attention(b, prefix + ".self_attn", true);
    routed(b, prefix + ".mlp");
    norms(b, prefix, hidden);
  }
}

void kimi_k25(Builder& b) {
  names(b);
  b.quantization().rename({{"language_model.layers.", "language_model.model.layers."}});
  if (!b.options().language_model_only) moon_vision(b);
  layers(b, "language_model.");
}

}  // namespace kvplan::modules
