// Models that vLLM 0.33 runs on Transformers' own modules (its fallback): the same fused layers
// where the class has a plan for tensor parallelism, frequencies instead of a rotary table. Source:
// vLLM 0.33, models/transformers/; Hugging Face, the model classes.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/latent.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void frequencies(Builder& b, const std::string& kind, std::int64_t rotary_dim,
                 const std::string& model = "model") {
  const std::string prefix = model + ".rotary_emb." + kind;
  b.all_stages(true);
  b.buffer(prefix + "inv_freq", StoredType::float32, {rotary_dim / 2});
  b.buffer(prefix + "original_inv_freq", StoredType::float32, {rotary_dim / 2});
  b.all_stages(false);
}

enum class QueryNorms { none, each_head, all_heads };

/// What the classes differ in. Norms with a bias are LayerNorms.
struct FallbackShape {
  bool tied = false;  ///< where no field says it
  bool qkv_bias = false;
  bool out_bias = false;
  QueryNorms query_norms = QueryNorms::none;
  MlpOptions feed_options = {};
  std::string_view up = "up_proj";      ///< of an MLP without a gate
  std::string_view down = "down_proj";  ///< the same
  std::vector<std::string_view> norms = {"input_layernorm", "post_attention_layernorm"};
  std::string_view final_norm = "norm";  ///< empty: none, or one without weights
  bool norm_bias = false;
  std::string_view out = "o_proj";
  Feed feed = nullptr;  ///< else an MLP
};

void ungated(Builder& b, const std::string& prefix, const FallbackShape& own, std::int64_t hidden,
             std::int64_t wide) {
  b.column(prefix + "." + std::string(own.up), WeightKind::dense_mlp, {wide}, hidden,
           {.bias = own.feed_options.bias});
  b.row(prefix + "." + std::string(own.down), WeightKind::dense_mlp, hidden, wide,
        {.bias = own.feed_options.bias});
}

void attends(Builder& b, const std::string& prefix, const AttentionShape& heads,
             const FallbackShape& own) {
  const std::int64_t queries = product(b.share(heads.heads), heads.head_dim);
  const std::int64_t keys = product(b.share_kv(heads.kv_heads), heads.head_dim);
  b.sharded(prefix + ".qkv_proj", WeightKind::attention, Sharding::qkv, {queries, keys, keys},
            heads.hidden, {.bias = own.qkv_bias});
  b.row(prefix + "." + std::string(own.out), WeightKind::attention, heads.hidden,
        product(heads.heads, heads.head_dim), {.bias = own.out_bias});
  if (own.query_norms != QueryNorms::none) {
    const bool all = own.query_norms == QueryNorms::all_heads;  // whole on every rank
    b.norm(prefix + ".q_norm", all ? product(heads.heads, heads.head_dim) : heads.head_dim);
    b.norm(prefix + ".k_norm", all ? product(heads.kv_heads, heads.head_dim) : heads.head_dim);
  }
  b.cache_scales(prefix + ".attn");
}

void fallback(Builder& b, const FallbackShape& own) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  DecoderShape shape = decoder_shape(b, own.tied);
  shape.norm = own.norm_bias ? "" : std::string(own.final_norm);
  if (!own.feed) shape.kind = all_alike;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attends(b, prefix + ".self_attn", heads, own);
    if (own.feed) {
      own.feed(i, prefix);
    } else if (own.feed_options.gated) {
      mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"), own.feed_options);
    } else {
      ungated(b, prefix + ".mlp", own, heads.hidden, text.integer("intermediate_size"));
    }
    for (const std::string_view norm : own.norms) {
      b.layer_norm(prefix + "." + std::string(norm), heads.hidden, own.norm_bias);
    }
  });
  if (!own.norm_bias || own.final_norm.empty()) return;
  b.last_stage();
  b.layer_norm(shape.prefix + "." + std::string(own.final_norm), heads.hidden);
}

std::int64_t rotary_dim(const Builder& b, std::int64_t head_dim) {
  return rotary_table(b.text(), head_dim).dim;
}

void one_rotary(Builder& b) { frequencies(b, "", rotary_dim(b, families::head_dim(b.text()))); }

bool says(const Builder& b, std::string_view key, bool fallback_value = false) {
  return b.text().boolean_or(key, fallback_value);
}

}  // namespace

