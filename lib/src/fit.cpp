#include "kvplan/fit.hpp"

#include <algorithm>
#include <cmath>

#include "holding.hpp"
#include "start_plan.hpp"
#include "too_large.hpp"

namespace kvplan {
namespace {

/// The most of a box in hundredths, rounded down, at least none.
double hundredths(Bytes part, Bytes total) {
  const double share = static_cast<double>(part.count()) / static_cast<double>(total.count());
  return std::clamp(std::floor(share * 100 + 1e-9) / 100, 0.0, 1.0);
}

Bytes mapped_files(const PlanRequest& request, const Box& box) {
  Bytes total;
  if (!box.unified) return total;
  for (const HostPart& part : request.facts.host_parts) {
    if (part.reclaimable) total += part.bytes.likely;
  }
  return total;
}

/// What vLLM allocates once the cache's size is decided comes out of the share that was not asked
/// for: 0.5 to 2 GiB (vllm.md A.5). Beside shared memory's reserve it is small; on a card of its
/// own nothing else is left to it.
Band outside_of(const Box& box) {
  if (box.unified) return box.reserve;
  constexpr Bytes least = 512_MiB;
  constexpr Bytes likely = 1_GiB;
  constexpr Bytes most = 2_GiB;
  return {box.reserve.low + least, box.reserve.likely + likely, box.reserve.high + most,
          "vLLM's workspaces, block tables and graphs after its profile, 0.5 to 2 GiB beyond the "
          "share"};
}

/// What a box keeps outside of any share, from its ledger: that does not depend on the share.
BoxFit box_fit(const PlanRequest& request, const LayoutPlan& plan, std::size_t index) {
  const Box& box = request.boxes[index];
  BoxFit fit;
  fit.box = box.name;
  fit.total = box.total;
  fit.unified = box.unified;
  fit.outside = outside_of(box);
  fit.page_cache = mapped_files(request, box);
  for (const LedgerRow& row : plan.ledgers[index].rows) {
    if (row.kind == RowKind::service) fit.services += row.bytes.likely;
    if (row.kind == RowKind::host) fit.pinned += row.bytes.likely;
  }
  const bool beside = fit.services > Bytes{0} && box.unified;
  fit.headroom = request.headroom.value_or(beside ? default_headroom : Bytes{0});
  const Bytes kept = fit.services + fit.headroom + fit.pinned;
  const Bytes room = box.total - fit.outside.likely - kept;
  fit.most = hundredths(room - fit.page_cache, box.total);
  fit.most_if_pushed_out = hundredths(room, box.total);
  fit.most_at_high = hundredths(box.total - fit.outside.high - kept - fit.page_cache, box.total);
  fit.starts = 1;
  for (const StartUp& start : start_plan(request, plan)) {
    if (start.box != box.name || start.verdict == StartVerdict::not_checked) continue;
    fit.starts = hundredths(start.free.likely, box.total);
  }
  return fit;
}

/// On a card of its own a share too large ends in no memory while it serves, and no cache of files
/// gives any back: there the high end of what is outside counts.
double answer_of(const BoxFit& fit) {
  return std::min(fit.unified ? fit.most : fit.most_at_high, fit.starts);
}

/// Every box at `share`, or at the most it has where that is less. A share of nothing is no share
/// that the engine takes: the smallest one stands for it, at which nothing starts.
PlanRequest at_shares(const PlanRequest& request, const std::vector<BoxFit>& boxes, double share) {
  PlanRequest changed = request;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    changed.utilization[i] = std::max(0.01, std::min(share, answer_of(boxes[i])));
  }
  return changed;
}

/// One layout at the most that each of its boxes leaves.
struct Candidate {
  std::vector<BoxFit> boxes;
  PlanRequest request;
  LayoutPlan plan;
};

Candidate candidate_of(const PlanRequest& request, const LayoutPlan& known) {
  Candidate candidate;
  for (std::size_t i = 0; i < request.boxes.size(); ++i) {
    candidate.boxes.push_back(box_fit(request, known, i));
  }
  candidate.request = at_shares(request, candidate.boxes, 1.0);
  candidate.plan = plan_again(candidate.request, known);
  return candidate;
}

/// The least share of all boxes that holds the need, in hundredths.
std::optional<double> least_share(const Candidate& candidate) {
  for (int step = 1; step <= 100; ++step) {
    const double share = step / 100.0;
    const PlanRequest changed = at_shares(candidate.request, candidate.boxes, share);
    if (holds_need(plan_again(changed, candidate.plan), changed.need)) return share;
  }
  return std::nullopt;
}

const RankPlan* rank_on(const LayoutPlan& plan, std::size_t box) {
  for (const CopyPlan& copy : plan.copies) {
    for (const RankPlan& rank : copy.ranks) {
      if (rank.box == box) return &rank;
    }
  }
  return nullptr;
}

/// Whole blocks that the cache keeps when all else reaches its high end.
std::optional<Bytes> sure_cache(const LayoutPlan& low, std::size_t box) {
  for (const CopyPlan& copy : low.copies) {
    const auto rank = std::ranges::find(copy.ranks, box, &RankPlan::box);
    if (rank == copy.ranks.end() || !copy.capacity.fits) continue;
    return copy.capacity.num_blocks * rank->bytes_per_block;
  }
  return std::nullopt;
}

void choose_way(const Box& box, bool bytes_hold, BoxFit& fit) {
  if (!box.unified) {
    fit.reason =
        "the card's memory is the engine's own: its profile measures what bytes would have to "
        "guess, and nothing else moves";
    return;
  }
  if (!fit.kv_cache_memory || !bytes_hold) {
    fit.reason =
        "bytes that are sure to fit do not hold the need; a share gives the cache what the "
        "profile finds, which differs by up to 3.4 GiB from boot to boot";
    return;
  }
  fit.safer = SizeBy::kv_cache_memory_bytes;
  fit.reason =
      "on shared memory a share moves with what else runs while it is measured (up to 3.4 GiB "
      "from boot to boot); bytes skip that, and these fit even when the engine's other use is at "
      "its high end. The share still decides the check at start: give both";
}

std::string lacking_of(const Candidate& candidate, const Need& need) {
  for (const BoxFit& box : candidate.boxes) {
    if (answer_of(box) <= 0) {
      return box.box + ": services, headroom and what is outside the budget leave nothing";
    }
  }
  const LayoutPlan& plan = candidate.plan;
  if (!plan.fits) {
    return "the engine does not start: its cache lacks " +
           format_gib(plan.copies.front().capacity.deficit) + " a rank";
  }
  const Holding held = holding_of(plan);
  if (need.tokens && held.kv_cache_tokens < *need.tokens) {
    return format_count(held.kv_cache_tokens.count()) + " of " +
           format_count(need.tokens->count()) + " tokens fit";
  }
  if (held.refuses_some || held.largest_request < need.longest.value_or(Tokens{0})) {
    return "a request has at most " + format_count(held.largest_request.count()) + " tokens";
  }
  return format_count(held.requests) + " of " + format_count(need.at_least_requests()) +
         " requests of " + (need.mix ? "your lengths" : "full context") + " fit";
}

}  // namespace

