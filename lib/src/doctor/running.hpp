// What one engine runs with, by vLLM's option names: from its /metrics, else from its start-up log.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "kvplan/doctor.hpp"

namespace kvplan::doctor {

using Options = std::map<std::string, std::string>;

struct Running {
  Options options;
  std::optional<Tokens> tokens;
  std::optional<Bytes> available;
  std::string source;  ///< URL or file
  std::optional<std::string> model;
  std::optional<int> port;
  bool log = false;  ///< from a start-up log
  bool cpu = false;  ///< a log of vLLM's CPU backend
};

[[nodiscard]] Running running_from(const Exposition& metrics);
[[nodiscard]] Running running_from(const StartupRun& start);

/// What a server was told, by vLLM's names with underscores; `--no-x` is x = false.
[[nodiscard]] Options options_of(const EngineCommand& command);
/// The names that its model goes by: those it serves it under, and the model itself.
[[nodiscard]] std::vector<std::string> models_of(const EngineCommand& command);

/// "0.78", or bytes as vLLM takes them: 268435456, 25G, 36864M (k, m, g are powers of ten, K, M, G
/// of two).
[[nodiscard]] std::optional<double> size_number(const std::string& text);
[[nodiscard]] bool same_value(const std::string& a, const std::string& b);

}  // namespace kvplan::doctor
