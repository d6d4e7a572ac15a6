#include "assigned.hpp"

#include <algorithm>

#include "kvplan/error.hpp"

namespace kvplan {

Assigned parse_assigned(const std::string& text, const char* option, const char* shape) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    throw invalid({option, ""}, shape, '"' + text + '"');
  }
  Assigned found{text.substr(0, equals), text.substr(equals + 1), std::nullopt};
  if (const std::size_t at = found.value.find('@'); at != std::string::npos) {
    found.box = found.value.substr(at + 1);
    found.value.resize(at);
  }
  return found;
}

void must_be_box(const std::optional<std::string>& box, const char* option,
                 std::span<const Box> boxes) {
  if (!box || std::ranges::find(boxes, *box, &Box::name) != boxes.end()) return;
  std::string names;
  for (const Box& each : boxes) names += (names.empty() ? "" : ", ") + each.name;
  throw invalid({option, ""}, "a box of this plan (" + names + ")", '"' + *box + '"');
}

}  // namespace kvplan
