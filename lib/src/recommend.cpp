#include "kvplan/recommend.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// Copies before splits: the story's rule. Fewer boxes a copy first.
int preference(LayoutFamily family) {
  switch (family) {
    case LayoutFamily::single:
      return 0;
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

std::string count(std::int64_t n, std::string_view one, std::string_view many) {
  return format_count(n) + " " + std::string(n == 1 ? one : many);
}

/// The cache alone: services take the same of every layout.
bool holds_need(const LayoutPlan& plan, const Need& need) {
  return plan.fits && plan.full_context_requests >= need.at_least_requests() &&
         plan.kv_cache_tokens >= need.tokens.value_or(Tokens{0});
}

/// The layout to take: the first by preference that holds the need, else the roomiest that starts.
std::optional<std::size_t> best_layout(std::span<const LayoutPlan> layouts, const Need& need) {
  std::optional<std::size_t> best;
  const auto better = [&](const LayoutPlan& a, const LayoutPlan& b) {
    const bool a_meets = holds_need(a, need);
    if (a_meets != holds_need(b, need)) return a_meets;
    if (!a_meets && a.full_context_requests != b.full_context_requests) {
      return a.full_context_requests > b.full_context_requests;
    }
    return preference(a.layout.family) < preference(b.layout.family);
  };
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (!layouts[i].fits) continue;
    if (!best || better(layouts[i], layouts[*best])) best = i;
  }
  return best;
}

std::string family_of(std::span<const LayoutPlan> layouts, const Need& need) {
  const auto best = best_layout(layouts, need);
  return best ? std::string(name(layouts[*best].layout.family)) : "none";
}

// --- what would change the answer
// -------------------------------------------------------------------

/// Recommends again for changed requests, keeping what a change leaves valid.
class WhatIf {
 public:
  WhatIf(const PlanRequest& request, std::span<const LayoutPlan> layouts)
      : request_(request), layouts_(layouts) {}

  [[nodiscard]] const PlanRequest& request() const { return request_; }

  /// For changes of memory, need or services: the cache plans stay.
  [[nodiscard]] std::vector<LayoutPlan> with_memory(const PlanRequest& changed) const {
    std::vector<LayoutPlan> plans;
    for (const LayoutPlan& plan : layouts_) {
      plans.push_back(plan_again(changed, plan));
    }
    return plans;
  }

  /// For changes of engine options.
  [[nodiscard]] std::vector<LayoutPlan> with_options(const PlanRequest& changed) const {
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

  [[nodiscard]] std::vector<LayoutPlan> at_utilization(double shift) const {
    PlanRequest changed = request_;
    for (double& share : changed.utilization) share += shift;
    return with_memory(changed);
  }
  [[nodiscard]] std::vector<LayoutPlan> at_weights(Bytes total) const {
    PlanRequest changed = request_;
    changed.weights = exactly(total, "what if");
    return with_memory(changed);
  }
  [[nodiscard]] std::vector<LayoutPlan> at_length(std::int64_t length) const {
    PlanRequest changed = request_;
    changed.options.max_model_len = Tokens{length};
    return with_options(changed);
  }
  [[nodiscard]] std::vector<LayoutPlan> at_cache_dtype(const std::string& dtype) const {
    PlanRequest changed = request_;
    changed.options.kv_cache_dtype = dtype;
    return with_options(changed);
  }

 private:
  const PlanRequest& request_;
  std::span<const LayoutPlan> layouts_;
};

/// The step nearest to `here` (exclusive) towards `there` (inclusive) at which `holds`, for a
/// condition that stays once it holds; nothing when it does not even hold at `there`.
std::optional<std::int64_t> first_step(std::int64_t here, std::int64_t there,
                                       const std::function<bool(std::int64_t)>& holds) {
  if (here == there || !holds(there)) return std::nullopt;
  while (std::abs(there - here) > 1) {
    const std::int64_t middle = here + (there - here) / 2;
    (holds(middle) ? there : here) = middle;
  }
  return there;
}

constexpr double utilization_step = 0.001;
constexpr std::int64_t weights_step = std::int64_t{10} << 20;  // 0.01 GiB

class FlipSearch {
 public:
  FlipSearch(const PlanRequest& request, std::span<const LayoutPlan> layouts, std::string present)
      : what_if_(request, layouts),
        layouts_(layouts),
        present_(std::move(present)),
        need_(request.need) {
    need_.requests = request.need.at_least_requests();
  }

  [[nodiscard]] std::vector<Flip> all() {
    need_requests();
    need_tokens();
    utilization();
    weights();
    max_model_len();
    cache_dtype();
    std::ranges::stable_sort(found_, {}, &Found::distance);
    std::vector<Flip> flips;
    for (Found& found : found_) flips.push_back(std::move(found.flip));
    return flips;
  }

 private:
  struct Found {
    Flip flip;
    double distance;
  };

  void add(Flip flip, double from, double to) {
    const double scale = std::max(std::abs(from), 1e-9);
    found_.push_back({std::move(flip), std::abs(to - from) / scale});
  }

  [[nodiscard]] std::string family_at(std::span<const LayoutPlan> layouts) const {
    return family_of(layouts, need_);
  }

  /// Searches an integer input on both sides of its present value; nearest first.
  void integer(const std::string& input, std::int64_t now, std::int64_t low, std::int64_t high,
               const std::function<std::string(std::int64_t)>& family) {
    for (const std::int64_t end : {high, low}) {
      const std::int64_t step = end > now ? 1 : -1;
      const auto flips = [&](std::int64_t value) { return family(value) != present_; };
      if (const auto to = first_step(now, end, flips)) {
        add({input, "integer", *to - step, *to, family(*to)}, static_cast<double>(now),
            static_cast<double>(*to));
      }
    }
  }

  void need_requests() {
    std::int64_t most = 0;
    for (const LayoutPlan& plan : layouts_) most = std::max(most, plan.full_context_requests);
    const std::int64_t now = *need_.requests;
    integer("need_requests", now, std::min<std::int64_t>(now, 1), std::max(now, most),
            [&](std::int64_t requests) {
              Need need = need_;
              need.requests = requests;
              return family_of(layouts_, need);
            });
  }

  void need_tokens() {
    std::int64_t most = 0;
    for (const LayoutPlan& plan : layouts_) most = std::max(most, plan.kv_cache_tokens.count());
    const std::int64_t now = need_.tokens.value_or(Tokens{0}).count();
    integer("need_tokens", now, std::min<std::int64_t>(now, 1), std::max(now, most),
            [&](std::int64_t tokens) {
              Need need = need_;
              need.tokens = Tokens{tokens};
              return family_of(layouts_, need);
            });
  }

  void utilization() {
    const auto& shares = what_if_.request().utilization;
    if (what_if_.request().kv_cache_memory) return;
    const double now = shares.front();
    const auto [least, most] = std::ranges::minmax(shares);
    const auto steps = [](double distance) {
      return static_cast<std::int64_t>(std::floor(distance / utilization_step + 1e-9));
    };
    const auto value = [&](std::int64_t step) {  // on the grid of steps, free of noise
      return std::round((now + static_cast<double>(step) * utilization_step) / utilization_step) *
             utilization_step;
    };
    const auto family = [&](std::int64_t step) {
      return family_at(what_if_.at_utilization(static_cast<double>(step) * utilization_step));
    };
    const auto flips = [&](std::int64_t step) { return family(step) != present_; };
    for (const std::int64_t end : {steps(1 - most), -steps(least - utilization_step)}) {
      const std::int64_t direction = end > 0 ? 1 : -1;
      if (const auto to = first_step(0, end, flips)) {
        add({"gpu_memory_utilization", "number", value(*to - direction), value(*to), family(*to)},
            now, value(*to));
      }
    }
  }

  void weights() {
    const PlanRequest& request = what_if_.request();
    const auto& known = request.weights ? request.weights : request.facts.weights;
    if (!known || request.kv_cache_memory) return;
    const std::int64_t now = known->likely.count();
    const auto family = [&](std::int64_t step) {
      return family_at(what_if_.at_weights(Bytes{now + step * weights_step}));
    };
    const auto flips = [&](std::int64_t step) { return family(step) != present_; };
    for (const std::int64_t end : {now / weights_step, -(now / weights_step)}) {
      const std::int64_t direction = end > 0 ? 1 : -1;
      if (const auto to = first_step(0, end, flips)) {
        add({"weights_bytes", "integer", now + (*to - direction) * weights_step,
             now + *to * weights_step, family(*to)},
            static_cast<double>(now), static_cast<double>(now + *to * weights_step));
      }
    }
  }

  void max_model_len() {
    const std::int64_t now = layouts_.front().cache->serving.max_model_len.count();
    const std::int64_t longest =
        std::max(now, what_if_.request().model->architecture.derived_max_model_len.count());
    integer("max_model_len", now, 1, longest,
            [&](std::int64_t length) { return family_at(what_if_.at_length(length)); });
  }

  void cache_dtype() {
    const std::string now = layouts_.front().cache->serving.kv_cache_dtype;
    const CacheDtype present = layouts_.front().cache->serving.cache_dtype;
    for (const char* other : {"bfloat16", "fp8"}) {
      if (parse_cache_dtype(other) == present) continue;
      const auto plans = what_if_.at_cache_dtype(other);
      if (plans.empty()) continue;
      if (std::string family = family_at(plans); family != present_) {
        found_.push_back({{"kv_cache_dtype", "string", now, std::string(other), family}, 1.0});
      }
    }
  }

  WhatIf what_if_;
  std::span<const LayoutPlan> layouts_;
  std::string present_;
  Need need_;
  std::vector<Found> found_;
};

// --- what would make it fit
// ---------------------------------------------------------------------------

/// Smallest single changes after which some layout meets the need, as flags to paste.
std::vector<Change> changes_that_fit(const PlanRequest& request,
                                     std::span<const LayoutPlan> layouts) {
  const WhatIf what_if(request, layouts);
  const auto met = [&](std::span<const LayoutPlan> plans) {
    return std::ranges::any_of(
        plans, [&](const LayoutPlan& plan) { return meets_need(plan, request.need); });
  };
  std::vector<Change> changes;
  constexpr double step = 0.01;
  constexpr double most_share = 0.95;  // above it no public start-up on shared memory is known
  if (!request.kv_cache_memory) {
    const double now = request.utilization.front();
    for (const int direction : {1, -1}) {
      for (int i = 1; i < 100; ++i) {
        const double shift = direction * i * step;
        const double share = std::round((now + shift) / step) * step;
        if (share > most_share || share < step) break;
        if (!met(what_if.at_utilization(share - now))) continue;
        changes.push_back({"--util " + format_fixed(share, 2),
                           direction > 0 ? "leaves less for others on the box"
                                         : "a smaller cache, more for others on the box"});
        break;
      }
    }
  }
  const CacheDtype dtype = layouts.front().cache->serving.cache_dtype;
  if (is_native(dtype)) {
    const auto plans = what_if.at_cache_dtype("fp8");
    if (met(plans)) changes.push_back({"--kv-cache-dtype fp8", "some precision of the cache"});
  }
  const std::int64_t length = layouts.front().cache->serving.max_model_len.count();
  const auto shorter_meets = [&](std::int64_t value) { return met(what_if.at_length(value)); };
  if (const auto shorter = first_step(length, 1, shorter_meets); shorter && *shorter >= 1024) {
    changes.push_back({"--max-model-len " + std::to_string(*shorter), "longer requests"});
  }
  return changes;
}

// --- words
// ------------------------------------------------------------------------------------------

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

bool meets_need(const LayoutPlan& plan, const Need& need) {
  return plan.services_fit && holds_need(plan, need);
}

Recommendation recommend(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  Recommendation result;
  result.layout = best_layout(layouts, request.need);
  if (!result.layout) {
    result.decided_by = "nothing_starts";
    for (const LayoutPlan& plan : layouts) {
      result.reasons.push_back(capacity_reason(plan, request.need));
    }
    result.changes = changes_that_fit(request, layouts);
    return result;
  }
  const LayoutPlan& chosen = layouts[*result.layout];
  result.need_met = meets_need(chosen, request.need);
  result.decided_by = deciding_row(chosen, result.need_met);
  result.reasons = reasons_for(layouts, chosen, request.need);
  result.actions = actions_for(request, chosen);
  if (layouts.size() > 1) {
    result.flips = FlipSearch(request, layouts, std::string(name(chosen.layout.family))).all();
  }
  if (!result.need_met) result.changes = changes_that_fit(request, layouts);
  return result;
}

}  // namespace kvplan
