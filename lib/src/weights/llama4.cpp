// Llama 4: a mixture of experts in every or every other layer, beside a dense MLP of another width;
// a tower whose patches are projected and shuffled. Source: vLLM 0.33, models/{llama4,mllama4}.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto vision_kind = WeightKind::vision;

void routed(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t experts = text.integer_or("num_local_experts", 16);
  const std::int64_t width = text.integer_or("intermediate_size", 8192);
  b.replicated(prefix + ".router", WeightKind::router, {experts}, hidden, {.quantize = false});
  mlp(b, prefix + ".shared_expert", hidden, width, {.kind = WeightKind::shared_experts});
  b.experts(prefix + ".experts.routed_experts",
            {.count = experts, .hidden = hidden, .intermediate = width});
}

void layers(Builder& b, const std::string& wrapper) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = text.boolean_or("attention_bias", false);
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  const std::int64_t step = text.integer_or("interleave_moe_layer_step", 1, 0);
  const auto routes = [step](std::int64_t i) { return step > 0 && (i + 1) % step == 0; };
  shape.kind = [&](std::int64_t i) { return routes(i) ? 1 : 0; };
  const Rotary rotary = rotary_table(text, heads.head_dim, max_positions(text, 131'072));
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    // Layers without positions create no table, but among four one has them.
    b.rotary(prefix + ".self_attn.rotary_emb", rotary);
    if (routes(i)) {
      routed(b, prefix + ".feed_forward");
    } else {
      mlp(b, prefix + ".feed_forward", heads.hidden,
          text.integer_or("intermediate_size_mlp", 16'384));
    }
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

struct Tower {
  std::int64_t hidden;
  std::int64_t heads;
  std::int64_t wide;
  std::int64_t places;  ///< patches and the class token
};

void vision_layer(Builder& b, const std::string& prefix, const Tower& t) {
  const std::int64_t own = product(b.share(t.heads), t.hidden / t.heads);
  b.sharded(prefix + ".self_attn.qkv_proj", vision_kind, Sharding::qkv, {own, own, own}, t.hidden,
            {.bias = true});
  b.row(prefix + ".self_attn.o_proj", vision_kind, t.hidden, t.hidden, {.bias = true});
  b.column(prefix + ".mlp.fc1", vision_kind, {t.wide}, t.hidden, {.bias = true});
  b.row(prefix + ".mlp.fc2", vision_kind, t.hidden, t.wide, {.bias = true});
  b.layer_norm(prefix + ".input_layernorm", t.hidden);
  b.layer_norm(prefix + ".post_attention_layernorm", t.hidden);
}

/// Defaults: Hugging Face, Llama4VisionConfig.
void vision_tower(Builder& b, const ConfigNode& vision) {
  const std::int64_t hidden = vision.integer_or("hidden_size", 768);
  const std::int64_t patch = vision.integer_or("patch_size", 14);
  const std::int64_t side = vision.integer_or("image_size", 448) / patch;
  const Tower t{.hidden = hidden,
                .heads = vision.integer_or("num_attention_heads", 16),
                .wide = vision.integer_or("intermediate_size", 5632),
                .places = sum(product(side, side), 1)};
  const auto whole = [&](const char* name, std::vector<std::int64_t> shape) {
    b.add(std::string("vision_model.") + name, vision_kind, Sharding::replicated, b.dtype(),
          std::move(shape));
  };
  b.first_stage();
  whole("class_embedding", {hidden});
  whole("positional_embedding_vlm", {t.places, hidden});
  b.column("vision_model.patch_embedding.linear", vision_kind, {hidden},
           product(vision.integer_or("num_channels", 3), product(patch, patch)),
           {.quantize = false});
  b.layer_norm("vision_model.layernorm_pre", hidden);
  b.layer_norm("vision_model.layernorm_post", hidden);
  repeat(b, "vision_model.model.layers", vision.integer_or("num_hidden_layers", 34),
         [&](const std::string& prefix) { vision_layer(b, prefix, t); });
  b.buffer("vision_model.model.layers.0.self_attn.rotary_emb.cos_sin_cache", StoredType::complex64,
           {t.places, 1, hidden / t.heads / 2});
  const std::int64_t merged = vision.integer_or("projector_output_dim", 4096);
  const std::int64_t shuffled = vision.integer_or("projector_input_dim", 4096);
  b.column("vision_model.vision_adapter.mlp.fc1", vision_kind, {shuffled}, t.wide);
  b.row("vision_model.vision_adapter.mlp.fc2", vision_kind, merged, shuffled);
  b.column("multi_modal_projector.linear_1", vision_kind, {b.text().integer("hidden_size")},
           vision.integer_or("vision_output_dim", 7680));
}

}  // namespace

void llama4_text(Builder& b) { layers(b, ""); }

void llama4(Builder& b) {
  if (!b.options().language_model_only) {
    vision_tower(b, b.config().root.at("vision_config"));
  }
  layers(b, "language_model.");
}

}  // namespace kvplan::modules
