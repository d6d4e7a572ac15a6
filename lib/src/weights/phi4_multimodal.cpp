// Phi-4-multimodal on Transformers' own modules: a Phi-3 whose embedding has a SigLIP tower with a
// pooling head and a conformer beside it, on every pipeline stage. Projections of towers are whole
// on every rank but for their attention. Source: Hugging Face, modeling_phi4_multimodal.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;
const std::string images = "model.embed_tokens_extend.image_embed";
const std::string sounds = "model.embed_tokens_extend.audio_embed";

void plain(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  b.add(name, kind, Sharding::replicated, b.dtype(), std::move(shape));
}

void whole(Builder& b, const std::string& name, std::int64_t out, std::int64_t in) {
  b.replicated(name, kind, {out}, in, {.bias = true});
}

/// A convolution and its bias.
void convolution(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  const std::int64_t out = shape.front();
  plain(b, name + ".weight", std::move(shape));
  plain(b, name + ".bias", {out});
}

void attends(Builder& b, const std::string& prefix, const char* out, std::int64_t hidden,
             std::int64_t heads) {
  const std::int64_t own = product(b.share(heads), hidden / heads);
  b.sharded(prefix + ".qkv_proj", kind, Sharding::qkv, {own, own, own}, hidden, {.bias = true});
  b.row(prefix + out, kind, hidden, hidden, {.bias = true});
}

void perceptron(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t wide) {
  whole(b, prefix + ".fc1", wide, hidden);
  whole(b, prefix + ".fc2", hidden, wide);
}

void image_tower(Builder& b, const ConfigNode& vision, std::int64_t out) {
  const std::int64_t hidden = vision.integer("hidden_size");
  const std::int64_t wide = vision.integer("intermediate_size");
  const std::int64_t patch = vision.integer("patch_size");
  const std::int64_t side = vision.integer_or("crop_size", vision.integer("image_size")) / patch;
  const std::string tower = images + ".img_processor";
  plain(b, images + ".global_img_feature_extensor", {1, 1, hidden});
  plain(b, images + ".sub_img_feature_extensor", {1, 1, 1, hidden});
  convolution(b, tower + ".embeddings.patch_embedding",
              {hidden, vision.integer_or("num_channels", 3), patch, patch});
  plain(b, tower + ".embeddings.position_embedding.weight", {product(side, side), hidden});
  repeat(b, tower + ".encoder.layers", vision.integer("num_hidden_layers"),
         [&](const std::string& prefix) {
           b.layer_norm(prefix + ".layer_norm1", hidden);
           b.layer_norm(prefix + ".layer_norm2", hidden);
           attends(b, prefix + ".self_attn", ".out_proj", hidden,
                   vision.integer("num_attention_heads"));
           perceptron(b, prefix + ".mlp", hidden, wide);
         });
  b.layer_norm(tower + ".post_layernorm", hidden);
  const std::string head = tower + ".head";
  plain(b, head + ".probe", {1, 1, hidden});
  plain(b, head + ".attention.in_proj_weight", {3 * hidden, hidden});
  plain(b, head + ".attention.in_proj_bias", {3 * hidden});
  whole(b, head + ".attention.out_proj", hidden, hidden);
  b.layer_norm(head + ".layernorm", hidden);
  perceptron(b, head + ".mlp", hidden, wide);
  whole(b, images + ".img_projection_up", out, hidden);
  whole(b, images + ".img_projection_down", out, out);
}

void feed_forward(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t wide) {
  b.layer_norm(prefix + ".layer_norm", hidden);
  whole(b, prefix + ".gate_up_proj", 2 * wide, hidden);
  whole(b, prefix + ".down_proj", hidden, wide);
}