std::string_view name(SizeBy by) {
  return by == SizeBy::gpu_memory_utilization ? "gpu_memory_utilization" : "kv_cache_memory_bytes";
}

namespace {

Fit fitted(const PlanRequest& request) {
  PlanRequest open = request;
  open.kv_cache_memory.reset();  // that is asked for, not given
  const Comparison comparison = compare(open);
  std::vector<Candidate> candidates;
  std::vector<LayoutPlan> plans;
  for (const LayoutPlan& layout : comparison.layouts) {
    candidates.push_back(candidate_of(open, layout));
    plans.push_back(candidates.back().plan);
  }
  Candidate& chosen = candidates[best_layout(plans, open.need).value_or(0)];
  const LayoutPlan low = plan_again(chosen.request, chosen.plan, Edge::low);
  const auto least = least_share(chosen);
  Fit result;
  result.met_by_bytes = holds_need(low, open.need);
  result.met = holds_need(chosen.plan, open.need) &&
               std::ranges::all_of(chosen.boxes, [](const BoxFit& b) { return answer_of(b) > 0; });
  for (std::size_t i = 0; i < chosen.boxes.size(); ++i) {
    BoxFit& box = chosen.boxes[i];
    if (answer_of(box) > 0 && rank_on(chosen.plan, i) != nullptr) box.utilization = answer_of(box);
    if (least) box.least = std::min(*least, answer_of(box));
    box.kv_cache_memory = sure_cache(low, i);
    choose_way(open.boxes[i], result.met_by_bytes, box);
  }
  if (!result.met) result.lacking = lacking_of(chosen, open.need);
  result.boxes = std::move(chosen.boxes);
  result.request = std::move(chosen.request);
  result.layout = std::move(chosen.plan);
  return result;
}

}  // namespace

Fit fit(const PlanRequest& request) {
  return within_64_bits(request, [&] { return fitted(request); });
}

}  // namespace kvplan
