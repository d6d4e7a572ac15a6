#include "weights/vision.hpp"

#include "weights/blocks.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

struct Tower {
  std::int64_t hidden;
  std::int64_t heads;
  std::int64_t intermediate;
  std::int64_t patch;
  std::int64_t channels;
};

Tower tower_of(const ConfigNode& vision) {
  return {.hidden = vision.integer("hidden_size"),
          .heads = vision.integer("num_attention_heads"),
          .intermediate = vision.integer("intermediate_size"),
          .patch = vision.integer("patch_size"),
          .channels = vision.integer_or("num_channels", 3)};
}

void heads(Builder& b, const std::string& prefix, const Tower& tower, const char* out, bool bias) {
  const std::int64_t width = product(b.share(tower.heads), tower.hidden / tower.heads);
  b.sharded(prefix + ".qkv_proj", kind, Sharding::qkv, {width, width, width}, tower.hidden,
            {.bias = bias});
  b.row(prefix + out, kind, tower.hidden, tower.hidden, {.bias = bias});
}

void encoder_layer(Builder& b, const std::string& prefix, const Tower& tower) {
  heads(b, prefix + ".self_attn", tower, ".out_proj", true);
  b.layer_norm(prefix + ".layer_norm1", tower.hidden);
  b.column(prefix + ".mlp.fc1", kind, {tower.intermediate}, tower.hidden, {.bias = true});
  b.row(prefix + ".mlp.fc2", kind, tower.hidden, tower.intermediate, {.bias = true});
  b.layer_norm(prefix + ".layer_norm2", tower.hidden);
}

void patches(Builder& b, const std::string& name, const Tower& tower, bool bias) {
  b.add(name + ".weight", kind, Sharding::replicated, b.dtype(),
        {tower.hidden, tower.channels, tower.patch, tower.patch});
  if (bias) b.add(name + ".bias", kind, Sharding::replicated, b.dtype(), {tower.hidden});
}

void positions(Builder& b, const std::string& prefix, const Tower& tower, std::int64_t count) {
  b.add(prefix + ".position_embedding.weight", kind, Sharding::replicated, b.dtype(),
        {count, tower.hidden});
  b.buffer(prefix + ".position_ids", StoredType::int64, {1, count});
}

std::int64_t grid(const ConfigNode& vision, const Tower& tower) {
  const std::int64_t side = vision.integer("image_size") / tower.patch;
  return product(side, side);
}

}  // namespace

void siglip(Builder& b, const std::string& prefix, const ConfigNode& vision) {
  const Tower tower = tower_of(vision);
  patches(b, prefix + ".embeddings.patch_embedding", tower, true);
  positions(b, prefix + ".embeddings", tower, grid(vision, tower));
  repeat(b, prefix + ".encoder.layers", vision.integer("num_hidden_layers"),
         [&](const std::string& layer) { encoder_layer(b, layer, tower); });
  b.layer_norm(prefix + ".post_layernorm", tower.hidden);
}

void idefics2(Builder& b, const std::string& prefix, const ConfigNode& vision,
              std::int64_t layers) {
  const Tower tower = tower_of(vision);
  patches(b, prefix + ".embeddings.patch_embedding", tower, true);
  b.add(prefix + ".embeddings.position_embedding.weight", kind, Sharding::replicated, b.dtype(),
        {grid(vision, tower), tower.hidden});
  repeat(b, prefix + ".encoder.layers", layers,
         [&](const std::string& layer) { encoder_layer(b, layer, tower); });
  b.layer_norm(prefix + ".post_layernorm", tower.hidden);
}

void siglip2(Builder& b, const std::string& prefix, const ConfigNode& vision) {
  const Tower tower = tower_of(vision);
  b.replicated(prefix + ".embeddings.patch_embedding", kind, {tower.hidden},
               product(tower.channels, product(tower.patch, tower.patch)),
               {.bias = true, .quantize = false});
  b.add(prefix + ".embeddings.position_embedding.weight", kind, Sharding::replicated, b.dtype(),
        {vision.integer("num_patches"), tower.hidden});
  repeat(b, prefix + ".encoder.layers", vision.integer("num_hidden_layers"),
         [&](const std::string& layer) { encoder_layer(b, layer, tower); });
  b.layer_norm(prefix + ".post_layernorm", tower.hidden);
}

void clip(Builder& b, const std::string& prefix, const ConfigNode& vision, std::int64_t layers) {
  const Tower tower = tower_of(vision);
  b.add(prefix + ".embeddings.class_embedding", kind, Sharding::replicated, b.dtype(),
        {tower.hidden});
  patches(b, prefix + ".embeddings.patch_embedding", tower, false);
  positions(b, prefix + ".embeddings", tower, grid(vision, tower) + 1);
  b.layer_norm(prefix + ".pre_layrnorm", tower.hidden);
  repeat(b, prefix + ".encoder.layers", layers,
         [&](const std::string& layer) { encoder_layer(b, layer, tower); });
}

void pixtral(Builder& b, const std::string& prefix, const ConfigNode& vision) {
  const Tower tower = tower_of(vision);
  patches(b, prefix + ".patch_conv", tower, false);
  b.norm(prefix + ".ln_pre", tower.hidden);
  repeat(b, prefix + ".transformer.layers", vision.integer("num_hidden_layers"),
         [&](const std::string& layer) {
           b.norm(layer + ".attention_norm", tower.hidden);
           heads(b, layer + ".attention", tower, ".o_proj", false);
           b.column(layer + ".feed_forward.gate_up_proj", kind,
                    {tower.intermediate, tower.intermediate}, tower.hidden);
           b.row(layer + ".feed_forward.down_proj", kind, tower.hidden, tower.intermediate);
           b.norm(layer + ".ffn_norm", tower.hidden);
         });
  const std::int64_t frequencies = vision.integer_or("head_dim", tower.hidden / tower.heads) / 2;
  const std::string rotary = prefix + ".patch_positional_embedding";
  b.buffer(rotary + ".inv_freq", StoredType::float32, {frequencies});
  b.buffer(rotary + ".original_inv_freq", StoredType::float32, {frequencies});
}

}  // namespace kvplan::modules
