// The way back from options to a `vllm serve` line; the reader is deployment/command.hpp.
#pragma once

#include <string>
#include <vector>

#include "kvplan/options.hpp"

namespace kvplan {

/// What was given, as `vllm serve` takes it, one `--name=value` each. Without what a layout or a
/// box decides (parallel sizes, the share of memory).
[[nodiscard]] std::vector<std::string> serve_arguments(const EngineOptions& options);

}  // namespace kvplan
