#include "start_plan.hpp"

#include <algorithm>

#include "kvplan/calibration.hpp"

namespace kvplan {
namespace {

bool is_on(const std::optional<std::string>& named, const Box& box) {
  return !named || *named == box.name;
}

std::optional<Bytes> given_free(const PlanRequest& request, const Box& box) {
  std::optional<Bytes> free;
  for (const GivenFree& given : request.free) {
    if (is_on(given.box, box)) free = given.bytes;
  }
  return free;
}

/// Used before the engine came, by the calibration of this box.
std::optional<Band> measured_system(const Calibration& known, const Box& box) {
  const CalibrationTerm* system = known.find("system");
  if (system == nullptr || !box.unified || system->bytes.high > box.total) return std::nullopt;
  return system->bytes;
}

/// Named services that are no engines: those are started, not found running.
Bytes running_services(const PlanRequest& request, const Box& box) {
  Bytes total;
  for (const Service& service : request.services) {
    const bool engine = std::ranges::find(request.other_engines, service.name,
                                          &OtherEngine::name) != request.other_engines.end();
    if (!engine && is_on(service.box, box)) total += service.bytes;
  }
  return total;
}

/// What an engine takes outside of its share once it serves.
constexpr Bytes outside_share = 2560_MiB;

/// The engines of one box in the order in which they start; those before ours take from it.
void order_engines(const PlanRequest& request, const Box& box, StartInputs& inputs,
                   StartUp& start) {
  const Bytes own = inputs.weights.likely + inputs.other.likely + inputs.cache;
  std::vector<EngineStart> engines{{"this engine", inputs.requested, own + outside_share}};
  for (const OtherEngine& other : request.other_engines) {
    if (!is_on(other.box, box)) continue;
    const Bytes asked = requested_memory(box.total, other.utilization);
    engines.push_back({other.name, asked, other.uses.value_or(asked + outside_share)});
  }
  if (engines.size() < 2) return;
  const Bytes free = inputs.free.value_or(assumed_free(box, inputs.services).likely);
  const StartOrder order = start_order(free, engines);
  bool before = true;
  for (const std::size_t index : order.order) {
    if (index == 0) before = false;
    if (before) inputs.engines += engines[index].uses;
    start.order.push_back(engines[index].name);
  }
  if (order.stuck) start.stuck = engines[*order.stuck].name;
}

StartRole role_on(const CopyPlan& copy, std::size_t box) {
  if (copy.boxes.size() < 2) return StartRole::alone;
  return copy.boxes.front() == box ? StartRole::head : StartRole::worker;
}

StartUp start_on(const PlanRequest& request, const LayoutPlan& plan, const CopyPlan& copy,
                 const RankPlan& rank) {
  const Box& box = request.boxes[rank.box];
  const BoxEstimate& estimate = (*plan.estimates)[rank.box];
  StartInputs inputs;
  inputs.box = &box;
  inputs.rules = &request.engine.rules;
  inputs.role = role_on(copy, rank.box);
  inputs.requested = requested_memory(box.total, request.utilization[rank.box]);
  inputs.free = given_free(request, box);
  if (request.calibration) inputs.system = measured_system(*request.calibration, box);
  inputs.services = running_services(request, box);
  inputs.weights = rank.weights;
  inputs.other = estimate.inside.total;
  inputs.cache = copy.capacity.fits ? copy.capacity.num_blocks * rank.bytes_per_block : Bytes{0};
  inputs.after = estimate.after.total;
  for (const LedgerRow& row : plan.ledgers[rank.box].rows) {
    if (row.kind == RowKind::host && row.label != "engine, after its profile") {
      inputs.pinned += row.bytes.likely;
    }
  }
  StartUp order;
  order_engines(request, box, inputs, order);
  StartUp start = start_up(inputs);
  start.order = std::move(order.order);
  start.stuck = std::move(order.stuck);
  return start;
}

}  // namespace

std::vector<StartUp> start_plan(const PlanRequest& request, const LayoutPlan& plan) {
  std::vector<StartUp> starts;
  for (std::size_t box = 0; box < request.boxes.size(); ++box) {
    for (const CopyPlan& copy : plan.copies) {
      const auto rank = std::ranges::find(copy.ranks, box, &RankPlan::box);
      if (rank == copy.ranks.end()) continue;
      starts.push_back(start_on(request, plan, copy, *rank));
      break;
    }
  }
  return starts;
}

}  // namespace kvplan