/// SmolLM3, Cwm, Ministral, Helium: Llama's structure.
void smollm3(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.tied = true,
               .qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = says(b, "mlp_bias")}});
}

void fallback_llama(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias, .out_bias = bias, .feed_options = {.bias = says(b, "mlp_bias")}});
}

void seed_oss(Builder& b) {
  one_rotary(b);
  fallback(b, {.qkv_bias = says(b, "attention_bias", true),
               .out_bias = says(b, "attention_out_bias"),
               .feed_options = {.bias = says(b, "mlp_bias")}});
}

/// Fused in the checkpoint, but of the same size.
void glm(Builder& b) {
  one_rotary(b);
  fallback(b, {.qkv_bias = says(b, "attention_bias", true)});
}

void arcee(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = says(b, "mlp_bias"), .gated = false}});
}

void jais2(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias", true);
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = says(b, "mlp_bias", true), .gated = false},
               .norm_bias = true});
}

void phi(Builder& b) {
  if (says(b, "qk_layernorm")) throw Unknowable{};
  one_rotary(b);
  fallback(b, {.qkv_bias = true,
               .out_bias = true,
               .feed_options = {.bias = true, .gated = false},
               .up = "fc1",
               .down = "fc2",
               .norms = {"input_layernorm"},
               .final_norm = "final_layernorm",
               .norm_bias = true,
               .out = "dense"});
}

/// Norms without weights.
void olmo(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias, .out_bias = bias, .norms = {}, .final_norm = ""});
}

void nanochat(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.gated = false},
               .up = "fc1",
               .down = "fc2",
               .norms = {},
               .final_norm = ""});
}

/// Norms after each half, and over all heads at once.
void olmo2(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::all_heads,
               .norms = {"post_attention_layernorm", "post_feedforward_layernorm"}});
}

void olmo3(Builder& b) {
  const std::int64_t dim = families::head_dim(b.text());
  frequencies(b, "full_attention_", dim);
  frequencies(b, "sliding_attention_", dim);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::all_heads,
               .norms = {"post_attention_layernorm", "post_feedforward_layernorm"}});
}

/// Gemma 2 without the norms behind each half.
void vaultgemma(Builder& b) {
  one_rotary(b);
  const bool bias = says(b, "attention_bias");
  fallback(b, {.tied = true,
               .qkv_bias = bias,
               .out_bias = bias,
               .norms = {"input_layernorm", "pre_feedforward_layernorm"}});
  for (std::int64_t stage = 0; stage < b.pp(); ++stage) {
    if (stage > 0 && stage + 1 < b.pp()) continue;
    b.at_stage(stage);
    b.buffer("model.embed_tokens.embed_scale", b.dtype(), {});
  }
}

void starcoder2(Builder& b) {
  frequencies(b, "", families::head_dim(b.text()));
  const bool bias = says(b, "use_bias", true);
  fallback(b, {.tied = true,
               .qkv_bias = bias,
               .out_bias = bias,
               .feed_options = {.bias = bias, .gated = false},
               .up = "c_fc",
               .down = "c_proj",
               .norm_bias = true});
}

void gpt_neox(Builder& b) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const bool bias = says(b, "attention_bias", true);
  const std::int64_t wide = text.integer("intermediate_size");
  DecoderShape shape = decoder_shape(b);
  shape.embedding = "embed_in";
  shape.norm = "";
  shape.kind = all_alike;
  // Either name: rotary_pct in older configs, a fourth where nothing says it.
  Rotary table = rotary_table(text, heads.head_dim);
  constexpr std::int64_t part = 4;
  const auto rope = text.find("rope_parameters");
  const bool said = text.has("rotary_pct") || text.has("partial_rotary_factor") ||
                    (rope && rope->has("partial_rotary_factor"));
  frequencies(b, "", said ? table.dim : heads.head_dim / part);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    b.column(prefix + ".attention.query_key_value", WeightKind::attention, {3 * heads.hidden},
             heads.hidden, {.bias = bias});
    b.row(prefix + ".attention.dense", WeightKind::attention, heads.hidden, heads.hidden,
          {.bias = bias});
    b.cache_scales(prefix + ".attention.attn");
    b.column(prefix + ".mlp.dense_h_to_4h", WeightKind::dense_mlp, {wide}, heads.hidden,
             {.bias = true});
    b.row(prefix + ".mlp.dense_4h_to_h", WeightKind::dense_mlp, heads.hidden, wide, {.bias = true});
    b.layer_norm(prefix + ".input_layernorm", heads.hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  b.last_stage();
  b.layer_norm("model.final_layer_norm", heads.hidden);
}

