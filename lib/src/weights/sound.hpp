// Whisper's encoder of sound inside a multimodal model, whole on every rank.
#pragma once

#include <string>
#include <vector>

#include "weights/builder.hpp"

namespace kvplan::modules {

struct SoundTower {
  std::int64_t hidden;
  std::int64_t wide;
  std::int64_t layers;
  std::int64_t positions;
};

/// By WhisperConfig's names.
[[nodiscard]] SoundTower sound_tower(const ConfigNode& audio);

/// A weight, and a bias as long as its first dimension.
void sound_part(Builder& b, const std::string& name, std::vector<std::int64_t> shape,
                bool bias = true);

/// Two convolutions and the layers; keys have no bias.
void whisper_encoder(Builder& b, const std::string& prefix, const SoundTower& tower,
                     std::int64_t bands);

}  // namespace kvplan::modules
