// What carried a log off: every line without the dress of journald, docker, compose, Kubernetes, a
// JSON logger or a terminal, with what the dress said of its origin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvplan::startup_log {

struct LogLine {
  int number = 0;      ///< in the file
  std::string stream;  ///< compose service, unit or pod; "" where the file has one stream
  std::string worker;  ///< "TP0", "DP1"; "" for a process without a rank
  std::string text;    ///< without colours
};

[[nodiscard]] std::vector<LogLine> undress(std::string_view text);

}  // namespace kvplan::startup_log
