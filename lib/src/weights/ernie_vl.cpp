// ERNIE 4.5 VL: two mixtures of experts a layer, for text and for pictures, with shared experts
// and one correction for both. Each layer makes a rotary table of its own.
// Source: vLLM 0.33, models/ernie45_vl.py, ernie45_vl_moe.py.
#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

void tower(Builder& b, const ConfigNode& vision) {
  const std::int64_t hidden = vision.integer("embed_dim");
  const std::int64_t heads = vision.integer("num_heads");
  const std::int64_t patch = vision.integer("patch_size");
  const std::int64_t wide = product(hidden, vision.integer_or("mlp_ratio", 4));
  const std::int64_t pixels = product(vision.integer_or("in_channels", 3), product(patch, patch));
  b.replicated("vision_model.patch_embed.proj", kind, {hidden}, pixels, {.quantize = false});
  const std::int64_t width = product(b.share(heads), hidden / heads);
  repeat(b, "vision_model.blocks", vision.integer("depth"), [&](const std::string& prefix) {
    b.layer_norm(prefix + ".norm1", hidden);
    b.layer_norm(prefix + ".norm2", hidden);
    b.sharded(prefix + ".attn.qkv", kind, Sharding::qkv, {width, width, width}, hidden,
              {.bias = true});
    b.row(prefix + ".attn.proj", kind, hidden, hidden, {.bias = true});
    b.column(prefix + ".mlp.fc1", kind, {wide}, hidden, {.bias = true});
    b.row(prefix + ".mlp.fc2", kind, hidden, wide, {.bias = true});
  });
  b.layer_norm("vision_model.ln", hidden);
  // Rows and columns take half of a head each.
  b.buffer("vision_model.rotary_pos_emb.inv_freq", StoredType::float32, {hidden / heads / 4});
}

/// Squares of patches become one, then so many frames of a film.
void resampler(Builder& b, const ConfigNode& root) {
  const std::string prefix = "resampler_model";
  const std::int64_t hidden = b.text().integer("hidden_size");
  const std::int64_t side = root.integer_or("spatial_conv_size", 2);
  const std::int64_t square = product(root.integer("pixel_hidden_size"), product(side, side));
  const auto linear = [&](const char* name, std::int64_t out, std::int64_t in) {
    b.column(prefix + name, kind, {out}, in, {.bias = true});
  };
  linear(".spatial_linear1", square, square);
  linear(".spatial_linear2", square, square);
  b.layer_norm(prefix + ".spatial_norm", square);
  if (root.boolean_or("use_temporal_conv", true)) {
    linear(".temporal_linear1", square, product(square, root.integer_or("temporal_conv_size", 2)));
    linear(".temporal_linear2", square, square);
    b.layer_norm(prefix + ".temporal_norm", square);
  }
  linear(".mlp", hidden, square);
  b.norm(prefix + ".after_norm", hidden);
}

/// Of a list for text and for pictures.
std::int64_t of_both(const ConfigNode& text, const char* field, std::size_t which,
                     std::int64_t least) {
  const auto both = text.integers(field, least);
  if (both.size() != 2) throw Unknowable{};
  return both[which];
}

void experts(Builder& b, const std::string& prefix, const char* name, std::int64_t hidden,
             std::size_t which) {
  const ConfigNode& text = b.text();
  const std::int64_t count = of_both(text, "moe_num_experts", which, 1);
  b.replicated(prefix + name + "_gate", WeightKind::router, {count}, hidden,
               {.type = StoredType::float32});
  b.experts(prefix + name + ".routed_experts",
            {.count = count,
             .hidden = hidden,
             .intermediate = of_both(text, "moe_intermediate_size", which, 1)});
}

void mixtures(Builder& b, const std::string& prefix, std::int64_t hidden) {
  const ConfigNode& text = b.text();
  b.add(prefix + ".e_score_correction_bias", WeightKind::router, Sharding::replicated,
        StoredType::float32, {2, of_both(text, "moe_num_experts", 0, 1)});
  if (const std::int64_t shared = text.integer_or("moe_num_shared_experts", 0, 0); shared > 0) {
    mlp(b, prefix + ".shared_experts", hidden,
        product(shared, of_both(text, "moe_intermediate_size", 0, 1)),
        {.kind = WeightKind::shared_experts});
  }
  experts(b, prefix, ".text_experts", hidden, 0);
  experts(b, prefix, ".vision_experts", hidden, 1);
}

/// Numbers of the tokens that stand for pictures, on every stage.
void token_cache(Builder& b, const ConfigNode& root) {
  if (root.integer_or("im_patch_id", 0, 0) == 0) return;
  std::int64_t count = 1;
  for (const char* token : {"image_start_token_id", "image_end_token_id", "video_start_token_id",
                            "video_end_token_id"}) {
    count += root.has(token) ? 1 : 0;
  }
  b.all_stages(true);
  b.buffer("_visual_token_ids_tensor_cache", StoredType::int64, {count});
  b.all_stages(false);
}

}  // namespace

void ernie4_5_vl(Builder& b) {
  const ConfigNode& root = b.config().root;
  const ConfigNode& text = b.text();
  usual_fusions(b);
  b.quantization().rename({{"model.resampler_model.", "resampler_model."},
                           {"lm_head.", "language_model.lm_head."},
                           {"model.", "language_model.model."}});
  if (!b.options().language_model_only) {
    b.first_stage();
    tower(b, root.at("vision_config"));
    resampler(b, root);
  }
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = text.boolean_or("use_bias", false);
  const std::int64_t layers = families::num_layers(text);
  const std::int64_t first = of_both(text, "moe_layer_start_index", 0, 0);
  const std::int64_t last = of_both(text, "moe_layer_end_index", 0, 0);
  const bool alike = first == of_both(text, "moe_layer_start_index", 1, 0) &&
                     std::min(last, layers - 1) ==
                         std::min(of_both(text, "moe_layer_end_index", 1, 0), layers - 1);
  if (!alike) throw Unknowable{};  // a layer with one mixture and one dense MLP
  const std::int64_t interval = text.integer_or("moe_layer_interval", 1);
  const auto routed = [&](std::int64_t i) {
    return (i + 1) % interval == 0 && i >= first && i <= last;
  };
  const Rotary table = rotary_table(text, heads.head_dim);
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = "language_model.model";
  shape.head = "language_model.lm_head";
  shape.kind = [&](std::int64_t i) { return routed(i) ? 1 : 0; };
  decoder(b, shape, layers, [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.buffer(prefix + ".self_attn.rotary_emb.cos_sin_cache", b.dtype(),
             {table.positions, table.dim});
    if (routed(i)) {
      mixtures(b, prefix + ".mlp", heads.hidden);
    } else {
      mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"),
          {.bias = text.boolean_or("use_bias", false)});
    }
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  token_cache(b, root);
}

}  // namespace kvplan::modules
