// Which copies are stopped and started together.
#pragma once

#include <cstddef>
#include <vector>

#include "kvplan/layout.hpp"

namespace kvplan {

/// What serves or not as one: a copy, or all ranks of one engine.
struct ServingUnit {
  std::vector<std::size_t> boxes;
};
[[nodiscard]] std::vector<ServingUnit> serving_units(const Layout& layout);

/// Old units that give way and new ones that take their place.
struct Wave {
  std::vector<std::size_t> stopped;  ///< indices of old units
  std::vector<std::size_t> started;  ///< of new ones
  std::size_t left = 0;              ///< units that serve in the meantime
};

/// One new unit after the other while something else serves; where nothing is left, all that
/// remain at once.
[[nodiscard]] std::vector<Wave> waves(const std::vector<ServingUnit>& before,
                                      const std::vector<ServingUnit>& after);

}  // namespace kvplan
