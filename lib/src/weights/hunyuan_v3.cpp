// Hunyuan 3 (hy_v3): routers in float32, one width for experts and shared ones.
// Source: vLLM 0.33, models/hy_v3.py and hy_v3_mtp.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void names(Builder& b) { usual_fusions(b); }

AttentionShape heads_of(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qk_norm = text.boolean_or("qk_norm", true);  // Hugging Face, HYV3Config
  return heads;
}

/// Whole layers, also those of the draft: a layer's number says whether it routes.
void layer(Builder& b, const std::string& prefix, std::int64_t index) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = heads_of(text);
  attention(b, prefix + ".self_attn", heads);
  b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
  b.norm(prefix + ".input_layernorm", heads.hidden);
  b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  if (index < text.integer("first_k_dense_replace", 0)) {
    mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    return;
  }
  const std::int64_t experts = text.integer("num_experts");
  const std::int64_t width = text.integer("expert_hidden_dim");
  b.add(prefix + ".mlp.expert_bias", WeightKind::router, Sharding::replicated, StoredType::float32,
        {experts});
  b.replicated(prefix + ".mlp.gate", WeightKind::router, {experts}, heads.hidden,
               {.quantize = false, .type = StoredType::float32});
  if (const auto shared = text.integer_or("num_shared_experts", 1, 0); shared > 0) {
    mlp(b, prefix + ".mlp.shared_mlp", heads.hidden, product(shared, width),
        {.kind = WeightKind::shared_experts});
  }
  b.experts(prefix + ".mlp.experts.routed_experts",
            {.count = experts, .hidden = heads.hidden, .intermediate = width});
}

}  // namespace

void hy_v3(Builder& b) {
  names(b);
  DecoderShape shape = decoder_shape(b);
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
  const std::int64_t dense = b.text().integer("first_k_dense_replace", 0);
  shape.kind = [dense](std::int64_t i) { return i < dense ? 1 : 0; };
  decoder(b, shape, families::num_layers(b.text()),
          [&](std::int64_t i, const std::string& prefix) { layer(b, prefix, i); });
}

void hy_v3_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  names(b);
  const std::int64_t hidden = text.integer("hidden_size");
  mtp_layers(b, [&](std::int64_t i, const std::string& prefix) {
    layer(b, prefix + ".mtp_block", i);
    b.norm(prefix + ".final_layernorm", hidden);
  });
}

}  // namespace kvplan::modules
