// Mistral 3 and Llava: a vision tower, a projector, a Llama inside.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"
#include "weights/vision.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

void projector(Builder& b, std::int64_t in, bool bias) {
  const std::int64_t hidden = families::hidden_size(b.text());
  b.column("multi_modal_projector.linear_1", kind, {hidden}, in, {.bias = bias});
  b.row("multi_modal_projector.linear_2", kind, hidden, hidden, {.bias = bias});
}

}  // namespace

void mistral3(Builder& b) {
  const ConfigNode& root = b.config().root;
  usual_fusions(b);
  b.quantization().rename({{"model.language_model.", "language_model.model."},
                           {"model.vision_tower.", "vision_tower."},
                           {"model.multi_modal_projector.", "multi_modal_projector."},
                           {"lm_head.", "language_model.lm_head."}});
  if (!b.options().language_model_only) {
    const ConfigNode vision = root.at("vision_config");
    if (vision.string_or("model_type", "pixtral") != "pixtral") throw Unknowable{};
    b.first_stage();
    pixtral(b, "vision_tower", vision);
    const std::int64_t hidden = vision.integer("hidden_size");
    const std::int64_t merge = root.integer_or("spatial_merge_size", 2);
    b.norm("multi_modal_projector.norm", hidden);
    b.add("multi_modal_projector.patch_merger.merging_layer.weight", kind, Sharding::replicated,
          b.dtype(), {hidden, product(hidden, product(merge, merge))});
    projector(b, hidden, root.boolean_or("multimodal_projector_bias", false));
  }
  llama_text(b, true);  // Hugging Face's Mistral3Config ties where no field says otherwise
}

void llava(Builder& b) {
  const ConfigNode& root = b.config().root;
  if (!b.options().language_model_only) {
    const ConfigNode vision = root.at("vision_config");
    if (vision.string_or("model_type", "") != "clip_vision_model") throw Unknowable{};
    constexpr std::int64_t feature_layer = -2;  // Hugging Face, LlavaConfig
    const auto given = root.find("vision_feature_layer");
    const std::int64_t layer =
        given ? given->as_integer(-vision.integer("num_hidden_layers")) : feature_layer;
    const std::int64_t layers = layer < 0 ? vision.integer("num_hidden_layers") + 1 + layer : layer;
    b.first_stage();
    clip(b, "vision_tower.vision_model", vision, layers);
    projector(b, vision.integer("hidden_size"), root.boolean_or("multimodal_projector_bias", true));
  }
  llama_text(b, false);
}

}  // namespace kvplan::modules
