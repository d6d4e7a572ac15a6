#include "kvplan/recommend.hpp"

#include <algorithm>

#include "kvplan/rule.hpp"

namespace kvplan {
namespace {

std::string count(std::int64_t n, std::string_view one, std::string_view many) {
  return format_count(n) + " " + std::string(n == 1 ? one : many);
}

const LayoutPlan* find(std::span<const LayoutPlan> layouts, LayoutFamily family) {
  const auto it = std::ranges::find_if(
      layouts, [&](const LayoutPlan& plan) { return plan.layout.family == family; });
  return it == layouts.end() ? nullptr : &*it;
}

std::string need_text(const Need& need) {
  std::string text;
  if (need.at_least_requests() > 0) {
    text = count(need.at_least_requests(), "request", "requests") + " of full context";
  }
  if (need.tokens) {
    text += (text.empty() ? "" : " and ") + format_count(need.tokens->count()) + " tokens";
  }
  return text;
}

std::string holds_text(const LayoutPlan& plan) {
  if (!plan.fits) return "does not start";
  return "holds " + count(plan.full_context_requests, "request", "requests") +
         " of full context (" + format_short(plan.kv_cache_tokens.count()) + " tokens)";
}

Reason capacity_reason(const LayoutPlan& plan, const Need& need) {
  const bool holds = holds_need(plan, need);
  return {holds       ? "meets_need"
          : plan.fits ? "need_not_met"
                      : "does_not_start",
          plan.layout.id() + " " + holds_text(plan) + "; the need is " + need_text(need),
          {{"layout", plan.layout.id()},
           {"full_context_requests", plan.full_context_requests},
           {"kv_cache_tokens", plan.kv_cache_tokens.count()},
           {"need_requests", need.at_least_requests()}}};
}

std::vector<Reason> reasons_for(std::span<const LayoutPlan> layouts, const LayoutPlan& chosen,
                                const Need& need) {
  std::vector<Reason> reasons;
  const bool copies = chosen.copies.size() > 1;
  const LayoutPlan* replicated = find(layouts, LayoutFamily::replicated);
  const LayoutPlan* split = find(layouts, LayoutFamily::split);
  if (!copies && replicated != nullptr) reasons.push_back(capacity_reason(*replicated, need));
  reasons.push_back(capacity_reason(chosen, need));
  if (copies) {
    reasons.push_back({"one_box_down",
                       "when one box is away the other copies serve; a split would not",
                       {{"copies", static_cast<std::int64_t>(chosen.copies.size())}}});
  }
  if (copies && split != nullptr && split->fits) {
    reasons.push_back({"given_up",
                       "given up: one cache of " + format_short(split->kv_cache_tokens.count()) +
                           " tokens (" +
                           count(split->full_context_requests, "request", "requests") +
                           " of full context); a request can use only its own copy's cache",
                       {{"kv_cache_tokens", split->kv_cache_tokens.count()},
                        {"full_context_requests", split->full_context_requests}}});
  }
  return reasons;
}

std::string start_text(const LayoutPlan& plan) {
  if (!plan.start) return "as long as a copy needs to start";
  const auto minutes = [](std::int64_t seconds) { return std::to_string((seconds + 30) / 60); };
  const std::string low = minutes(plan.start->low);
  const std::string high = minutes(plan.start->high);
  return low == high ? "about " + low + " minutes" : low + " to " + high + " minutes";
}

std::string shares_text(const PlanRequest& request) {
  std::string text;
  for (std::size_t i = 0; i < request.boxes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + request.boxes[i].name + " --util " +
            format_fixed(request.utilization[i], 2);
  }
  return text;
}

/// The story's seven, in its order, with this plan's numbers.
std::vector<Action> actions_for(const PlanRequest& request, const LayoutPlan& chosen) {
  const bool copies = chosen.copies.size() > 1;
  const std::string where = copies ? "a copy on each box behind a proxy that picks the copy with "
                                     "the fewest connections (leastconn)"
                                   : "one engine, " + chosen.layout.id() +
                                         "; keep the proxy in "
                                         "front, so that clients need not change later";
  return {
      {"copy_on_each", where},
      {"split_only_if_needed",
       copies ? "split only when one box cannot hold the cache that you need"
              : "go back to a copy on each as soon as one box holds the cache that you need"},
      {"proxy_only", "every client goes to the proxy; none talks to a copy directly"},
      {"metrics_direct", "read /metrics of each copy directly and add; never through the proxy"},
      {"own_share", "each box its own share, by what else runs there: " + shares_text(request)},
      {"cap_from_traffic",
       "set the requests in flight per copy from your own traffic; start no higher than " +
           std::to_string(chosen.cache->serving.max_num_seqs) + " (max_num_seqs)"},
      {"plan_the_changeover",
       "the change takes the model away for " + start_text(chosen) + ": plan for it"},
  };
}

std::string deciding_row(const LayoutPlan& chosen, bool need_met) {
  if (!chosen.services_fit) return "services_do_not_fit";
  if (!need_met) return "need_not_met";
  if (chosen.layout.family == LayoutFamily::single) return "one_box";
  return chosen.copies.size() > 1 ? "one_box_holds_the_need" : "one_box_cannot_hold_the_need";
}

}  // namespace

Recommendation recommend(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  Recommendation result;
  result.layout = best_layout(layouts, request.need);
  if (!result.layout) {
    result.decided_by = "nothing_starts";
    for (const LayoutPlan& plan : layouts) {
      result.reasons.push_back(capacity_reason(plan, request.need));
    }
    result.flips = flips(request, layouts);
    result.changes = changes_that_fit(request, layouts);
    return result;
  }
  const LayoutPlan& chosen = layouts[*result.layout];
  result.need_met = meets_need(chosen, request.need);
  result.decided_by = deciding_row(chosen, result.need_met);
  result.reasons = reasons_for(layouts, chosen, request.need);
  result.actions = actions_for(request, chosen);
  result.flips = flips(request, layouts);
  if (!result.need_met) result.changes = changes_that_fit(request, layouts);
  return result;
}

}  // namespace kvplan
