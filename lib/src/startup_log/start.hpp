// One start while its lines are read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kvplan/startup_log.hpp"
#include "startup_log/carrier.hpp"

namespace kvplan::startup_log {

struct Start {
  StartupRun run;
  std::map<std::string, RankFigures> ranks;  // by worker
  std::vector<std::string> initialized;      // workers whose engine has begun
  std::vector<Tokens> token_lines;           // as printed, one for each line
  bool announced = false;                    // options or the engine's configuration were seen
  bool figures = false;                      // something about memory, or a refusal
  bool serving = false;                      // it answered requests
  std::string cause;                         // the last error that nothing came after
  std::optional<double> memory_fraction;     // SGLang's share of what was free
};

/// Reads one line for all it says; nothing where it says nothing.
/// @return true when only an engine prints such a line
bool read_line(Start& start, const LogLine& line);

/// True for the first line of a new start: options, version, configuration.
[[nodiscard]] bool begins_start(const Start& start, const LogLine& line);

/// Draws the ranks together, resolves what follows from several lines, and says what is missing.
[[nodiscard]] StartupRun finished(Start start);

}  // namespace kvplan::startup_log
