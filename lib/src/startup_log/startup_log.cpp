#include "kvplan/startup_log.hpp"

#include <map>

#include "kvplan/error.hpp"
#include "startup_log/start.hpp"

namespace kvplan {
namespace {

using startup_log::LogLine;
using startup_log::Start;

/// One file may hold several streams (services of a compose file), each with starts in a row.
class Collector {
 public:
  explicit Collector(const std::string& file) : file_(file) {}

  void read(const LogLine& line) {
    Start& start = current(line);
    if (startup_log::begins_start(start, line)) {
      runs_.push_back(startup_log::finished(std::move(start)));
      start = fresh(line);
    }
    const bool first = !start.figures && !start.announced;
    const bool known = startup_log::read_line(start, line);
    if (known && first) start.run.line = line.number;
  }

  std::vector<StartupRun> runs() && {
    for (auto& [stream, start] : open_) {
      if (start.figures || start.announced) {
        runs_.push_back(startup_log::finished(std::move(start)));
      }
    }
    return std::move(runs_);
  }

 private:
  Start fresh(const LogLine& line) const {
    Start start;
    start.run.file = file_;
    start.run.stream = line.stream;
    start.run.line = line.number;
    return start;
  }
  Start& current(const LogLine& line) {
    return open_.try_emplace(line.stream, fresh(line)).first->second;
  }

  std::string file_;
  std::map<std::string, Start> open_;  // by stream
  std::vector<StartupRun> runs_;
};

}  // namespace

bool looks_like_startup_log(std::string_view text) {
  Start start;
  for (const LogLine& line : startup_log::undress(text)) {
    if (startup_log::read_line(start, line)) return true;
  }
  return false;
}

std::vector<StartupRun> read_startup_log(std::string_view text, const std::string& file) {
  Collector collector(file);
  for (const LogLine& line : startup_log::undress(text)) collector.read(line);
  auto runs = std::move(collector).runs();
  if (runs.empty()) {
    throw invalid({file, ""}, "a start-up log of vLLM or SGLang",
                  text.starts_with("\x1f\x8b") ? "a compressed file" : "no line of an engine");
  }
  return runs;
}

}  // namespace kvplan
