#include "what_if.hpp"

#include <cmath>
#include <stdexcept>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// What `replan` makes of each layout but those that the engine refuses, or whose numbers leave 64
/// bits.
template <class Replan>
auto of_served(std::span<const LayoutPlan> layouts, const Replan& replan) {
  std::vector<decltype(replan(layouts.front()))> served;
  served.reserve(layouts.size());
  for (const LayoutPlan& plan : layouts) {
    try {
      served.push_back(replan(plan));
    } catch (const Error&) {
      continue;
    } catch (const std::overflow_error&) {  // no such memory
      continue;
    }
  }
  return served;
}

}  // namespace

void WhatIf::set_utilization(PlanRequest& changed, std::int64_t steps) const {
  changed.utilization = request_.utilization;
  for (double& share : changed.utilization) share = utilization_at(share, steps);
}

PlanRequest WhatIf::at_utilization(std::int64_t steps) const {
  PlanRequest changed = request_;
  set_utilization(changed, steps);
  return changed;
}

PlanRequest WhatIf::at_length(std::int64_t length) const {
  PlanRequest changed = request_;
  changed.options.max_model_len = Tokens{length};
  return changed;
}

PlanRequest WhatIf::at_cache_dtype(const std::string& dtype) const {
  PlanRequest changed = request_;
  changed.options.kv_cache_dtype = dtype;
  return changed;
}

std::vector<LayoutPlan> WhatIf::with_memory(const PlanRequest& changed) const {
  return of_served(layouts_, [&](const LayoutPlan& plan) { return plan_again(changed, plan); });
}

std::vector<Holding> WhatIf::holdings_with_memory(const PlanRequest& changed, Edge edge) const {
  if (rules_.empty()) {
    rules_.reserve(layouts_.size());
    for (const LayoutPlan& plan : layouts_) rules_.push_back(rule_of(request_, plan));
  }
  return of_served(layouts_, [&](const LayoutPlan& plan) {
    const auto index = static_cast<std::size_t>(&plan - layouts_.data());
    return holding_at(changed, plan, rules_[index], edge);
  });
}

std::vector<LayoutPlan> WhatIf::with_options(const PlanRequest& changed) const {
  return of_served(layouts_,
                   [&](const LayoutPlan& plan) { return plan_with_options(changed, plan); });
}

std::vector<Holding> WhatIf::holdings_with_options(const PlanRequest& changed) const {
  if (!shapes_) shapes_ = estimate::shapes_of(*request_.model);
  return of_served(layouts_, [&](const LayoutPlan& plan) {
    const LayoutPlan replanned = without_memory(changed, plan, *shapes_);
    Holding holding = holding_at(changed, replanned, rule_of(changed, replanned));
    holding.layout = &plan.layout;
    return holding;
  });
}

double utilization_at(double now, std::int64_t steps) {
  if (steps == 0) return now;
  return std::round(now * utilization_steps + static_cast<double>(steps)) / utilization_steps;
}

}  // namespace kvplan
