#include "holding.hpp"

#include <algorithm>

#include "box_memory.hpp"

namespace kvplan {
namespace {

void take_mix(const MixCapacity& mix, Holding& holding) {
  holding.requests = mix.low;
  holding.refuses_some = mix.too_long != 0;
}

}  // namespace

Holding holding_of(const LayoutPlan& plan) {
  Holding holding{.layout = &plan.layout,
                  .fits = plan.fits,
                  .kv_cache_tokens = plan.kv_cache_tokens,
                  .requests = plan.full_context_requests,
                  .largest_request = plan.largest_request};
  if (plan.at_once) take_mix(*plan.at_once, holding);
  return holding;
}

CapacityRule rule_of(const PlanRequest& request, const LayoutPlan& plan) {
  return {plan.cache->groups, plan.cache->serving, request.options, request.engine.rules};
}

Holding holding_at(const PlanRequest& request, const LayoutPlan& known, const CapacityRule& rule,
                   Edge edge) {
  Holding holding;
  holding.layout = &known.layout;
  holding.fits = true;
  holding.largest_request = known.cache->serving.max_model_len;
  std::vector<Bytes> available;
  Capacity copy;
  std::vector<Blocks> pools;
  for (const CopyPlacement& place : known.layout.copies) {
    std::vector<Bytes> here = poorest_by_stage(request, known, place, edge);
    if (here != available) {  // else a copy like the one before
      available = std::move(here);
      copy = rule.at(available);
    }
    holding.fits = holding.fits && copy.fits;
    holding.kv_cache_tokens += copy.tokens.value_or(Tokens{0});
    holding.requests += copy.full_context_requests;
    holding.largest_request = std::min(holding.largest_request, copy.estimated_max_model_len);
    pools.push_back(copy.num_blocks);
  }
  if (known.demand && holding.fits) take_mix(known.demand->held_by(pools), holding);
  return holding;
}

}  // namespace kvplan
