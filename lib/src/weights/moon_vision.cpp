#include "weights/moon_vision.hpp"

#include "weights/blocks.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

struct Tower {
  std::int64_t hidden = 0;
  std::int64_t wide = 0;
  std::int64_t heads = 0;
  std::int64_t attended = 0;  ///< width of all heads together
  std::int64_t depth = 0;
  std::int64_t patch = 14;
  std::int64_t height = 64;
  std::int64_t width = 64;
  std::int64_t time = 0;     ///< positions in time; 0: none
  bool falls_back = false;   ///< whole on every rank where the heads do not divide
  bool plain_norms = false;  ///< without biases, here and in the linear layers
};

/// Keys begin with "vt_" from Kimi-K2.5 on. Defaults: Hugging Face and vLLM 0.33,
/// transformers_utils/configs/{moonvit,kimi_k25,kimi_k3}.py.
Tower tower_of(const ConfigNode& vision, const std::string& prefix, const Tower& defaults) {
  Tower t = defaults;
  t.hidden = vision.integer_or(prefix + "hidden_size", t.hidden);
  t.wide = vision.integer_or(prefix + "intermediate_size", t.wide);
  t.heads = vision.integer_or(prefix + "num_attention_heads", t.heads);
  t.depth = vision.integer_or(prefix + "num_hidden_layers", t.depth);
  t.patch = vision.integer_or("patch_size", t.patch);
  t.height = vision.integer_or("init_pos_emb_height", t.height);
  t.width = vision.integer_or("init_pos_emb_width", t.width);
  if (t.time > 0) t.time = vision.integer_or("init_pos_emb_time", t.time);
  t.attended = vision.integer_or("qkv_hidden_size", t.attended > 0 ? t.attended : t.hidden);
  return t;
}

void norm(Builder& b, const Tower& t, const std::string& name, std::int64_t size) {
  b.layer_norm(name, size, !t.plain_norms);
}

void tower(Builder& b, const Tower& t) {
  const bool bias = !t.plain_norms;
  b.first_stage();
  b.add("vision_tower.patch_embed.proj.weight", kind, Sharding::replicated, b.dtype(),
        {t.hidden, 3, t.patch, t.patch});
  if (bias) {
    b.add("vision_tower.patch_embed.proj.bias", kind, Sharding::replicated, b.dtype(), {t.hidden});
  }
  b.add("vision_tower.patch_embed.pos_emb.weight", kind, Sharding::replicated, b.dtype(),
        {t.height, t.width, t.hidden});
  if (t.time > 0) {
    b.buffer("vision_tower.patch_embed.pos_emb.time_weight", StoredType::float32,
             {t.time, 1, t.hidden});
  }
  b.undivided(t.falls_back && t.heads % b.tp() != 0);
  const std::int64_t own = product(b.share(t.heads), t.attended / t.heads);
  repeat(b, "vision_tower.encoder.blocks", t.depth, [&](const std::string& prefix) {
    norm(b, t, prefix + ".norm0", t.hidden);
    norm(b, t, prefix + ".norm1", t.hidden);
    b.column(prefix + ".mlp.fc0", kind, {t.wide}, t.hidden, {.bias = bias});
    b.row(prefix + ".mlp.fc1", kind, t.hidden, t.wide, {.bias = bias});
    b.sharded(prefix + ".wqkv", kind, Sharding::qkv, {own, own, own}, t.hidden, {.bias = bias});
    b.row(prefix + ".wo", kind, t.hidden, t.attended, {.bias = bias});
  });
  b.undivided(false);
  norm(b, t, "vision_tower.encoder.final_layernorm", t.hidden);
}

std::int64_t merged_width(const ConfigNode& vision, const Tower& t) {
  auto merge = vision.integers("merge_kernel_size", 1);
  if (merge.empty()) merge = {2, 2};
  if (merge.size() != 2) throw Unknowable{};
  return product(t.hidden, product(merge[0], merge[1]));
}

void projector(Builder& b, const std::string& prefix, std::int64_t merged, std::int64_t out,
               bool bias) {
  b.replicated(prefix + ".linear_1", kind, {merged}, merged, {.bias = bias});
  b.replicated(prefix + ".linear_2", kind, {out}, merged, {.bias = bias});
}

ConfigNode vision_of(const Builder& b) {
  if (const auto vision = b.config().root.find("vision_config")) return *vision;
  return parse_json("{}", b.config().root.file());
}

}  // namespace

void kimi_vl_vision(Builder& b) {
  const ConfigNode vision = vision_of(b);
  const Tower t = tower_of(vision, "", {.hidden = 1152, .wide = 4304, .heads = 16, .depth = 27});
  tower(b, t);
  b.layer_norm("multi_modal_projector.pre_norm", t.hidden);
  projector(b, "multi_modal_projector", merged_width(vision, t), b.text().integer("hidden_size"),
            true);
}

void kimi_k25_vision(Builder& b) {
  const ConfigNode vision = b.config().root.at("vision_config");
  const Tower t = tower_of(
      vision, "vt_",
      {.hidden = 1152, .wide = 4304, .heads = 16, .depth = 27, .time = 4, .falls_back = true});
  tower(b, t);
  b.layer_norm("mm_projector.pre_norm", t.hidden);
  projector(b, "mm_projector", merged_width(vision, t), vision.integer("text_hidden_size"), true);
}

void kimi_k3_vision(Builder& b) {
  const ConfigNode vision = vision_of(b);
  const Tower t = tower_of(vision, "vt_",
                           {.hidden = 1024,
                            .wide = 4096,
                            .heads = 12,
                            .attended = 1536,
                            .depth = 27,
                            .time = 4,
                            .falls_back = true,
                            .plain_norms = true});
  tower(b, t);
  const std::int64_t out = b.text().integer("hidden_size");
  projector(b, "mm_projector", merged_width(vision, t), out, false);
  b.norm("mm_projector.post_norm", out);
}

}  // namespace kvplan::modules
