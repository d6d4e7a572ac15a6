#include "progress.hpp"

#include <unistd.h>

#include <cstdint>
#include <iostream>
#include <utility>

#include "kvplan/units.hpp"

namespace kvplan::tool {

Progress::Progress(std::size_t all, std::string what) : all_(all), what_(std::move(what)) {}

Progress::~Progress() {
  if (shown_) std::cerr << "\r\033[K";
}

void Progress::at(std::size_t done) {
  const auto now = Clock::now();
  if (isatty(STDERR_FILENO) != 1 || now - last_ < std::chrono::seconds(1)) return;
  last_ = now;
  shown_ = true;
  std::cerr << "\rkvplan: " << format_short(static_cast<std::int64_t>(done)) << " of "
            << format_short(static_cast<std::int64_t>(all_)) << " " << what_ << std::flush;
}

}  // namespace kvplan::tool
