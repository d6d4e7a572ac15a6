// The layer patterns of Nemotron-H: M Mamba 2, * attention, - dense and E expert MLP.
#pragma once

#include <string>

#include "kvplan/config.hpp"

namespace kvplan::families {

[[nodiscard]] std::string nemotron_pattern(const ConfigNode& text);
[[nodiscard]] std::string nemotron_draft_pattern(const ConfigNode& text);

}  // namespace kvplan::families
