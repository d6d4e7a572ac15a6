// MobileNet-v5 (300m), the vision tower of Gemma 3n, as timm builds it: convolutions and a norm
// behind each, whole on every rank.
#pragma once

#include "weights/builder.hpp"

namespace kvplan::modules {

void mobilenet_v5(Builder& b, const std::string& prefix);

}  // namespace kvplan::modules
