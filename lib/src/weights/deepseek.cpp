// DeepSeek V2 to V3.2, Kimi K2 and GLM-5: latent attention, first layers dense, then a mixture of
// experts; from V3.2 on an indexer that selects tokens.
#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/latent.hpp"
#include "weights/models.hpp"
#include "weights/moon_vision.hpp"

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

/// GLM-4.7-Flash routes in float32 and always corrects, whatever the config says of it.
void routed(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const bool lite = text.string_or("model_type", "") == "glm4_moe_lite";
  const std::int64_t width = text.integer("moe_intermediate_size");
  MixtureShape moe{.experts = text.integer("n_routed_experts"),
                   .hidden = text.integer("hidden_size"),
                   .intermediate = width,
                   .shared = product(text.integer_or("n_shared_experts", 0, 0), width),
                   .correction_bias = lite || text.string_or("topk_method", "") == "noaux_tc" ||
                                      text.boolean_or("router_enable_expert_bias", false)};
  if (lite) moe.gate_type = StoredType::float32;
  mixture(b, prefix, moe);
}

bool is_routed(const ConfigNode& text, std::int64_t layer) {
  if (!text.has("n_routed_experts")) return false;
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  return layer >= dense && layer % text.integer_or("moe_layer_freq", 1) == 0;
}

using Norms = std::vector<std::string_view>;

void norms(Builder& b, const std::string& prefix, std::int64_t hidden, const Norms& more = {}) {
  b.norm(prefix + ".input_layernorm", hidden);
  b.norm(prefix + ".post_attention_layernorm", hidden);
  for (const std::string_view norm : more) b.norm(prefix + std::string(norm), hidden);
}

void layers(Builder& b, const std::string& wrapper, const Norms& more = {}) {
  const ConfigNode& text = b.text();
  DecoderShape shape = decoder_shape(b);
  shape.tied = false;  // deepseek_v2.py reads no tie_word_embeddings
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
    norms(b, prefix, shape.hidden, more);
  });
}

/// Layers of multi-token prediction; below each, `block` holds what it shares with a routed layer.
void mtp(Builder& b, const std::string& block, const Norms& more = {}) {
  const std::int64_t hidden = b.text().integer("hidden_size");
  names(b);
  mtp_layers(b, [&](std::int64_t, const std::string& prefix) {
    b.norm(prefix + ".shared_head.norm", hidden);
    self_attention(b, prefix + block + ".self_attn", true);
    routed(b, prefix + block + ".mlp");
    norms(b, prefix + block, hidden, more);
  });
}

}  // namespace

void deepseek(Builder& b) {
  names(b);
  layers(b, "");
}

void deepseek_mtp(Builder& b) { mtp(b, ""); }

void kimi_k25(Builder& b) {
  names(b);
  b.quantization().rename({{"language_model.layers.", "language_model.model.layers."}});
  if (!b.options().language_model_only) kimi_k25_vision(b);
  layers(b, "language_model.");
}

void kimi_vl(Builder& b) {
  names(b);
  if (!b.options().language_model_only) kimi_vl_vision(b);
  layers(b, "language_model.");
}

void axk1(Builder& b) {
  names(b);
  layers(b, "", {".post_mlp_layernorm"});
}

namespace {

/// Norms before and behind the MLP too.
Norms pangu_norms(const ConfigNode& text) {
  if (!text.boolean_or("sandwich_norm", false)) return {};
  return {".pre_mlp_layernorm", ".post_mlp_layernorm"};
}

}  // namespace

/// Source: vLLM 0.33, models/openpangu.py, openpangu_mtp.py.
void pangu_ultra(Builder& b) {
  names(b);
  layers(b, "", pangu_norms(b.text()));
}

void pangu_ultra_mtp(Builder& b) { mtp(b, ".mtp_block", pangu_norms(b.text())); }

