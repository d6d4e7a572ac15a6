#include "weights/qwen_vision.hpp"

#include "weights/blocks.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

struct Tower {
  std::int64_t hidden;
  std::int64_t heads;
  std::int64_t intermediate;
  std::int64_t depth;
  std::int64_t out;
  std::int64_t merged;  ///< hidden × the square of the merge
};

/// Beside the text, or within what an omni model thinks with.
ConfigNode vision_of(const Builder& b) {
  const ConfigNode& root = b.config().root;
  const auto thinker = root.find("thinker_config");
  return thinker ? thinker->at("vision_config") : root.at("vision_config");
}

void patches(Builder& b, const ConfigNode& vision, std::int64_t hidden, bool bias) {
  const std::int64_t patch = vision.integer("patch_size");
  b.add("visual.patch_embed.proj.weight", kind, Sharding::replicated, b.dtype(),
        {hidden, vision.integer_or("in_channels", 3), vision.integer_or("temporal_patch_size", 2),
         patch, patch});
  if (bias) b.add("visual.patch_embed.proj.bias", kind, Sharding::replicated, b.dtype(), {hidden});
}

void heads(Builder& b, const std::string& prefix, const Tower& tower) {
  const std::int64_t own = b.share(tower.heads);
  const std::int64_t width = product(own, tower.hidden / tower.heads);
  b.sharded(prefix + ".qkv", kind, Sharding::qkv, {width, width, width}, tower.hidden,
            {.bias = true});
  b.row(prefix + ".proj", kind, tower.hidden, tower.hidden, {.bias = true});
}

/// How a merger's norm and its two matrices are called, and the list of further ones.
struct MergerNames {
  const char* norm;
  const char* first;
  const char* second;
  const char* list;
};
constexpr MergerNames vl_names{".norm", ".linear_fc1", ".linear_fc2",
                               "visual.deepstack_merger_list."};
constexpr MergerNames omni_names{".ln_q", ".mlp.0", ".mlp.2", "visual.merger_list."};

void merger(Builder& b, const std::string& prefix, const Tower& tower, std::int64_t normed,
            const MergerNames& names) {
  b.layer_norm(prefix + names.norm, normed);
  b.column(prefix + names.first, kind, {tower.merged}, tower.merged, {.bias = true});
  b.row(prefix + names.second, kind, tower.out, tower.merged, {.bias = true});
}

/// Angles of rows and columns: half of a head's width.
void angles(Builder& b, const Tower& tower) {
  constexpr std::int64_t positions = 8192;
  b.rotary("visual.rotary_pos_emb",
           {.positions = positions, .dim = tower.hidden / tower.heads / 2, .key = "vision"});
}

Tower tower_of(const ConfigNode& vision, std::int64_t out) {
  const std::int64_t hidden = vision.integer("hidden_size");
  const std::int64_t merge = vision.integer_or("spatial_merge_size", 2);
  return {.hidden = hidden,
          .heads = vision.integer("num_heads"),
          .intermediate = vision.integer("intermediate_size"),
          .depth = vision.integer("depth"),
          .out = out,
          .merged = product(hidden, product(merge, merge))};
}

}  // namespace

void qwen3_vision(Builder& b, std::int64_t deepstack) {
  if (b.options().language_model_only) return;
  const ConfigNode vision = vision_of(b);
  const Tower tower = tower_of(vision, vision.integer("out_hidden_size"));
  constexpr std::int64_t positions = 2304;  // Hugging Face, Qwen3VLVisionConfig
  b.first_stage();
  patches(b, vision, tower.hidden, true);
  b.add("visual.pos_embed.weight", kind, Sharding::replicated, b.dtype(),
        {vision.integer_or("num_position_embeddings", positions), tower.hidden});
  repeat(b, "visual.blocks", tower.depth, [&](const std::string& prefix) {
    b.layer_norm(prefix + ".norm1", tower.hidden);
    b.layer_norm(prefix + ".norm2", tower.hidden);
    heads(b, prefix + ".attn", tower);
    b.column(prefix + ".mlp.linear_fc1", kind, {tower.intermediate}, tower.hidden, {.bias = true});
    b.row(prefix + ".mlp.linear_fc2", kind, tower.hidden, tower.intermediate, {.bias = true});
  });
  const bool omni = b.config().root.has("thinker_config");
  const MergerNames& names = omni ? omni_names : vl_names;
  merger(b, "visual.merger", tower, tower.hidden, names);
  if (const auto indices = vision.find("deepstack_visual_indexes")) {
    deepstack = static_cast<std::int64_t>(indices->items().size());
  }
  for (std::int64_t i = 0; i < deepstack; ++i) {
    merger(b, names.list + std::to_string(i), tower, tower.merged, names);
  }
  angles(b, tower);
}

void qwen2_5_vision(Builder& b) {
  if (b.options().language_model_only) return;
  const ConfigNode vision = vision_of(b);
  const Tower tower = tower_of(vision, vision.integer("out_hidden_size"));
  b.first_stage();
  patches(b, vision, tower.hidden, false);
  repeat(b, "visual.blocks", tower.depth, [&](const std::string& prefix) {
    b.norm(prefix + ".norm1", tower.hidden);
    b.norm(prefix + ".norm2", tower.hidden);
    heads(b, prefix + ".attn", tower);
    b.column(prefix + ".mlp.gate_up_proj", kind, {tower.intermediate, tower.intermediate},
             tower.hidden, {.bias = true});
    b.row(prefix + ".mlp.down_proj", kind, tower.hidden, tower.intermediate, {.bias = true});
  });
  b.norm("visual.merger.ln_q", tower.hidden);
  b.column("visual.merger.mlp.0", kind, {tower.merged}, tower.merged, {.bias = true});
  b.row("visual.merger.mlp.2", kind, tower.out, tower.merged, {.bias = true});
  angles(b, tower);
}

void qwen2_vision(Builder& b) {
  if (b.options().language_model_only) return;
  const ConfigNode vision = vision_of(b);
  const std::int64_t hidden = vision.integer("embed_dim");
  const double ratio = vision.number_or("mlp_ratio", 4);
  const double width = static_cast<double>(hidden) * ratio;
  if (!(width >= 1 && width < 1e9)) throw Unknowable{};
  const std::int64_t merge = vision.integer_or("spatial_merge_size", 2);
  const Tower tower{.hidden = hidden,
                    .heads = vision.integer("num_heads"),
                    .intermediate = static_cast<std::int64_t>(width),
                    .depth = vision.integer("depth"),
                    .out = vision.integer("hidden_size"),
                    .merged = product(hidden, product(merge, merge))};
  b.first_stage();
  patches(b, vision, hidden, false);
  repeat(b, "visual.blocks", tower.depth, [&](const std::string& prefix) {
    b.layer_norm(prefix + ".norm1", hidden);
    b.layer_norm(prefix + ".norm2", hidden);
    heads(b, prefix + ".attn", tower);
    b.column(prefix + ".mlp.fc1", kind, {tower.intermediate}, hidden, {.bias = true});
    b.row(prefix + ".mlp.fc2", kind, hidden, tower.intermediate, {.bias = true});
  });
  merger(b, "visual.merger", tower, hidden, omni_names);
  angles(b, tower);
}

}  // namespace kvplan::modules
