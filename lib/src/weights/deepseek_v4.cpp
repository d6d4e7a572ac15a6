// DeepSeek V4: one latent for keys and values, compressors of two rates, output projections in
// groups, hyper-connections, experts in four bits. Linear layers are fp8 with exponent scales.
// Source: vLLM 0.33, models/deepseek_v4/.
#include "families/deepseek_v4.hpp"
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::attention;
constexpr auto f32 = StoredType::float32;

void floats(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  b.add(name, WeightKind::other, Sharding::replicated, f32, std::move(shape));
}

void compressor(Builder& b, const std::string& prefix, std::int64_t ratio, std::int64_t dim) {
  const std::int64_t hidden = b.text().integer("hidden_size");
  const std::int64_t width = product(ratio == 4 ? 2 : 1, dim);  // the fine rate overlaps
  b.add(prefix + ".ape", kind, Sharding::replicated, f32, {ratio, width});
  b.replicated(prefix + ".fused_wkv_wgate", kind, {width, width}, hidden, {.quantize = false});
  b.norm(prefix + ".norm", dim);
}

void indexer(Builder& b, const std::string& prefix, std::int64_t ratio) {
  const ConfigNode& text = b.text();
  const std::int64_t heads = text.integer("index_n_heads");
  const std::int64_t dim = text.integer("index_head_dim");
  b.replicated(prefix + ".wq_b", kind, {product(heads, dim)}, text.integer("q_lora_rank"));
  b.replicated(prefix + ".weights_proj", kind, {heads}, text.integer("hidden_size"),
               {.quantize = false});
  compressor(b, prefix + ".compressor", ratio, dim);
}

/// FlashInfer's kernel where it is asked for; SM12x has no other.
bool asks_flashinfer(const Builder& b) {
  return b.options().attention_backend == "FLASHINFER_MLA_SPARSE_DSV4";
}

/// FlashMLA's kernel has 64 or 128 heads, FlashInfer's the next of 8, 16, 32, 64, 128.
std::int64_t padded_heads(const Builder& b, std::int64_t heads) {
  std::int64_t padded = b.platform().capability.major == 12 || asks_flashinfer(b) ? 8 : 64;
  while (padded < heads) padded *= 2;
  if (padded > 128) throw Unknowable{};
  return padded;
}

void rotary(Builder& b, const std::string& prefix, bool compresses) {
  const ConfigNode& text = b.text();
  const std::int64_t dim = text.integer("qk_rope_head_dim");
  Rotary table{.positions = max_positions(text), .dim = dim, .key = "sliding", .type = f32};
  if (compresses) {
    table = rotary_table(text, dim);
    table.dim = dim;
    table.type = f32;
  }
  b.rotary(prefix + ".rotary_emb", table);
}

void self_attention(Builder& b, const std::string& prefix, std::int64_t ratio) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t heads = families::num_heads(text);
  const std::int64_t dim = text.integer("head_dim");
  const std::int64_t rank = text.integer("q_lora_rank");
  const std::int64_t groups = text.integer("o_groups");
  const std::int64_t out = product(groups, text.integer("o_lora_rank"));
  if (heads % groups != 0) throw Unknowable{};
  b.add(prefix + ".attn_sink", kind, Sharding::column, f32, {padded_heads(b, b.share(heads))});
  // With one scale for the whole cache; SM12x keeps scales beside the latents.
  const std::string& cache = b.serving().kv_cache_dtype;
  if (asks_flashinfer(b) && b.platform().capability.major == 10 &&
      (cache == "fp8" || cache == "fp8_e4m3")) {
    for (const char* scale : {"_q_scale", "_q_scale_inv", "_kv_scale"}) {
      b.buffer(prefix + "._flashinfer_fp8" + scale, f32, {1});
    }
  }
  b.replicated(prefix + ".fused_wqa_wkv", kind, {rank, dim}, hidden);
  b.norm(prefix + ".q_norm", rank);
  b.column(prefix + ".wq_b", kind, {product(heads, dim)}, rank);
  b.norm(prefix + ".kv_norm", dim);
  b.column(prefix + ".wo_a", kind, {out}, product(heads, dim) / groups);
  b.row(prefix + ".wo_b", kind, hidden, out);
  if (ratio == 4) indexer(b, prefix + ".indexer", ratio);
  if (ratio > 1) compressor(b, prefix + ".compressor", ratio, dim);
  rotary(b, prefix, ratio > 1);
}

