#include "reasons.hpp"

#include <algorithm>
#include <array>

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

/// Copies that serve without one another.
bool independent(const LayoutPlan& plan) {
  return plan.copies.size() > 1 && plan.layout.data_parallel == 1;
}

std::string need_text(const Need& need) {
  const std::string kind = need.mix ? " of your lengths" : " of full context";
  std::vector<std::string> parts;
  if (need.at_least_requests() > 0) {
    parts.push_back(count(need.at_least_requests(), "request", "requests") + kind);
  }
  if (need.tokens) parts.push_back(format_count(need.tokens->count()) + " tokens");
  if (need.longest) {
    parts.push_back("one request of " + format_count(need.longest->count()) + " tokens");
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " and ") + part;
  return text.empty() ? "nothing" : text;
}

/// Which limit binds, in words.
std::string limit_text(const MixCapacity& mix) {
  switch (mix.binds) {
    case MixLimit::slots:
      return "max_num_seqs binds";
    case MixLimit::cache:
      return "the cache binds";
    case MixLimit::copy:
      return "the cache of the copy that a request lands on binds, another has room";
  }
  return "";
}

std::string mix_text(const MixCapacity& mix) {
  std::string text = "holds " + count(mix.low, "request", "requests") +
                     " of your lengths at once in 19 of 20 mixes (half of them " +
                     format_count(mix.likely) + "; " + limit_text(mix) + ")";
  if (mix.too_long > 0) {
    text += ", but refuses " + format_fixed(mix.too_long * 100, 1) + " % of them as too long";
  }
  return text;
}

std::string holds_text(const LayoutPlan& plan) {
  if (!plan.fits) return "does not start";
  if (plan.at_once) return mix_text(*plan.at_once);
  return "holds " + count(plan.full_context_requests, "request", "requests") +
         " of full context (" + format_short(plan.kv_cache_tokens.count()) + " tokens)";
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

}  // namespace

Reason capacity_reason(const LayoutPlan& plan, const Need& need) {
  const bool holds = holds_need(plan, need);
  Reason reason{holds       ? "meets_need"
                : plan.fits ? "need_not_met"
                            : "does_not_start",
                plan.layout.id() + " " + holds_text(plan) + "; the need is " + need_text(need),
                {{"layout", plan.layout.id()},
                 {"full_context_requests", plan.full_context_requests},
                 {"kv_cache_tokens", plan.kv_cache_tokens.count()},
                 {"largest_request_tokens", plan.largest_request.count()},
                 {"need_requests", need.at_least_requests()}}};
  if (plan.at_once) reason.values.emplace_back("requests_at_once", plan.at_once->low);
  return reason;
}

std::vector<Reason> reasons_for(const PlanRequest& request, std::span<const LayoutPlan> layouts,
                                const LayoutPlan& chosen) {
  const Need& need = request.need;
  std::vector<Reason> reasons;
  const LayoutPlan* replicated = find(layouts, LayoutFamily::replicated);
  const LayoutPlan* split = find(layouts, LayoutFamily::split);
  if (replicated != nullptr && replicated != &chosen) {
    reasons.push_back(capacity_reason(*replicated, need));
  }
  reasons.push_back(capacity_reason(chosen, need));
  for (const Ledger& ledger : chosen.ledgers) {
    if (ledger.shortfall == Bytes{0}) continue;
    reasons.push_back({"box_lacks",
                       ledger.box + " lacks " + format_gib(ledger.shortfall) +
                           " for what runs beside the engine: its own share is to be lowered",
                       {{"box", ledger.box}, {"shortfall_bytes", ledger.shortfall.count()}}});
  }
  if (chosen.serves_with_one_box_down) {
    reasons.push_back({"one_box_down",
                       "when one box is away the other copies serve; a split would not",
                       {{"copies", static_cast<std::int64_t>(chosen.copies.size())}}});
  } else if (request.boxes.size() > 1) {
    reasons.push_back({"one_box_down",
                       "given up: when one box is away, so is the model",
                       {{"copies", static_cast<std::int64_t>(chosen.copies.size())}}});
  }
  if (independent(chosen) && split != nullptr && split->fits) {
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

Reason not_decided(const Certainty& certainty) {
  const auto end = [](const std::string& id, bool holds) {
    return id + (holds ? " (holds the need)" : " (does not hold the need)");
  };
  std::string text = "not decided by what is known: with the least left for the cache it is " +
                     end(certainty.at_low, certainty.holds_at_low) + ", with the most " +
                     end(certainty.at_high, certainty.holds_at_high);
  Reason reason{"not_decided", "", {{"at_low", certainty.at_low}, {"at_high", certainty.at_high}}};
  if (const auto& measure = certainty.measure) {
    text += (measure->decides ? "; what decides it: " : "; what tells most: ") + measure->input +
            ", " + measure->how;
    reason.values.emplace_back("measure", measure->input);
  }
  reason.text = text;
  return reason;
}

std::optional<Reason> speed_reason(std::span<const Speed> speeds, const std::string& chosen) {
  const Speed* own = nullptr;
  const Speed* best_other = nullptr;
  for (const Speed& speed : speeds) {
    if (!speed.measured) continue;
    if (speed.layout_id == chosen) own = &speed;
    if (speed.layout_id != chosen && (best_other == nullptr || speed.likely > best_other->likely)) {
      best_other = &speed;
    }
  }
  if (own == nullptr || best_other == nullptr) return std::nullopt;
  const bool faster = own->likely >= best_other->likely;
  return Reason{"speed",
                std::string(faster ? "" : "given up: ") + own->layout_id + " gives " +
                    format_fixed(own->likely, 0) + " tok/s, " + best_other->layout_id + " " +
                    format_fixed(best_other->likely, 0) + " (measured)",
                {{"tok_s", own->likely},
                 {"other", best_other->layout_id},
                 {"other_tok_s", best_other->likely}}};
}

std::vector<Action> actions_for(const PlanRequest& request, const LayoutPlan& chosen) {
  const bool copies = independent(chosen);
  const std::string on = chosen.layout.family == LayoutFamily::replicated
                             ? "a copy on each box"
                             : std::to_string(chosen.copies.size()) + " copies, each over " +
                                   std::to_string(chosen.layout.world()) + " ranks,";
  const std::string where =
      copies ? on + " behind a proxy that picks the copy with the fewest connections (leastconn)"
             : "one engine, " + chosen.layout.id() +
                   "; keep the proxy in front, so that clients need not change later";
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

std::string deciding_row(const PlanRequest& request, const LayoutPlan& chosen, bool need_met) {
  const bool asked = !request.services.empty() || request.headroom.has_value();
  if (!chosen.services_fit) return asked ? "services_do_not_fit" : "box_overcommitted";
  if (!need_met) return "need_not_met";
  if (chosen.layout.family == LayoutFamily::single) return "one_box";
  return chosen.layout.family == LayoutFamily::replicated ? "one_box_holds_the_need"
                                                          : "one_box_cannot_hold_the_need";
}

}  // namespace kvplan
