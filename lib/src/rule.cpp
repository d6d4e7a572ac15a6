#include "kvplan/rule.hpp"

#include <algorithm>
#include <vector>

#include "holding.hpp"

namespace kvplan {
namespace {

/// Copies before splits: the story's rule. Ranks that wait for one another at every step (data
/// parallel with shared experts) come last: no box of theirs may be away, and their traffic is
/// all to all.
int preference(const Layout& layout) {
  if (layout.data_parallel > 1) return 5;
  switch (layout.family) {
    case LayoutFamily::single:
      return layout.world() == 1 ? 0 : 3;  // over all GPUs of a box: a split
    case LayoutFamily::replicated:
      return 1;
    case LayoutFamily::mixed:
      return 2;
    case LayoutFamily::split:
      return 3;
    case LayoutFamily::pipeline:
      return 4;
  }
  return 5;
}

bool better(const Holding& a, const Holding& b, const Need& need) {
  const bool a_holds = holds_need(a, need);
  if (a_holds != holds_need(b, need)) return a_holds;
  if (!a_holds && a.requests != b.requests) return a.requests > b.requests;
  if (preference(*a.layout) != preference(*b.layout)) {
    return preference(*a.layout) < preference(*b.layout);
  }
  return a.layout->copies.size() > b.layout->copies.size();
}

std::vector<Holding> holdings_of(std::span<const LayoutPlan> layouts) {
  std::vector<Holding> holdings;
  holdings.reserve(layouts.size());
  for (const LayoutPlan& plan : layouts) holdings.push_back(holding_of(plan));
  return holdings;
}

}  // namespace

bool holds_need(const Holding& holding, const Need& need) {
  return holding.fits && holding.requests >= need.at_least_requests() &&
         holding.kv_cache_tokens >= need.tokens.value_or(Tokens{0}) &&
         holding.largest_request >= need.longest.value_or(Tokens{0}) && !holding.refuses_some;
}

std::optional<std::size_t> best_layout(std::span<const Holding> holdings, const Need& need) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < holdings.size(); ++i) {
    if (!holdings[i].fits) continue;
    if (!best || better(holdings[i], holdings[*best], need)) best = i;
  }
  return best;
}

std::int64_t requests_held(const LayoutPlan& plan) { return holding_of(plan).requests; }

bool holds_need(const LayoutPlan& plan, const Need& need) {
  return holds_need(holding_of(plan), need);
}

bool meets_need(const LayoutPlan& plan, const Need& need) {
  return plan.services_fit && holds_need(plan, need);
}

std::optional<std::size_t> best_layout(std::span<const LayoutPlan> layouts, const Need& need) {
  return best_layout(holdings_of(layouts), need);
}

Outcome outcome_of(std::span<const LayoutPlan> layouts, const Need& need) {
  Outcome outcome{"none", "none", ""};
  if (const auto best = best_layout(layouts, need)) {
    outcome.id = layouts[*best].layout.id();
    outcome.family = std::string(name(layouts[*best].layout.family));
  }
  outcome.signs = outcome.id;
  for (const LayoutPlan& plan : layouts) {
    outcome.signs +=
        ' ' + plan.layout.id() + (plan.fits ? '+' : '-') + (holds_need(plan, need) ? '+' : '-');
  }
  return outcome;
}

}  // namespace kvplan
