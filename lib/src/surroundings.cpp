#include "surroundings.hpp"

#include <algorithm>

#include "kvplan/error.hpp"
#include "kvplan/guards.hpp"
#include "plain_integer.hpp"

namespace kvplan {
namespace {

/// The part behind '@', if it names a box of the plan.
std::optional<std::string> box_behind(const std::string& text, const char* option,
                                      const std::vector<Box>& boxes) {
  const std::size_t at = text.find('@');
  if (at == std::string::npos) return std::nullopt;
  std::string name = text.substr(at + 1);
  if (std::ranges::find(boxes, name, &Box::name) == boxes.end()) {
    std::string names;
    for (const Box& box : boxes) names += (names.empty() ? "" : ", ") + box.name;
    throw invalid({option, ""}, "a box of this plan (" + names + ")", '"' + name + '"');
  }
  return name;
}

/// NAME=SHARE[:SIZE][@BOX]
OtherEngine other_engine(const std::string& text, const std::vector<Box>& boxes) {
  const char* option = "--other-engine";
  OtherEngine engine;
  engine.box = box_behind(text, option, boxes);
  const std::string body = text.substr(0, text.find('@'));
  const std::size_t equals = body.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw invalid({option, ""}, "NAME=SHARE or NAME=SHARE:SIZE", '"' + text + '"');
  }
  engine.name = body.substr(0, equals);
  const std::string value = body.substr(equals + 1);
  const std::size_t colon = value.find(':');
  engine.utilization = share_of(value.substr(0, colon), option);
  if (colon != std::string::npos) engine.uses = parse_size(value.substr(colon + 1), option);
  return engine;
}

}  // namespace

double share_of(const std::string& text, const char* option) {
  const auto share = plain_number(text);
  if (!share || !(*share > 0 && *share <= 1)) {
    throw invalid({option, ""}, "a share above 0, at most 1", '"' + text + '"');
  }
  return *share;
}

void read_surroundings(const Question& given, PlanRequest& request) {
  for (const std::string& text : given.free) {
    const auto box = box_behind(text, "--free", request.boxes);
    request.free.push_back({parse_size(text.substr(0, text.find('@')), "--free"), box});
  }
  for (const std::string& text : given.other_engines) {
    const OtherEngine engine = other_engine(text, request.boxes);
    for (const Box& box : request.boxes) {
      if (engine.box && *engine.box != box.name) continue;
      const Bytes share = requested_memory(box.total, engine.utilization);
      request.services.push_back({engine.name, engine.uses.value_or(share), box.name});
    }
    request.other_engines.push_back(engine);
  }
  for (const std::string& name : given.guards) request.guards.push_back(find_guard(name));
}

}  // namespace kvplan
