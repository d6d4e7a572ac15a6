#include "surroundings.hpp"

#include "assigned.hpp"
#include "kvplan/error.hpp"
#include "kvplan/guards.hpp"
#include "plain_integer.hpp"

namespace kvplan {
namespace {

/// NAME=SHARE[:SIZE][@BOX]
OtherEngine other_engine(const std::string& text, const std::vector<Box>& boxes) {
  const char* option = "--other-engine";
  const Assigned given = parse_assigned(text, option, "NAME=SHARE or NAME=SHARE:SIZE");
  must_be_box(given.box, option, boxes);
  OtherEngine engine;
  engine.name = given.name;
  engine.box = given.box;
  const std::size_t colon = given.value.find(':');
  engine.utilization = share_of(given.value.substr(0, colon), option);
  if (colon != std::string::npos) engine.uses = parse_size(given.value.substr(colon + 1), option);
  return engine;
}

/// SIZE[@BOX]
GivenFree given_free(const std::string& text, const std::vector<Box>& boxes) {
  const std::size_t at = text.find('@');
  std::optional<std::string> box;
  if (at != std::string::npos) box = text.substr(at + 1);
  must_be_box(box, "--free", boxes);
  return {parse_size(text.substr(0, at), "--free"), box};
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
    request.free.push_back(given_free(text, request.boxes));
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
