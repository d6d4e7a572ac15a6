// Several models on the same boxes: each further one is an engine with a share of its own. To this
// model it is a service of that size.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "assigned.hpp"
#include "kvplan/budget.hpp"
#include "kvplan/error.hpp"
#include "surroundings.hpp"

namespace kvplan {
namespace {

/// The neighbour's own question; what is wrong with its options is wrong in --beside.
PlanRequest request_of(const Assigned& beside, const std::filesystem::path& data_dir) {
  Question question;
  question.model = beside.name;
  question.boxes = {"gb10"};  // replaced by the request's own
  question.util = beside.value;
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
  const char* option = "--beside";
  const Assigned beside = parse_assigned(text, option, "MODEL=SHARE or MODEL=SHARE@BOX");
  must_be_box(beside.box, option, request.boxes);
  PlanRequest asked = request_of(beside, data_dir);
  asked.engine = request.engine;
  for (const Box& box : request.boxes) {
    if (beside.box && *beside.box != box.name) continue;
    asked.boxes = {box};
    const Bytes share = requested_memory(box.total, asked.utilization.front());
    request.services.push_back({asked.model->config.name, share, box.name});
    request.beside.push_back(std::make_shared<const PlanRequest>(asked));
  }
}

}  // namespace

void read_beside(const Question& given, PlanRequest& request,
                 const std::filesystem::path& data_dir) {
  for (const std::string& text : given.beside) add_beside(text, request, data_dir);
}

}  // namespace kvplan
