#include "traffic/states.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace kvplan::traffic {
namespace {

struct Event {
  double at;
  int change;  ///< +1 came, −1 went
  bool served;
};

std::vector<Event> events_of(const std::vector<Stay>& stays) {
  std::vector<Event> events;
  events.reserve(stays.size() * 2);
  for (const Stay& stay : stays) {
    if (!(stay.to > stay.from)) continue;
    events.push_back({stay.from, +1, false});
    events.push_back({stay.to, -1, stay.served});
  }
  // At one moment those who leave go first: the room is handed on.
  std::ranges::sort(events, [](const Event& a, const Event& b) {
    return a.at != b.at ? a.at < b.at : a.change < b.change;
  });
  return events;
}

/// 1, 2, 3, 4, 6, 8, 12, 16, 24, …: the last state of the level that holds `n`.
std::int64_t level_of(std::int64_t n) {
  if (n <= 4) return n;
  std::int64_t power = 4;
  while (true) {
    if (n <= power + power / 2) return power + power / 2;
    if (n <= 2 * power) return 2 * power;
    power *= 2;
  }
}

}  // namespace

std::vector<Level> service_levels(const std::vector<Stay>& stays, double least) {
  struct Sums {
    double seconds = 0, weighted = 0, departures = 0;
  };
  std::map<std::int64_t, Sums> sums;
  std::int64_t in_flight = 0;
  double since = 0;
  for (const Event& event : events_of(stays)) {
    if (in_flight > 0) {
      Sums& level = sums[level_of(in_flight)];
      level.seconds += event.at - since;
      level.weighted += static_cast<double>(in_flight) * (event.at - since);
      if (event.change < 0 && event.served) ++level.departures;
    }
    since = event.at;
    in_flight += event.change;
  }
  std::vector<Level> levels;
  for (const auto& [last, level] : sums) {
    if (level.departures < least || level.seconds <= 0) continue;
    levels.push_back({.concurrency = level.weighted / level.seconds,
                      .seconds = level.seconds,
                      .departures = level.departures});
  }
  return levels;
}

}  // namespace kvplan::traffic
