#include "changeover/schedule.hpp"

#include <algorithm>

namespace kvplan {
namespace {

bool share_a_box(const ServingUnit& a, const ServingUnit& b) {
  return std::ranges::any_of(
      a.boxes, [&](std::size_t box) { return std::ranges::find(b.boxes, box) != b.boxes.end(); });
}

std::vector<std::size_t> in_the_way(const std::vector<ServingUnit>& before,
                                    const std::vector<bool>& running, const ServingUnit& unit) {
  std::vector<std::size_t> stopped;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (running[i] && share_a_box(before[i], unit)) stopped.push_back(i);
  }
  return stopped;
}

}  // namespace

std::vector<ServingUnit> serving_units(const Layout& layout) {
  std::vector<ServingUnit> units;
  for (const CopyPlacement& copy : layout.copies) {
    if (layout.data_parallel > 1 && !units.empty()) {
      auto& boxes = units.front().boxes;
      boxes.insert(boxes.end(), copy.boxes.begin(), copy.boxes.end());
    } else {
      units.push_back({copy.boxes});
    }
  }
  return units;
}

std::vector<Wave> waves(const std::vector<ServingUnit>& before,
                        const std::vector<ServingUnit>& after) {
  std::vector<Wave> result;
  std::vector<bool> running(before.size(), true);
  std::size_t old_left = before.size();
  for (std::size_t next = 0; next < after.size(); ++next) {
    Wave wave{in_the_way(before, running, after[next]), {next}, 0};
    for (const std::size_t i : wave.stopped) running[i] = false;
    old_left -= wave.stopped.size();
    wave.left = old_left + next;
    if (wave.left == 0) {  // the model is away: whatever remains starts with it
      while (++next < after.size()) wave.started.push_back(next);
    }
    result.push_back(std::move(wave));
  }
  Wave rest;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (running[i]) rest.stopped.push_back(i);
  }
  rest.left = after.size();
  if (!rest.stopped.empty()) result.push_back(std::move(rest));
  return result;
}

}  // namespace kvplan
