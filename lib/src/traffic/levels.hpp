// Measurements of one class → levels: repetitions averaged, limits judged, noise estimated.
#pragma once

#include "kvplan/traffic.hpp"

namespace kvplan::traffic {

/// Measurements of the same traffic, in the order in which classes appear. Files that name no
/// class are put together by the lengths of their requests.
[[nodiscard]] std::vector<TrafficClass> classes_of(const Measurements& measurements,
                                                   const TrafficQuestion& question,
                                                   std::vector<std::string>& notes);

/// What a single measurement may be off by while nothing says more: runs of some minutes on a
/// shared box. GB10 runs of the same model under two builds differ by 2 to 14 % at the same level
/// (github.com/djangodevreng/dgx-spark-benchmarks, bf16 against bf16-v23), which bounds it above.
inline constexpr double unknown_noise = 0.05;

/// Curves have tens of levels. Each is resampled (0.15 ms on 2.3 GHz), so that more than these of
/// all classes together, or as many classes, are refused as no measurement.
inline constexpr std::size_t most_levels = 4096;

/// Fills `levels`, `noise` and its source, `tokens`.
void fill_levels(TrafficClass& traffic, const TrafficQuestion& question);

}  // namespace kvplan::traffic
