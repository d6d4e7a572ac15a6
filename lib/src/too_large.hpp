// A product of a model's numbers that leaves 64 bits (units.hpp) as an input error with its place.
#pragma once

#include <stdexcept>

#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "kvplan/options.hpp"

namespace kvplan {

/// Names the largest number of the config and the options, for that is the one to look at.
/// @throws what is being handled, where no number is large: something else was then
[[nodiscard]] Error too_large(const ConfigNode& config, const EngineOptions& options);

/// work(), whose overflow is too_large's error.
template <class Work>
auto within_64_bits(const ConfigNode& config, const EngineOptions& options, const Work& work) {
  try {
    return work();
  } catch (const std::overflow_error&) {
    throw too_large(config, options);
  }
}

}  // namespace kvplan
