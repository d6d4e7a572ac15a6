// Mixers of the state-space families.
#pragma once

#include <string>

#include "weights/builder.hpp"

namespace kvplan::modules {

struct Mamba2Options {
  bool conv_bias = true;
  bool bias = false;
  bool norm = true;
};
/// Heads are divided over the ranks; a single group of B and C is repeated on each.
void mamba2_mixer(Builder& b, const std::string& prefix, std::int64_t hidden,
                  const Mamba2State& state, const Mamba2Options& options = {});

struct Mamba1Options {
  std::int64_t dt_rank = 0;
  bool conv_bias = true;
  bool bias = false;
  bool norms = false;  ///< of dt, B and C (Jamba)
};
void mamba1_mixer(Builder& b, const std::string& prefix, std::int64_t hidden,
                  const Mamba1State& state, const Mamba1Options& options);

/// The state of a kind that a layer keeps. @throws Unknowable when it keeps none
template <class State>
[[nodiscard]] const State& state_of(const Layer& layer) {
  for (const CacheKind& kind : layer.keeps) {
    if (const auto* state = std::get_if<State>(&kind)) return *state;
  }
  throw Unknowable{};
}
template <class State>
[[nodiscard]] bool keeps(const Layer& layer) {
  for (const CacheKind& kind : layer.keeps) {
    if (std::holds_alternative<State>(kind)) return true;
  }
  return false;
}

}  // namespace kvplan::modules
