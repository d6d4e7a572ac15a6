// Several models on the same boxes: each further one is an engine with a share of its own. To this
// model it is a service of that size.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "kvplan/budget.hpp"
#include "kvplan/error.hpp"
#include "surroundings.hpp"

namespace kvplan {
namespace {

struct Beside {
  std::string model;
  std::string share;
  std::optional<std::string> box;
};

Beside parse_beside(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    throw invalid({"--beside", ""}, "MODEL=SHARE or MODEL=SHARE@BOX", '"' + text + '"');
  }
  const std::size_t at = text.find('@', equals);
  Beside beside{text.substr(0, equals), text.substr(equals + 1, at - equals - 1), std::nullopt};
  if (at == std::string::npos) {
    beside.share = text.substr(equals + 1);
  } else {
    beside.box = text.substr(at + 1);
  }
  return beside;
}

/// The neighbour's own question; what is wrong with its options is wrong in --beside.
PlanRequest request_of(const Beside& beside, const std::filesystem::path& data_dir) {
  Question question;
  question.model = beside.model;
  question.boxes = {"gb10"};  // replaced by the request's own
  question.util = beside.share;
  try {
    return request_from(question, data_dir);
  } catch (const Error& error) {
    if (!error.file().starts_with("--")) throw;
    throw Error(error.kind(), {"--beside", error.pointer()}, error.expected(), error.found());
  }
}

/// Adds one MODEL=SHARE[@BOX] to the request.
void add_beside(const std::string& text, PlanRequest& request,
                const std::filesystem::path& data_dir) {
  const Beside beside = parse_beside(text);
  PlanRequest asked = request_of(beside, data_dir);
  asked.engine = request.engine;
  bool placed = false;
  for (const Box& box : request.boxes) {
    if (beside.box && *beside.box != box.name) continue;
    asked.boxes = {box};
    const Bytes share = requested_memory(box.total, asked.utilization.front());
    request.services.push_back({asked.model->config.name, share, box.name});
    request.beside.push_back(std::make_shared<const PlanRequest>(asked));
    placed = true;
  }
  if (!placed) {
    throw invalid({"--beside", ""}, "a box of this plan", '"' + beside.box.value_or("") + '"');
  }
}

}  // namespace

void read_beside(const Question& given, PlanRequest& request,
                 const std::filesystem::path& data_dir) {
  for (const std::string& text : given.beside) add_beside(text, request, data_dir);
}

}  // namespace kvplan
