// Gemma 1 to 3: a tied head, a scalar that scales the embedding, from Gemma 2 on norms before and
// after each half, from Gemma 3 on a table of its own for the layers that slide.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"
#include "weights/vision.hpp"

namespace kvplan::modules {
namespace {

struct Generation {
  std::string wrapper;
  bool sandwich = false;
  bool qk_norm = false;
  bool local_rotary = false;
};

/// rope_parameters may have a part for each kind of layer; older configs scale the full ones only.
Rotary table_of(const ConfigNode& text, std::int64_t head_dim, bool slides, bool local) {
  const std::int64_t positions = max_positions(text);
  if (!local) return rotary_table(text, head_dim);
  if (const auto parts = text.find("rope_parameters"); parts && parts->has("full_attention")) {
    Rotary table = rotary_of(text, parts->find(slides ? "sliding_attention" : "full_attention"),
                             head_dim, positions);
    return table;
  }
  if (!slides) return rotary_table(text, head_dim);
  return {.positions = positions, .dim = head_dim, .key = "local"};
}

bool slides(const ConfigNode& text, const std::vector<std::string>& types, std::int64_t layer) {
  if (!types.empty()) return types[static_cast<std::size_t>(layer)] == "sliding_attention";
  constexpr std::int64_t pattern = 6;  // Hugging Face, Gemma3TextConfig
  const std::int64_t every = text.integer_or("sliding_window_pattern",
                                             text.integer_or("_sliding_window_pattern", pattern));
  return (layer + 1) % every != 0;
}

void layers(Builder& b, const Generation& generation) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.out_bias = heads.qkv_bias;
  heads.qk_norm = generation.qk_norm;
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = generation.wrapper + "model";
  shape.embedding_everywhere = shape.norm_everywhere = true;
  const auto types = families::layer_types(text);
  shape.kind = [&](std::int64_t i) { return slides(text, types, i) ? 1 : 0; };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb",
             table_of(text, heads.head_dim, slides(text, types, i), generation.local_rotary));
    mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
    if (!generation.sandwich) return;
    b.norm(prefix + ".pre_feedforward_layernorm", heads.hidden);
    b.norm(prefix + ".post_feedforward_layernorm", heads.hidden);
  });
  for (std::int64_t stage = 0; stage < b.pp(); ++stage) {
    b.at_stage(stage);
    b.buffer(shape.prefix + ".normalizer", b.dtype(), {});
  }
}

}  // namespace

void gemma(Builder& b) { layers(b, {.wrapper = ""}); }
void gemma2(Builder& b) { layers(b, {.wrapper = "", .sandwich = true}); }
void gemma3(Builder& b) {
  layers(b, {.wrapper = "", .sandwich = true, .qk_norm = true, .local_rotary = true});
}

void gemma3_vision(Builder& b) {
  b.quantization().rename({{"model.language_model.", "language_model.model."},
                           {"model.vision_tower.", "vision_tower."},
                           {"model.multi_modal_projector.", "multi_modal_projector."},
                           {"lm_head.", "language_model.lm_head."}});
  if (!b.options().language_model_only) {
    const ConfigNode vision = b.config().root.at("vision_config");
    b.first_stage();
    siglip(b, "vision_tower.vision_model", vision);
    const std::int64_t hidden = vision.integer("hidden_size");
    b.add("multi_modal_projector.mm_input_projection_weight", WeightKind::vision,
          Sharding::replicated, b.dtype(), {hidden, b.text().integer("hidden_size")});
    b.norm("multi_modal_projector.mm_soft_emb_norm", hidden);
  }
  layers(b,
         {.wrapper = "language_model.", .sandwich = true, .qk_norm = true, .local_rotary = true});
}

/// PaliGemma: SigLIP before Gemma 1 or 2, one projection between them.
void paligemma(Builder& b) {
  constexpr std::int64_t default_projection = 2048;  // Hugging Face, PaliGemmaConfig
  const ConfigNode& root = b.config().root;
  if (!b.options().language_model_only) {
    const ConfigNode vision = root.at("vision_config");
    b.first_stage();
    siglip(b, "vision_tower.vision_model", vision);
    b.replicated("multi_modal_projector.linear", WeightKind::vision,
                 {root.integer_or("projection_dim", default_projection)},
                 vision.integer("hidden_size"), {.bias = true, .quantize = false});
  }
  layers(b, {.wrapper = "language_model.",
             .sandwich = b.text().string_or("model_type", "") == "gemma2"});
}

}  // namespace kvplan::modules
