// Nemotron-H and Nemotron 3: each layer is one mixer with one norm. Experts have no gate matrix,
// and may work on a narrower latent.
#include "families/nemotron_h.hpp"
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/mamba.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void names(Builder& b) {
  b.quantization().rename({{"backbone", "model"}});
  b.quantization().fuse({{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}});
}

/// Computed in float32: kept in it too where the device has no kernel that does it from bf16.
StoredType router_type(const Builder& b) {
  const int major = b.platform().capability.major;
  return major == 9 || major == 10 ? b.dtype() : StoredType::float32;
}

void experts(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t count = text.integer("n_routed_experts");
  const std::int64_t latent = text.integer_or("moe_latent_size", 0, 0);
  const bool bias = text.boolean_or("mlp_bias", false);
  b.replicated(prefix + ".gate", WeightKind::router, {count}, hidden,
               {.quantize = false, .type = router_type(b)});
  b.add(prefix + ".gate.e_score_correction_bias", WeightKind::router, Sharding::replicated,
        StoredType::float32, {count});
  if (text.integer_or("n_shared_experts", 0, 0) > 0) {
    mlp(b, prefix + ".shared_experts", hidden,
        product(text.integer("moe_shared_expert_intermediate_size"),
                text.integer("n_shared_experts")),
        {.kind = WeightKind::shared_experts, .bias = bias, .gated = false});
  }
  if (latent > 0) {
    b.replicated(prefix + ".fc1_latent_proj", WeightKind::routed_experts, {latent}, hidden,
                 {.bias = bias});
    b.replicated(prefix + ".fc2_latent_proj", WeightKind::routed_experts, {hidden}, latent,
                 {.bias = bias});
  }
  b.experts(prefix + ".experts.routed_experts",
            {.count = count,
             .hidden = latent > 0 ? latent : hidden,
             .intermediate = text.integer("moe_intermediate_size"),
             .gated = false});
}

void mixer(Builder& b, const std::string& prefix, char letter, const Layer& layer) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  switch (letter) {
    case 'M':
      mamba2_mixer(b, prefix, hidden, state_of<Mamba2State>(layer),
                   {.conv_bias = text.boolean_or("use_conv_bias", true),
                    .bias = text.boolean_or("use_bias", false)});
      return;
    case '*': {
      AttentionShape heads = attention_shape(text);
      heads.qkv_bias = heads.out_bias = text.boolean_or("attention_bias", false);
      attention(b, prefix, heads);
      return;
    }
    case 'E':
      experts(b, prefix);
      return;
    default:
      mlp(b, prefix, hidden, text.integer("intermediate_size"),
          {.bias = text.boolean_or("mlp_bias", false), .gated = false});
  }
}

}  // namespace

void nemotron_h(Builder& b) { nemotron_h_text(b, ""); }

void nemotron_h_text(Builder& b, const std::string& wrapper) {
  names(b);
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  shape.norm = "norm_f";
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
  const std::string pattern = families::nemotron_pattern(b.text());
  const auto& layers = b.architecture().layers;
  if (layers.size() != pattern.size()) throw Unknowable{};  // a model_type of another class
  shape.kind = [&](std::int64_t i) {
    return static_cast<std::int64_t>(pattern[static_cast<std::size_t>(i)]);
  };
  decoder(b, shape, static_cast<std::int64_t>(layers.size()),
          [&](std::int64_t i, const std::string& prefix) {
            const auto at = static_cast<std::size_t>(i);
            mixer(b, prefix + ".mixer", pattern[at], layers[at]);
            b.norm(prefix + ".norm", shape.hidden);
          });
}

/// The draft's first layer joins embedding and hidden state, its last one has a norm.
void nemotron_h_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  names(b);
  const std::int64_t hidden = text.integer("hidden_size");
  const std::string pattern = families::nemotron_draft_pattern(text);
  const auto& layers = b.architecture().mtp_layers;
  if (layers.size() != pattern.size()) throw Unknowable{};
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), hidden);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string prefix = "mtp.layers." + std::to_string(i);
    mixer(b, prefix + ".mixer", pattern[i], layers[i]);
    b.norm(prefix + ".norm", hidden);
    if (i == 0) {
      b.norm(prefix + ".enorm", hidden);
      b.norm(prefix + ".hnorm", hidden);
      b.column(prefix + ".eh_proj", WeightKind::other, {hidden}, 2 * hidden);
    }
    if (i + 1 == pattern.size()) b.norm(prefix + ".final_layernorm", hidden);
  }
}

}  // namespace kvplan::modules