namespace {

/// LongCat-Flash-Lite: tables of n-grams beside the embedding, each a little longer than the last,
/// in one; with a projection each. Source: vLLM 0.33, models/longcat_flash_ngram.py.
void ngram_embeddings(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t neighbors = text.integer_or("emb_neighbor_num", 1) - 1;
  const std::int64_t splits = text.integer("emb_split_num");
  const std::int64_t tables = product(neighbors, splits);
  const std::int64_t hidden = text.integer("hidden_size");
  if (tables < 1) return;
  const std::int64_t rows =
      product(text.integer("ngram_vocab_size_ratio"), text.integer("vocab_size"));
  const std::int64_t dim = hidden / tables;
  constexpr std::int64_t padding = 64;
  const std::string prefix = "model.ngram_embeddings";
  b.first_stage();
  b.add(prefix + ".oe_embedder.weight", WeightKind::ngram_table, Sharding::vocabulary, b.dtype(),
        {b.share(round_up(sum(product(tables, rows), product(tables, tables)), padding)), dim});
  b.add(prefix + ".oe_projection", WeightKind::ngram_table, Sharding::replicated, b.dtype(),
        {tables, dim, hidden});
  b.buffer(prefix + ".ne_weights", StoredType::int32, {neighbors, splits, neighbors + 1});
  b.buffer(prefix + ".ne_mods", StoredType::int32, {neighbors, splits});
  b.buffer(prefix + ".exclusive_sizes", StoredType::int32, {tables + 1});
}

}  // namespace

/// LongCat-Flash: two attentions and two dense halves a layer beside one mixture, whose router
/// also knows experts that do nothing.
void longcat_flash(Builder& b) {
  const ConfigNode& text = b.text();
  names(b);
  if (b.config().architecture() == "LongcatFlashNgramForCausalLM") ngram_embeddings(b);
  DecoderShape shape = decoder_shape(b);
  shape.kind = all_alike;
  const std::int64_t wide = text.integer("ffn_hidden_size");
  const std::int64_t experts = text.integer("n_routed_experts");
  const std::int64_t routed_to = sum(experts, text.integer_or("zero_expert_num", 0, 0));
  decoder(b, shape, text.integer("num_layers"), [&](std::int64_t, const std::string& prefix) {
    for (const char* half : {".0", ".1"}) {
      const std::string attends = prefix + ".self_attn" + half;
      latent_attention(b, attends, latent_shape(text));
      latent_scales(b, attends + ".mla_attn.mla_attn");
      rotaries(b, attends);
      b.norm(prefix + ".input_layernorm" + half, shape.hidden);
      b.norm(prefix + ".post_attention_layernorm" + half, shape.hidden);
      mlp(b, prefix + ".mlps" + half, shape.hidden, wide);
    }
    b.add(prefix + ".mlp.router.e_score_correction_bias", WeightKind::router, Sharding::replicated,
          StoredType::float32, {routed_to});
    b.replicated(prefix + ".mlp.router.classifier", WeightKind::router, {routed_to}, shape.hidden,
                 {.quantize = false, .type = StoredType::float32});
    b.experts(prefix + ".mlp.experts.routed_experts",
              {.count = experts,
               .hidden = shape.hidden,
               .intermediate = text.integer("expert_ffn_hidden_size")});
  });
}

/// A dense layer with one attention behind the projection of embedding and hidden state.
void longcat_flash_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  names(b);
  const std::int64_t hidden = text.integer("hidden_size");
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), hidden);
  for (std::int64_t i = 0; i < text.integer_or("num_nextn_predict_layers", 1, 0); ++i) {
    const std::string prefix = "model.layers." + std::to_string(2 * text.integer("num_layers") + i);
    const std::string block = prefix + ".mtp_block";
    b.norm(prefix + ".enorm", hidden);
    b.norm(prefix + ".hnorm", hidden);
    b.replicated(prefix + ".eh_proj", WeightKind::other, {hidden}, 2 * hidden);
    latent_attention(b, block + ".self_attn", latent_shape(text));
    latent_scales(b, block + ".self_attn.mla_attn.mla_attn");
    rotaries(b, block + ".self_attn");
    mlp(b, block + ".mlp", hidden, text.integer("ffn_hidden_size"));
    norms(b, block, hidden);
    b.norm(prefix + ".final_layernorm", hidden);
  }
}

}  // namespace kvplan::modules
