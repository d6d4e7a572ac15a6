#include "kvplan/capacity_report.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

constexpr int thousandths_step = 5;
constexpr int lowest_thousandths = 400;
constexpr int highest_thousandths = 950;

double share_at(int thousandths) { return static_cast<double>(thousandths) / 1000; }

PlanRequest at_utilization(const PlanRequest& request, double share) {
  PlanRequest changed = request;
  std::ranges::fill(changed.utilization, share);
  return changed;
}

std::vector<LayoutCurve> tokens_by_utilization(const Report& report) {
  std::vector<LayoutCurve> curves;
  for (const LayoutPlan& layout : report.layouts) curves.push_back({layout.layout.id(), {}});
  for (int at = lowest_thousandths; at <= highest_thousandths; at += thousandths_step) {
    const PlanRequest changed = at_utilization(report.request, share_at(at));
    for (std::size_t i = 0; i < report.layouts.size(); ++i) {
      const LayoutPlan plan = plan_again(changed, report.layouts[i]);
      const double tokens = plan.fits ? static_cast<double>(plan.kv_cache_tokens.count()) : 0;
      curves[i].points.emplace_back(share_at(at), tokens);
    }
  }
  return curves;
}

std::optional<double> highest_utilization_for_services(const Report& report,
                                                       const LayoutPlan& shown) {
  if (report.request.services.empty() && !report.request.headroom) return std::nullopt;
  for (int at = 1000; at > 0; at -= thousandths_step) {
    const PlanRequest changed = at_utilization(report.request, share_at(at));
    const LayoutPlan plan = plan_again(changed, shown);
    if (plan.services_fit) return share_at(at);
  }
  return std::nullopt;
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
  CapacityReport result;
  result.report = plan(request);
  const LayoutPlan& shown = result.report.layouts[result.report.recommendation.layout.value_or(0)];
  result.tokens_by_utilization = tokens_by_utilization(result.report);
  result.highest_utilization_for_services = highest_utilization_for_services(result.report, shown);
  result.requests_by_length = requests_by_length(result.report);
  result.most_requests_by_slots =
      shown.cache->serving.max_num_seqs * static_cast<std::int64_t>(shown.copies.size());
  return result;
}

}  // namespace kvplan
