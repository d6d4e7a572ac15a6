// A product of a model's numbers that leaves 64 bits (units.hpp) as an input error with its place.
#pragma once

#include <stdexcept>

#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "kvplan/options.hpp"
#include "kvplan/request.hpp"

namespace kvplan {

/// Names the largest number of the config and the options, for that is the one to look at.
/// @throws what is being handled, where there is no number
[[nodiscard]] Error too_large(const ConfigNode& config, const EngineOptions& options);
/// The same of all that is asked.
[[nodiscard]] Error too_large(const PlanRequest& request);

/// work(), whose overflow is too_large's error.
template <class Work>
auto within_64_bits(const ConfigNode& config, const EngineOptions& options, const Work& work) {
  try {
    return work();
  } catch (const std::overflow_error&) {
    throw too_large(config, options);
  }
}

template <class Work>
auto within_64_bits(const PlanRequest& request, const Work& work) {
  try {
    return work();
  } catch (const std::overflow_error&) {
    throw too_large(request);
  }
}

}  // namespace kvplan