namespace {

/// A router and its experts, shared ones beside them.
void fallback_mixture(Builder& b, const std::string& prefix, const MixtureShape& moe,
                      std::string_view gate, bool corrected) {
  b.replicated(prefix + std::string(gate), WeightKind::router, {moe.experts}, moe.hidden,
               {.quantize = false});
  if (corrected) {
    b.buffer(prefix + std::string(gate) + ".e_score_correction_bias", StoredType::float32,
             {moe.experts});
  }
  if (moe.shared > 0) {
    mlp(b, prefix + ".shared_experts", moe.hidden, moe.shared,
        {.kind = WeightKind::shared_experts});
  }
  b.experts(prefix + ".experts.routed_experts",
            {.count = moe.experts, .hidden = moe.hidden, .intermediate = moe.intermediate});
}

MixtureShape mixture_of(const ConfigNode& text, std::string_view experts,
                        std::int64_t shared_experts) {
  const std::int64_t width = text.integer("moe_intermediate_size");
  return {.experts = text.integer(experts),
          .hidden = text.integer("hidden_size"),
          .intermediate = width,
          .shared = product(shared_experts, width)};
}

}  // namespace

void solar_open(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const MixtureShape moe =
      mixture_of(text, "n_routed_experts", text.integer_or("n_shared_experts", 1, 0));
  if (text.integer_or("first_k_dense_replace", 0, 0) > 0) throw Unknowable{};
  const bool bias = says(b, "attention_bias");
  fallback(
      b, {.qkv_bias = bias, .out_bias = bias, .feed = [&](std::int64_t, const std::string& prefix) {
            fallback_mixture(b, prefix + ".mlp", moe, ".gate", true);
          }});
}

void flex_olmo(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const MixtureShape moe{.experts = text.integer("num_experts"),
                         .hidden = text.integer("hidden_size"),
                         .intermediate = text.integer("intermediate_size")};
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .query_norms = QueryNorms::all_heads,
               .norms = {"post_attention_layernorm", "post_feedforward_layernorm"},
               .feed = [&](std::int64_t, const std::string& prefix) {
                 fallback_mixture(b, prefix + ".mlp", moe, ".gate", false);
               }});
}

/// Transformers' own PhiMoE, which checkpoints of "PhimoeForCausalLM" ask for.
void phimoe_fallback(Builder& b) {
  one_rotary(b);
  const ConfigNode& text = b.text();
  const MixtureShape moe{.experts = text.integer("num_local_experts"),
                         .hidden = text.integer("hidden_size"),
                         .intermediate = text.integer("intermediate_size")};
  const bool bias = says(b, "attention_bias");
  fallback(b, {.qkv_bias = bias,
               .out_bias = bias,
               .norm_bias = true,
               .feed = [&](std::int64_t, const std::string& prefix) {
                 fallback_mixture(b, prefix + ".mlp", moe, ".router", false);
               }});
}

/// Mistral Small 4: latent attention, and a mixture in every layer behind the dense ones.
void mistral4(Builder& b) {
  const ConfigNode& text = b.text();
  b.quantization().fuse({{"gate_up_proj", {"gate_proj", "up_proj"}},
                         {"fused_qkv_a_proj", {"q_a_proj", "kv_a_proj_with_mqa"}}});
  const MixtureShape moe =
      mixture_of(text, "n_routed_experts", text.integer_or("n_shared_experts", 1, 0));
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  DecoderShape shape = decoder_shape(b);
  shape.kind = [dense](std::int64_t i) { return i >= dense ? 1 : 0; };
  frequencies(b, "", text.integer("qk_rope_head_dim"));
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    latent_attention(b, prefix + ".self_attn", latent_shape(text));
    latent_scales(b, prefix + ".self_attn.attn");
    if (i >= dense) {
      fallback_mixture(b, prefix + ".mlp", moe, ".gate", false);
    } else {
      mlp(b, prefix + ".mlp", shape.hidden, text.integer("intermediate_size"));
    }
    b.norm(prefix + ".input_layernorm", shape.hidden);
    b.norm(prefix + ".post_attention_layernorm", shape.hidden);
  });
}

}  // namespace kvplan::modules
