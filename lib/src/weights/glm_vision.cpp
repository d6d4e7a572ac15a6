// GLM-4V, GLM-4.5V and GLM-OCR: a tower whose squares of patches are joined by a convolution and
// go through a gated MLP. Source: vLLM 0.33, models/glm4_1v.py, glm_ocr.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

struct Tower {
  std::int64_t hidden;
  std::int64_t heads;
  std::int64_t width;  ///< of the blocks' MLPs
  std::int64_t out;
  std::int64_t joined;  ///< width of the merger's MLP
  bool bias;
};

void convolution(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  const std::int64_t out = shape.front();
  b.add(name + ".weight", kind, Sharding::replicated, b.dtype(), std::move(shape));
  b.add(name + ".bias", kind, Sharding::replicated, b.dtype(), {out});
}

void block(Builder& b, const std::string& prefix, const Tower& tower, bool qk_norm) {
  b.norm(prefix + ".norm1", tower.hidden);
  b.norm(prefix + ".norm2", tower.hidden);
  const std::int64_t dim = tower.hidden / tower.heads;
  const std::int64_t own = product(b.share(tower.heads), dim);
  if (qk_norm) {
    b.norm(prefix + ".attn.q_norm", dim);
    b.norm(prefix + ".attn.k_norm", dim);
  }
  b.sharded(prefix + ".attn.qkv", kind, Sharding::qkv, {own, own, own}, tower.hidden,
            {.bias = tower.bias});
  b.row(prefix + ".attn.proj", kind, tower.hidden, tower.hidden, {.bias = tower.bias});
  mlp(b, prefix + ".mlp", tower.hidden, tower.width, {.kind = kind, .bias = tower.bias});
}

void merger(Builder& b, const Tower& tower) {
  b.column("visual.merger.proj", kind, {tower.out}, tower.out);
  b.layer_norm("visual.merger.post_projection_norm", tower.out);
  mlp(b, "visual.merger", tower.out, tower.joined, {.kind = kind});
}

/// Learned positions of an image of the usual size, and their numbers.
void positions(Builder& b, const ConfigNode& vision, std::int64_t hidden) {
  const std::int64_t side = vision.integer_or("image_size", 336) / vision.integer("patch_size");
  const std::int64_t count = product(side, side);
  b.add("visual.embeddings.position_embedding.weight", kind, Sharding::replicated, b.dtype(),
        {count, hidden});
  b.buffer("visual.embeddings.position_ids", StoredType::int64, {1, count});
}

void tower(Builder& b, bool ocr) {
  if (b.options().language_model_only) return;
  const ConfigNode vision = b.config().root.at("vision_config");
  const std::int64_t channels = vision.integer_or("in_channels", 3);
  const std::int64_t patch = vision.integer("patch_size");
  const std::int64_t merge = vision.integer_or("spatial_merge_size", 2);
  const std::int64_t out = vision.integer("out_hidden_size");
  const std::int64_t wide = vision.integer("intermediate_size");
  const Tower own{.hidden = vision.integer("hidden_size"),
                  .heads = vision.integer("num_heads"),
                  .width = ocr ? wide : out,
                  .out = out,
                  .joined = ocr ? product(out, channels) : wide,
                  .bias = vision.boolean_or("attention_bias", ocr)};
  b.first_stage();
  convolution(b, "visual.patch_embed.proj",
              {own.hidden, channels, vision.integer_or("temporal_patch_size", 2), patch, patch});
  repeat(b, "visual.blocks", vision.integer("depth"),
         [&](const std::string& prefix) { block(b, prefix, own, ocr); });
  merger(b, own);
  convolution(b, "visual.downsample", {out, own.hidden, merge, merge});
  b.norm("visual.post_layernorm", own.hidden);
  if (!ocr) {
    positions(b, vision, own.hidden);
    b.norm("visual.post_conv_layernorm", own.hidden);
  }
  constexpr std::int64_t angles = 8192;
  b.rotary("visual.rotary_pos_emb",
           {.positions = angles, .dim = own.hidden / own.heads / 2, .key = "vision"});
}

void names(Builder& b) {
  b.quantization().rename({{"model.visual.", "visual."},
                           {"lm_head.", "language_model.lm_head."},
                           {"model.language_model.", "language_model.model."}});
}

}  // namespace

void glm4v(Builder& b) {
  names(b);
  tower(b, false);
  glm4_text(b, "language_model.");
}

void glm4v_moe(Builder& b) {
  names(b);
  tower(b, false);
  glm4_moe_text(b, "language_model.");
}

void glm_ocr(Builder& b) {
  names(b);
  tower(b, true);
  glm4_text(b, "language_model.", false);
}

}  // namespace kvplan::modules
