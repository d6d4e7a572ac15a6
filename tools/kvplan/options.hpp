// The options that commands share: a model, boxes, the engine's own options, and what must fit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "kvplan/question.hpp"

namespace kvplan::tool {

/// Adds the plan's options to a command.
void add_plan_options(CommandLine& app, Question& options);
/// `--engine`, once: only where a command takes one engine.
void add_engine_option(CommandLine& app, Question& options);

/// @throws Error (invalid, unknown) naming the option or the file
[[nodiscard]] PlanRequest plan_request(const Question& question);

struct OutputOptions {
  std::string format = "text";
  std::vector<std::string> outputs;  ///< FORMAT=FILE
  bool no_color = false;
  bool fail_on_warn = false;
};
/// @param formats what `--format` may be, for the help
void add_output_options(CommandLine& app, OutputOptions& options,
                        const std::string& formats = "text, json or markdown");
/// `--fail-on-warn`, of commands whose answer can hold warnings.
void add_fail_on_warn(CommandLine& app, OutputOptions& options);
/// The code, or 3 in place of 0 where there are warnings and they were to fail.
[[nodiscard]] int with_warnings(const OutputOptions& options, int code, bool warned);
/// True when standard output is a terminal that wants colour.
[[nodiscard]] bool wants_colour(const OutputOptions& options);

/// Renders an answer in one format; colour only for a terminal.
using Renderer = std::function<std::string(const std::string& format, bool colour)>;
/// Writes every `--output`, then the answer itself to standard output: nothing at all when one of
/// the formats is not known.
/// @return `code`
/// @throws Error (invalid) for an unknown format or a file that cannot be written
int answer(const OutputOptions& options, int code, const Renderer& render);

/// Writes a whole file or none: beside it first, then renamed over it.
/// @throws Error (invalid) when it cannot be written
void write_file(const std::string& file, const std::string& text);

}  // namespace kvplan::tool
