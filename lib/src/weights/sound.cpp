#include "weights/sound.hpp"

#include "weights/blocks.hpp"

namespace kvplan::modules {

SoundTower sound_tower(const ConfigNode& audio) {
  return {audio.integer("d_model"), audio.integer("encoder_ffn_dim"),
          audio.integer("encoder_layers"), audio.integer_or("max_source_positions", 1500)};
}

void sound_part(Builder& b, const std::string& name, std::vector<std::int64_t> shape, bool bias) {
  const std::int64_t out = shape.front();
  b.add(name + ".weight", WeightKind::vision, Sharding::replicated, b.dtype(), std::move(shape));
  if (!bias) return;
  b.add(name + ".bias", WeightKind::vision, Sharding::replicated, b.dtype(), {out});
}

void whisper_encoder(Builder& b, const std::string& prefix, const SoundTower& tower,
                     std::int64_t bands) {
  constexpr std::int64_t width = 3;
  sound_part(b, prefix + ".conv1", {tower.hidden, bands, width});
  sound_part(b, prefix + ".conv2", {tower.hidden, tower.hidden, width});
  repeat(b, prefix + ".layers", tower.layers, [&](const std::string& layer) {
    for (const char* name : {".self_attn.q_proj", ".self_attn.v_proj", ".self_attn.out_proj"}) {
      sound_part(b, layer + name, {tower.hidden, tower.hidden});
    }
    sound_part(b, layer + ".self_attn.k_proj", {tower.hidden, tower.hidden}, false);
    sound_part(b, layer + ".fc1", {tower.wide, tower.hidden});
    sound_part(b, layer + ".fc2", {tower.hidden, tower.wide});
    b.layer_norm(layer + ".self_attn_layer_norm", tower.hidden);
    b.layer_norm(layer + ".final_layer_norm", tower.hidden);
  });
}

}  // namespace kvplan::modules
