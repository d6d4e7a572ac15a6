#include "kvplan/capacity_report.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/error.hpp"
#include "kvplan/sweep.hpp"

namespace kvplan {
namespace {

constexpr int thousandths_step = 5;
constexpr int lowest_thousandths = 400;
constexpr int highest_thousandths = 950;

double share_at(int thousandths) { return static_cast<double>(thousandths) / 1000; }

std::vector<LayoutCurve> tokens_by_utilization(const Report& report) {
  SweepAxis shares{"gpu_memory_utilization", {}};
  for (int at = lowest_thousandths; at <= highest_thousandths; at += thousandths_step) {
    shares.values.push_back(format_fixed(share_at(at), 3));
  }
  const Sweep sweep(report.request, {shares});
  const SweepColumns columns = sweep.all();
  std::vector<LayoutCurve> curves;
  for (const std::string& id : sweep.layouts()) curves.push_back({id, {}});
  for (std::size_t row = 0; row < columns.size(); ++row) {
    const std::vector<std::size_t> place = sweep.place_of(row);
    const int at = lowest_thousandths + static_cast<int>(place[0]) * thousandths_step;
    curves[place[1]].points.emplace_back(share_at(at),
                                         static_cast<double>(columns.kv_cache_tokens[row]));
  }
  return curves;
}

/// More for the engine never leaves more for the services: the last share at which they keep their
/// memory is found by halving.
std::optional<double> highest_utilization_for_services(const Report& report,
                                                       const LayoutPlan& shown) {
  if (report.request.services.empty() && !report.request.headroom) return std::nullopt;
  const auto kept_at = [&](int step) {
    PlanRequest changed = report.request;
    std::ranges::fill(changed.utilization, share_at(step * thousandths_step));
    return plan_again(changed, shown).services_fit;
  };
  int kept = 0;
  int lost = 1000 / thousandths_step + 1;
  while (lost - kept > 1) {
    const int middle = (kept + lost) / 2;
    (kept_at(middle) ? kept : lost) = middle;
  }
  return kept > 0 ? std::optional(share_at(kept * thousandths_step)) : std::nullopt;
}

bool is_one_engine(LayoutFamily family) {
  return family == LayoutFamily::split || family == LayoutFamily::pipeline;
}

/// From the split to the copies, or back: from the roomiest layout of the other kind.
std::optional<Changeover> usual_changeover(const Report& report) {
  const auto& chosen = report.recommendation.layout;
  if (!chosen) return std::nullopt;
  const Layout& to = report.layouts[*chosen].layout;
  const LayoutPlan* from = nullptr;
  for (const LayoutPlan& plan : report.layouts) {
    const bool other = is_one_engine(plan.layout.family) != is_one_engine(to.family);
    if (!plan.fits || !other) continue;
    if (from == nullptr || plan.kv_cache_tokens > from->kv_cache_tokens) from = &plan;
  }
  if (from == nullptr) return std::nullopt;
  ChangeoverQuestion question;
  question.from = from->layout.id();
  question.to = to.id();
  question.start = report.request.operation.restart;
  try {
    return changeover(report, question);
  } catch (const Error&) {
    return std::nullopt;  // how long a copy needs to start is not known
  }
}

/// Lengths from 1,024 tokens up to the model's own, eight a doubling.
std::vector<std::int64_t> lengths_up_to(std::int64_t longest) {
  constexpr double first = 1024;
  constexpr double a_doubling = 8;
  std::vector<std::int64_t> lengths;
  for (int i = 0;; ++i) {
    const auto length = static_cast<std::int64_t>(std::llround(first * std::exp2(i / a_doubling)));
    if (length >= longest) break;
    lengths.push_back(length);
  }
  lengths.push_back(longest);
  return lengths;
}

/// Whole requests of one length that a copy's blocks hold.
std::int64_t requests_of(const CopyPlan& copy, const CachePlan& cache, Tokens length) {
  if (!copy.capacity.fits || cache.groups.groups.empty()) return 0;
  const Blocks need = blocks_for_request(length, cache.groups);
  if (need == Blocks{0}) return 0;
  return (copy.capacity.num_blocks.count() - 1) / need.count();
}

std::vector<LayoutCurve> requests_by_length(const Report& report) {
  std::vector<LayoutCurve> curves;
  for (const LayoutPlan& plan : report.layouts) {
    LayoutCurve curve{plan.layout.id(), {}};
    const Serving& serving = plan.cache->serving;
    for (const std::int64_t length : lengths_up_to(serving.max_model_len.count())) {
      std::int64_t requests = 0;
      for (const CopyPlan& copy : plan.copies) {
        requests += std::min(serving.max_num_seqs, requests_of(copy, *plan.cache, Tokens{length}));
      }
      curve.points.emplace_back(static_cast<double>(length), static_cast<double>(requests));
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace

CapacityReport capacity_report(const PlanRequest& request) {
  return capacity_report(plan(request));
}

CapacityReport capacity_report(Report report) {
  CapacityReport result;
  result.report = std::move(report);
  const LayoutPlan& shown = result.report.layouts[result.report.recommendation.layout.value_or(0)];
  result.tokens_by_utilization = tokens_by_utilization(result.report);
  result.highest_utilization_for_services = highest_utilization_for_services(result.report, shown);
  result.requests_by_length = requests_by_length(result.report);
  result.most_requests_by_slots =
      shown.cache->serving.max_num_seqs * static_cast<std::int64_t>(shown.copies.size());
  result.changeover = usual_changeover(result.report);
  return result;
}

}  // namespace kvplan
