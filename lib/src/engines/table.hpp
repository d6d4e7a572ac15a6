// The rules of every engine release; each engine fills its rows in a file of its own.
#pragma once

#include <vector>

#include "kvplan/engine.hpp"

namespace kvplan::engines {

/// "0.20.1" → {0, 20, 1, 0}, for rows of the table alone.
[[nodiscard]] Release release_of(std::string_view version);
[[nodiscard]] std::vector<EngineRules> vllm_rows();
[[nodiscard]] std::vector<EngineRules> vllm_b12x_rows();

}  // namespace kvplan::engines
