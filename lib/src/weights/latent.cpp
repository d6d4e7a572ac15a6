#include "weights/latent.hpp"

#include "families/common.hpp"

namespace kvplan::modules {

namespace {

/// Hugging Face's classes for DeepSeek have a default; null is an answer too.
std::int64_t query_rank(const ConfigNode& text) {
  constexpr std::int64_t default_rank = 1536;
  const bool named = text.contains("q_lora_rank");
  const bool deepseek = text.string_or("model_type", "").rfind("deepseek_v", 0) == 0;
  return text.integer_or("q_lora_rank", deepseek && !named ? default_rank : 0, 0);
}

}  // namespace

LatentShape latent_shape(const ConfigNode& text) {
  return {.hidden = text.integer("hidden_size"),
          .heads = families::num_heads(text),
          .q_lora_rank = query_rank(text),
          .kv_lora_rank = text.integer("kv_lora_rank"),
          .nope_dim = text.integer("qk_nope_head_dim", 0),
          .rope_dim = text.integer("qk_rope_head_dim"),
          .v_dim = text.integer("v_head_dim"),
          .bias = text.boolean_or("attention_bias", false)};
}

void latent_attention(Builder& b, const std::string& prefix, const LatentShape& s) {
  const std::int64_t in = s.input > 0 ? s.input : s.hidden;
  constexpr auto kind = WeightKind::attention;
  const std::int64_t latent = sum(s.kv_lora_rank, s.rope_dim);
  const std::int64_t queries = product(s.heads, sum(s.nope_dim, s.rope_dim));
  if (s.q_lora_rank > 0) {
    b.replicated(prefix + ".fused_qkv_a_proj", kind, {s.q_lora_rank, latent}, in, {.bias = s.bias});
    b.norm(prefix + ".q_a_layernorm", s.q_lora_rank);
    b.column(prefix + ".q_b_proj", kind, {queries}, s.q_lora_rank);
  } else {
    b.replicated(prefix + ".kv_a_proj_with_mqa", kind, {latent}, in, {.bias = s.bias});
    b.column(prefix + ".q_proj", kind, {queries}, in);
  }
  b.norm(prefix + ".kv_a_layernorm", s.kv_lora_rank);
  b.column(prefix + ".kv_b_proj", kind, {product(s.heads, sum(s.nope_dim, s.v_dim))},
           s.kv_lora_rank);
  b.row(prefix + ".o_proj", kind, s.hidden, product(s.heads, s.v_dim), {.bias = s.bias});
}

void latent_scales(Builder& b, const std::string& name) {
  if (b.quantization().method() == "modelopt" && b.quantization().has_cache_method()) {
    for (const char* scale : {".q_scale", ".k_scale", ".v_scale", ".prob_scale"}) {
      b.add(name + scale, WeightKind::attention, Sharding::replicated, b.dtype(), {});
    }
  }
  for (const char* scale : {"._k_scale", "._v_scale", "._q_scale", "._prob_scale"}) {
    b.buffer(name + scale, StoredType::float32, {});
  }
}

}  // namespace kvplan::modules