void feed_forward(Builder& b, const std::string& prefix, bool hashed, const Storage& experts) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t count = text.integer("n_routed_experts");
  const std::int64_t width = text.integer("moe_intermediate_size");
  b.replicated(prefix + ".gate", WeightKind::router, {count}, hidden, {.quantize = false});
  if (hashed) {
    b.add(prefix + ".gate.tid2eid", WeightKind::router, Sharding::replicated, StoredType::int32,
          {text.integer("vocab_size"), text.integer("num_experts_per_tok")});
  } else {
    b.add(prefix + ".gate.e_score_correction_bias", WeightKind::router, Sharding::replicated, f32,
          {count});
  }
  mlp(b, prefix + ".shared_experts", hidden, product(text.integer_or("n_shared_experts", 1), width),
      {.kind = WeightKind::shared_experts});
  b.experts(prefix + ".experts.routed_experts",
            {.count = count, .hidden = hidden, .intermediate = width}, experts);
}

void hyper_connection(Builder& b, const std::string& prefix) {
  const std::int64_t streams = b.text().integer("hc_mult");
  const std::int64_t wide = product(streams, b.text().integer("hidden_size"));
  const std::int64_t rows = product(2 + streams, streams);
  for (const char* half : {".hc_attn", ".hc_ffn"}) {
    floats(b, prefix + half + "_fn", {rows, wide});
    floats(b, prefix + half + "_base", {rows});
    floats(b, prefix + half + "_scale", {3});
  }
}

void hyper_head(Builder& b, const std::string& prefix) {
  const std::int64_t streams = b.text().integer("hc_mult");
  floats(b, prefix + ".hc_head_fn", {streams, product(streams, b.text().integer("hidden_size"))});
  floats(b, prefix + ".hc_head_base", {streams});
  floats(b, prefix + ".hc_head_scale", {1});
}

struct Layer {
  std::int64_t ratio = 0;
  bool hashed = false;
  Storage experts;
};

void layer(Builder& b, const std::string& prefix, const Layer& own) {
  const std::int64_t hidden = b.text().integer("hidden_size");
  hyper_connection(b, prefix);
  self_attention(b, prefix + ".attn", own.ratio);
  feed_forward(b, prefix + ".ffn", own.hashed, own.experts);
  b.norm(prefix + ".attn_norm", hidden);
  b.norm(prefix + ".ffn_norm", hidden);
}

/// Experts in fp8 share the linear layers' scheme; in four bits they are MXFP4, or NVFP4 where
/// moe_quant_algo says so and the list has the layer.
Storage expert_storage(Builder& b, bool draft) {
  const ConfigNode& text = b.text();
  const auto& node = b.config().quantization;
  Storage linear = b.quantization().default_storage();
  if (!node || linear.scheme != Scheme::fp8_block) throw Unknowable{};
  const std::string dtype = text.string_or("expert_dtype", "fp4");
  if (dtype == "fp8") return linear;
  if (dtype != "fp4") throw Unknowable{};
  linear.exponent_scales = true;
  b.quantization().set_default_storage(linear);
  const bool nvfp4 = node->string_or("moe_quant_algo", "") == "NVFP4";
  if (nvfp4 && !draft) return {.scheme = Scheme::nvfp4, .static_input = true};
  return {.scheme = Scheme::mxfp4};
}

void names(Builder& b) { b.quantization().fuse({{"gate_up_proj", {"gate_proj", "up_proj"}}}); }

std::int64_t ratio_of(const std::vector<std::int64_t>& ratios, std::int64_t i) {
  return i < static_cast<std::int64_t>(ratios.size()) ? ratios[static_cast<std::size_t>(i)] : 0;
}

}  // namespace

void deepseek_v4(Builder& b) {
  const ConfigNode& text = b.text();
  names(b);
  const Storage experts = expert_storage(b, false);
  const auto ratios = families::compression_ratios(text);
  const std::int64_t hashed = text.integer_or("num_hash_layers", 0, 0);
  DecoderShape shape = decoder_shape(b);
  shape.kind = [&](std::int64_t i) { return 2 * ratio_of(ratios, i) + (i < hashed ? 1 : 0); };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    layer(b, prefix, {.ratio = ratio_of(ratios, i), .hashed = i < hashed, .experts = experts});
  });
  b.all_stages(true);
  hyper_head(b, "model");
  b.all_stages(false);
}

void deepseek_v4_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t first = families::num_layers(text);
  names(b);
  const Storage experts = expert_storage(b, true);
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), hidden);
  for (std::int64_t i = 0; i < text.integer_or("num_nextn_predict_layers", 1, 0); ++i) {
    const std::string prefix = "model.layers." + std::to_string(first + i);
    hyper_head(b, prefix);
    b.norm(prefix + ".enorm", hidden);
    b.norm(prefix + ".hnorm", hidden);
    b.replicated(prefix + ".e_proj", WeightKind::other, {hidden}, hidden);
    b.replicated(prefix + ".h_proj", WeightKind::other, {hidden}, hidden);
    b.norm(prefix + ".shared_head.norm", hidden);
    layer(b, prefix + ".mtp_block",
          {.ratio = ratio_of(text.integers("compress_ratios"), first + i), .experts = experts});
  }
}

}  // namespace kvplan::modules
