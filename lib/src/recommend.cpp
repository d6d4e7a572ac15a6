#include "kvplan/recommend.hpp"

#include "reasons.hpp"

namespace kvplan {
namespace {

void say_why(const PlanRequest& request, std::span<const LayoutPlan> layouts,
             Recommendation& result) {
  const LayoutPlan& chosen = layouts[*result.layout];
  result.decided_by = deciding_row(request, chosen, result.need_met);
  result.reasons = reasons_for(request, layouts, chosen);
  if (!result.certainty.decided) {
    result.reasons.insert(result.reasons.begin(), not_decided(result.certainty));
  }
  if (auto reason = speed_reason(result.speeds, chosen.layout.id())) {
    result.reasons.push_back(std::move(*reason));
  }
  for (const CommonCause& cause : result.common_causes) {
    result.reasons.push_back({cause.id, "not independent: " + cause.text, {}});
  }
  result.actions = actions_for(request, chosen);
}

}  // namespace

Recommendation recommend(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  Recommendation result;
  result.layout = best_layout(layouts, request.need);
  result.flips = flips(request, layouts);
  if (!result.layout) {
    result.decided_by = "nothing_starts";
    for (const LayoutPlan& plan : layouts) {
      result.reasons.push_back(capacity_reason(plan, request.need));
    }
    result.changes = changes_that_fit(request, layouts);
    return result;
  }
  result.need_met = meets_need(layouts[*result.layout], request.need);
  result.certainty = certainty(request, layouts);
  result.sensitivities = sensitivities(request, layouts, *result.layout);
  result.speeds = speeds(request, layouts);
  result.availability = availability(request, layouts);
  result.common_causes = common_causes(request);
  say_why(request, layouts, result);
  if (!result.need_met) result.changes = changes_that_fit(request, layouts);
  return result;
}

}  // namespace kvplan
