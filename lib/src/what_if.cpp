#include "what_if.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/error.hpp"

namespace kvplan {

std::vector<LayoutPlan> WhatIf::with_memory(const PlanRequest& changed, Edge edge) const {
  std::vector<LayoutPlan> plans;
  plans.reserve(layouts_.size());
  for (const LayoutPlan& plan : layouts_) plans.push_back(plan_again(changed, plan, edge));
  return plans;
}

std::vector<LayoutPlan> WhatIf::with_options(const PlanRequest& changed) const {
  std::vector<LayoutPlan> plans;
  for (const LayoutPlan& plan : layouts_) {
    try {
      plans.push_back(plan_with_options(changed, plan));
    } catch (const Error&) {  // the engine refuses this layout with these options
      continue;
    }
  }
  return plans;
}

std::vector<LayoutPlan> WhatIf::at_utilization(std::int64_t steps) const {
  PlanRequest changed = request_;
  for (double& share : changed.utilization) share = utilization_at(share, steps);
  return with_memory(changed);
}

std::vector<LayoutPlan> WhatIf::at_weights(Bytes total) const {
  PlanRequest changed = request_;
  changed.weights = exactly(total, "what if");
  return with_memory(changed);
}

std::vector<LayoutPlan> WhatIf::at_length(std::int64_t length) const {
  PlanRequest changed = request_;
  changed.options.max_model_len = Tokens{length};
  return with_options(changed);
}

std::vector<LayoutPlan> WhatIf::at_cache_dtype(const std::string& dtype) const {
  PlanRequest changed = request_;
  changed.options.kv_cache_dtype = dtype;
  return with_options(changed);
}

PlanRequest WhatIf::with_services(Bytes further) const {
  PlanRequest changed = request_;
  for (const Box& box : request_.boxes) {
    if (box.unified) changed.services.push_back({"what if", further, box.name});
  }
  return changed;
}

std::optional<PlanRequest> with_room_for_services(const WhatIf& what_if, PlanRequest changed) {
  // The share sets what an engine takes in every layout, so the first that starts tells.
  const auto plans = what_if.with_memory(changed);
  if (plans.empty() || changed.kv_cache_memory) return std::nullopt;
  for (std::size_t i = 0; i < changed.boxes.size(); ++i) {
    Bytes shortfall;
    for (const LayoutPlan& plan : plans) {
      shortfall = std::max(shortfall, plan.ledgers[i].shortfall);
    }
    if (shortfall == Bytes{0}) continue;
    const double lacking = static_cast<double>(shortfall.count()) /
                           static_cast<double>(changed.boxes[i].total.count());
    const double share =
        std::floor((changed.utilization[i] - lacking) * utilization_steps) / utilization_steps;
    if (share <= 0) return std::nullopt;
    changed.utilization[i] = share;
  }
  return changed;
}

double utilization_at(double now, std::int64_t steps) {
  if (steps == 0) return now;
  return std::round(now * utilization_steps + static_cast<double>(steps)) / utilization_steps;
}

}  // namespace kvplan
