// MoonViT, the tower of Kimi's models: learned positions over a grid and over time, a merger.
#pragma once

#include "weights/builder.hpp"

namespace kvplan::modules {

void kimi_vl_vision(Builder& b);
void kimi_k25_vision(Builder& b);
void kimi_k3_vision(Builder& b);

}  // namespace kvplan::modules
