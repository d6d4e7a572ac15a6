// One line on a terminal's standard error, once something has taken longer than a second. The
// library only says how far it is; the clock is here.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace kvplan::tool {

class Progress {
 public:
  /// @param what  "rows", "plans"
  Progress(std::size_t all, std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  ///< takes the line away

  void at(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t all_;
  std::string what_;
  Clock::time_point last_ = Clock::now();
  bool shown_ = false;
};

}  // namespace kvplan::tool