void conformer(Builder& b, const std::string& prefix, const ConfigNode& audio) {
  const std::int64_t hidden = audio.integer("hidden_size");
  const std::int64_t wide = audio.integer("intermediate_size");
  const std::int64_t outer = audio.integer_or("ext_pw_out_channel", 1024);
  const std::int64_t inner = audio.integer_or("depthwise_separable_out_channel", 1024);
  const std::int64_t depth = product(hidden, audio.integer_or("depthwise_multiplier", 1));
  const std::string conv = prefix + ".conv";
  feed_forward(b, prefix + ".feed_forward_in", hidden, wide);
  attends(b, prefix + ".self_attn", ".o_proj", hidden, audio.integer("num_attention_heads"));
  b.layer_norm(conv + ".layer_norm", hidden);
  plain(b, conv + ".glu.b1", {1, outer, 1});
  plain(b, conv + ".glu.b2", {1, outer, 1});
  convolution(b, conv + ".glu.ext_pw_conv_1d", {2 * outer, hidden, 1});
  convolution(b, conv + ".dw_sep_conv_1d.dw_conv", {depth, 1, audio.integer_or("kernel_size", 3)});
  convolution(b, conv + ".dw_sep_conv_1d.pw_conv", {inner, depth, 1});
  convolution(b, conv + ".ext_pw_conv_1d", {outer, inner, 1});
  feed_forward(b, prefix + ".feed_forward_out", hidden, wide);
  b.layer_norm(prefix + ".layer_norm_att", hidden);
  b.layer_norm(prefix + ".layer_norm", hidden);
}

/// Bins of the spectrum behind the convolutions, each of which halves them, rounded up.
std::int64_t halved_bins(const ConfigNode& audio) {
  std::int64_t bins = audio.integer_or("input_size", 80);
  for (std::int64_t times = audio.integer_or("time_reduction", 8); times > 1; times /= 2) {
    bins = ceil_div(bins, 2);
  }
  return bins;
}

void audio_tower(Builder& b, const ConfigNode& audio, std::int64_t out) {
  const std::int64_t hidden = audio.integer("hidden_size");
  const std::int64_t channels = audio.integer_or("nemo_conv_channels", 1024);
  const std::string tower = sounds + ".encoder";
  std::int64_t halvings = 0;
  for (std::int64_t times = audio.integer_or("time_reduction", 8); times > 1; times /= 2) {
    const std::string conv = tower + ".embed.conv." + std::to_string(3 * halvings);
    convolution(b, conv, {channels, 1, 3, 3});  // the first from one channel, the others for each
    if (halvings > 0) convolution(b, conv + ".pointwise", {channels, channels, 1, 1});
    ++halvings;
  }
  whole(b, tower + ".embed.out", hidden,
        product(channels, audio.integer_or("nemo_final_size", halved_bins(audio))));
  const std::int64_t sides = audio.boolean_or("bias_symmetric", false) ? 1 : 2;
  plain(b, tower + ".relative_attention_bias_layer.bias_values.weight",
        {product(sides, audio.integer_or("bias_max_distance", 1000)),
         audio.integer("num_attention_heads")});
  repeat(b, tower + ".encoders", audio.integer("num_blocks"),
         [&](const std::string& prefix) { conformer(b, prefix, audio); });
  for (const char* name : {".encoder_embedding.global_mean", ".encoder_embedding.global_invstd"}) {
    b.buffer(tower + name, b.dtype(), {audio.integer_or("input_size", 80)});
  }
  for (const char* use : {"_for_speech", "_for_vision_speech"}) {
    whole(b, sounds + ".up_proj" + use, out, hidden);
    whole(b, sounds + ".down_proj" + use, out, out);
  }
}

}  // namespace

void phi4_multimodal(Builder& b) {
  const ConfigNode& text = b.text();
  const ConfigNode& root = b.config().root;
  const AttentionShape heads = attention_shape(text);
  const std::int64_t hidden = heads.hidden;
  b.all_stages(true);
  image_tower(b, root.at("vision_config"), hidden);
  audio_tower(b, root.at("audio_config"), hidden);
  const std::int64_t frequencies = rotary_table(text, heads.head_dim).dim / 2;
  b.buffer("model.rotary_emb.inv_freq", StoredType::float32, {frequencies});
  b.buffer("model.rotary_emb.original_inv_freq", StoredType::float32, {frequencies});
  b.all_stages(false);
  DecoderShape shape = decoder_shape(b);
  shape.kind = all_alike;
  // Fused in the checkpoint: divided as one matrix.
  const std::int64_t rows = product(heads.heads + 2 * heads.kv_heads, heads.head_dim);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    b.column(prefix + ".self_attn.qkv_proj", WeightKind::attention, {rows}, hidden);
    b.row(prefix + ".self_attn.o_proj", WeightKind::attention, hidden,
          product(heads.heads, heads.head_dim));
    b.cache_scales(prefix + ".self_attn.attn");
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
    b.norm(prefix + ".input_layernorm", hidden);
    b.norm(prefix + ".post_attention_layernorm", hidden);
  });
}

}  // namespace kvplan::modules
