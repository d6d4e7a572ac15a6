// The options that commands share: a model, boxes, the engine's own options, and what must fit.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/request.hpp"

namespace kvplan::tool {

/// As given on the command line; nothing is checked here that the library checks.
struct PlanOptions {
  std::string model;
  std::string models_dir;
  std::vector<std::string> boxes;
  std::string util;
  std::string kv_cache_memory;
  std::map<std::string, std::string> engine_options;  ///< by vLLM's name: max_model_len, …
  std::string speculative_config;
  std::string weights;
  std::vector<std::string> services;
  std::string headroom;
  std::optional<std::int64_t> need_requests;
  std::optional<std::int64_t> need_tokens;
  std::string layout;
  std::string engine;
};

/// Adds the plan's options to a command.
void add_plan_options(CLI::App& app, PlanOptions& options);

/// @throws Error (invalid, unknown) naming the option or the file
[[nodiscard]] PlanRequest plan_request(const PlanOptions& options);

/// Parses, and answers --help and --version itself.
/// @return an exit code when the command is over already
[[nodiscard]] std::optional<int> parse(CLI::App& app, int argc, char** argv);

struct OutputOptions {
  std::string format = "text";
  std::vector<std::string> outputs;  ///< FORMAT=FILE
  bool no_color = false;
  bool fail_on_warn = false;
};
void add_output_options(CLI::App& app, OutputOptions& options);
/// True when standard output is a terminal that wants colour.
[[nodiscard]] bool wants_colour(const OutputOptions& options);

/// Writes a whole file or none: beside it first, then renamed over it.
/// @throws Error (invalid) when it cannot be written
void write_file(const std::string& file, const std::string& text);

}  // namespace kvplan::tool
