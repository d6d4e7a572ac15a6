// A `vllm serve …` line as people paste it: with or without the program, on several lines with
// backslashes, quotes as a shell reads them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kvplan/options.hpp"

namespace kvplan {

/// Words as a POSIX shell splits them, with quotes and backslashes; variables stay as they are.
/// @throws Error (invalid) for a quote that never closes
[[nodiscard]] std::vector<std::string> shell_words(const std::string& line);

struct ServeLine {
  std::string model;  ///< the positional argument or --model; may be empty
  /// Options in order, by vLLM's long name without dashes; a flag without a value has "true".
  std::vector<std::pair<std::string, std::string>> options;
};
[[nodiscard]] ServeLine read_serve_line(const std::string& line);

/// The way back: what was given, as `vllm serve` takes it, one `--name=value` each. Without what a
/// layout or a box decides (parallel sizes, the share of memory).
[[nodiscard]] std::vector<std::string> serve_arguments(const EngineOptions& options);

}  // namespace kvplan
