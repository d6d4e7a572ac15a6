// The start of an engine among the words of a command: `vllm serve`, `python -m vllm…`, `docker
// run … image …`, with what stands before it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "deployment/shell.hpp"
#include "kvplan/deployment.hpp"

namespace kvplan::deployment {

/// The starts of one command; nested command strings (bash -c "…", ssh host "…") are read too.
/// @param made  of the file: what its variables and the starts' environments come to
[[nodiscard]] std::vector<ServeCommand> starts_of(const Words& words, const std::string& file,
                                                  Expansions& made, int depth = 0);
/// Those of a whole script.
[[nodiscard]] std::vector<ServeCommand> starts_of(const Script& script, const std::string& file,
                                                  Expansions& made, int depth = 0);

/// The model and options among an engine's own words, from `first` on.
void read_arguments(ServeCommand& start, const Words& words, std::size_t first,
                    const std::string& file);
/// True for an image whose entry point is the engine: its arguments are the engine's.
[[nodiscard]] bool is_engine_image(std::string_view image);

/// "127.0.0.1:8000:8000/tcp", "8000:8000", "8000".
[[nodiscard]] std::optional<PublishedPort> published_port(const std::string& text,
                                                          const Origin& origin);
/// KEY=VALUE into an environment.
void add_environment(ServeCommand& start, const std::string& text, const Origin& origin);
/// What every start of a place gets; its own values stay.
void surround(ServeCommand& start, const std::map<std::string, Given>& environment,
              Expansions& made);

/// One of vLLM's options by a field's name, as a chart or a config file gives it.
void add_option(ServeCommand& start, const std::string& long_name, const std::string& value,
                const Origin& origin);

/// What people call JSON on a command line: bare words that a shell has left without quotes, such
/// as {method:mtp,num_speculative_tokens:4}, stay as they are.
[[nodiscard]] std::vector<std::string> shell_words(const std::string& line);

}  // namespace kvplan::deployment
