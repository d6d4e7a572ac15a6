// The rules of every engine release; each engine fills its rows in a file of its own.
#pragma once

#include <vector>

#include "kvplan/engine.hpp"

namespace kvplan::engines {

[[nodiscard]] std::vector<EngineRules> vllm_rows();
[[nodiscard]] std::vector<EngineRules> vllm_b12x_rows();

}  // namespace kvplan::engines
