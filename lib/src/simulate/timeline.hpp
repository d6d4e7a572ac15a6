// What happened when, in bins of equal width: in bounded memory, for the width doubles whenever
// there would be too many.
#pragma once

#include <cstdint>
#include <vector>

#include "kvplan/simulate.hpp"

namespace kvplan::simulation {

[[nodiscard]] double seconds(std::int64_t ps);
/// @throws Error (invalid), naming the option, below 0 and beyond longest_ps
[[nodiscard]] std::int64_t picoseconds(double s, const char* option);
/// `by` after `at`, both from 0 to longest_ps, which is where it stays: a simulation ends there.
[[nodiscard]] constexpr std::int64_t later(std::int64_t at, std::int64_t by) {
  return at > longest_ps - by ? longest_ps : at + by;
}

/// What stays the same over a stretch of time.
struct Gauges {
  double running = 0;
  double waiting = 0;
  double blocks = 0;
  bool busy = false;
};

class Timeline {
 public:
  /// @param width_ps  0: chosen by itself
  explicit Timeline(std::int64_t width_ps);

  /// The bin of an instant, for counts.
  [[nodiscard]] Activity& at(std::int64_t ps) {
    if (ps < from_ || ps >= to_) move(ps);
    return *bin_;
  }
  /// Adds the gauges over [from, to) to the bins.
  void hold(std::int64_t from, std::int64_t to, const Gauges& gauges);
  /// The end of the bin of the last at().
  [[nodiscard]] std::int64_t bin_end() const { return to_; }
  [[nodiscard]] std::int64_t width() const { return width_; }
  void widen_to(std::int64_t width);
  [[nodiscard]] std::vector<Bin> bins(std::int64_t end_ps) const;

 private:
  void move(std::int64_t ps);
  void widen();

  bool fixed_ = false;
  std::int64_t width_ = ps_per_second;
  std::vector<Activity> bins_;
  std::int64_t from_ = 0;
  std::int64_t to_ = 0;
  Activity* bin_ = nullptr;
};

/// Sums b into a.
void add(Activity& a, const Activity& b);

}  // namespace kvplan::simulation
