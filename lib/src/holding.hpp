// What a layout holds: the figures that the rule ranks layouts by, without ledgers, bands and
// words. A search asks for it hundreds of times where plan_again() would make whole plans.
#pragma once

#include <optional>
#include <span>

#include "capacity_rule.hpp"
#include "estimate/model_shape.hpp"
#include "kvplan/compare.hpp"

namespace kvplan {

struct Holding {
  const Layout* layout = nullptr;
  bool fits = false;  ///< every copy starts
  Tokens kv_cache_tokens;
  std::int64_t requests = 0;  ///< of the need's mix where there is one, else of full context
  Tokens largest_request;
  bool refuses_some = false;  ///< requests of the mix that are longer than it takes
};

/// Of a layout that is planned.
[[nodiscard]] Holding holding_of(const LayoutPlan& plan);
/// Of the same layout at another utilization, weight or need: what plan_again() would come to. The
/// layout's own cache plan, shares and estimates stay.
/// @param rule  the layout's
[[nodiscard]] Holding holding_at(const PlanRequest& request, const LayoutPlan& known,
                                 const CapacityRule& rule, Edge edge = Edge::likely);
/// What a layout's cache plan asks of any memory.
[[nodiscard]] CapacityRule rule_of(const PlanRequest& request, const LayoutPlan& plan);

/// A plan as plan_again() begins it: what does not depend on the memory.
[[nodiscard]] LayoutPlan without_memory(const LayoutPlan& known);
/// What of an engine's memory is estimated: ledgers show all of it, holdings only ask what its
/// budget pays for.
enum class Estimated { in_budget, all };
/// The same with other engine options, as plan_with_options() begins it: a new cache plan and
/// estimates, the shares of `known`. @throws Error (invalid) for what the engine refuses
/// @param shapes  of the request's model
[[nodiscard]] LayoutPlan without_memory(const PlanRequest& request, const LayoutPlan& known,
                                        const estimate::ModelShapes& shapes,
                                        Estimated what = Estimated::in_budget);

[[nodiscard]] bool holds_need(const Holding& holding, const Need& need);
[[nodiscard]] std::optional<std::size_t> best_layout(std::span<const Holding> holdings,
                                                     const Need& need);

}  // namespace kvplan
