// How fast a copy serves with n requests in it, from when requests came and went: departures
// while n were in flight ÷ the time that n were in flight. That is the maximum likelihood
// estimate of the rate of a birth and death process in state n, so it holds whether the
// concurrency was set by a limit or came from demand.
#pragma once

#include <vector>

namespace kvplan::traffic {

struct Stay {
  double from = 0;  ///< seconds
  double to = 0;
  bool served = true;  ///< false: failed; it took room, but is no departure that counts
};

struct Level {
  double concurrency = 0;  ///< mean over the level's time
  double seconds = 0;      ///< that the copy spent there
  double departures = 0;
};

/// Neighbouring states are put together (1, 2, 3, 4, 5–6, 7–8, 9–12, …), since departures from a
/// single high state are few. Levels with fewer than `least` departures are left out.
[[nodiscard]] std::vector<Level> service_levels(const std::vector<Stay>& stays, double least);

}  // namespace kvplan::traffic
