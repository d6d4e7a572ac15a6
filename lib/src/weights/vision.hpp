// Vision towers that several families use.
#pragma once

#include <string>

#include "weights/builder.hpp"

namespace kvplan::modules {

/// SigLIP: patches with a bias, learned positions, a norm after the last layer.
void siglip(Builder& b, const std::string& prefix, const ConfigNode& vision);
/// SigLIP as Idefics 2 has it: positions are looked up by place, and no table numbers them.
void idefics2(Builder& b, const std::string& prefix, const ConfigNode& vision, std::int64_t layers);
/// SigLIP 2: patches of any number, flat, under `num_patches` positions.
void siglip2(Builder& b, const std::string& prefix, const ConfigNode& vision);
/// CLIP up to the layer that the model reads: a class embedding, a norm before the first layer.
void clip(Builder& b, const std::string& prefix, const ConfigNode& vision, std::int64_t layers);
/// Pixtral: gated MLPs, rotary positions.
void pixtral(Builder& b, const std::string& prefix, const ConfigNode& vision);

}  // namespace kvplan::modules
