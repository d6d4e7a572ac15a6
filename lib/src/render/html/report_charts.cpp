#include "render/html/report_charts.hpp"

#include <variant>

#include "render/words.hpp"

namespace kvplan::render {
namespace {

std::vector<ChartSeries> series_of(const std::vector<LayoutCurve>& curves, SeriesKind kind) {
  std::vector<ChartSeries> series;
  series.reserve(curves.size());
  for (const LayoutCurve& curve : curves) {
    series.push_back({curve.layout, kind, curve.points, static_cast<int>(series.size())});
  }
  return series;
}

/// Points at which a layout starts: the rest of the line is nothing.
std::vector<LayoutCurve> where_it_starts(std::vector<LayoutCurve> curves) {
  for (LayoutCurve& curve : curves) {
    std::erase_if(curve.points, [](const auto& point) { return point.second <= 0; });
  }
  return curves;
}

}  // namespace

Chart utilization_chart(const CapacityReport& report) {
  const Report& plan = report.report;
  const double share = plan.request.utilization.front();
  Chart chart;
  chart.title = "Cache tokens against utilization";
  chart.description =
      "Tokens of cache over all copies for each layout, for utilizations of 0.40 to 0.95. At " +
      format_fixed(share, 2) + " " + shown_layout(plan).layout.id() + " has " +
      format_count(shown_layout(plan).kv_cache_tokens.count()) + ".";
  chart.x_label = "utilization of every box";
  chart.y_label = "tokens";
  chart.x_start = 0.4;
  chart.series = series_of(where_it_starts(report.tokens_by_utilization), SeriesKind::line);
  chart.x_marks.push_back({share, "chosen: " + format_fixed(share, 2)});
  if (const auto& highest = report.highest_utilization_for_services) {
    chart.x_marks.push_back({*highest, "services run short above " + format_fixed(*highest, 3)});
  }
  for (const Flip& flip : plan.recommendation.flips) {
    if (flip.input != "gpu_memory_utilization") continue;
    chart.x_marks.push_back(
        {std::get<double>(flip.to), flip.layout + " at " + input_text(flip.input, flip.to)});
  }
  if (const auto& tokens = plan.request.need.tokens) {
    chart.y_marks.push_back({static_cast<double>(tokens->count()), "need"});
  }
  return chart;
}

Chart length_chart(const CapacityReport& report) {
  Chart chart;
  chart.title = "Whole requests against their length";
  chart.description =
      "How many requests of one length run at once on each layout: the cache is the ceiling for "
      "long ones, max_num_seqs for short ones.";
  chart.x_label = "tokens of one request";
  chart.y_label = "requests";
  chart.x_log = true;
  chart.series = series_of(report.requests_by_length, SeriesKind::steps);
  chart.y_log = true;
  chart.y_marks.push_back({static_cast<double>(report.most_requests_by_slots),
                           "slots: " + format_count(report.most_requests_by_slots)});
  if (const auto& requests = report.report.request.need.requests; requests && *requests > 0) {
    chart.y_marks.push_back({static_cast<double>(*requests), "need: " + format_count(*requests)});
  }
  return chart;
}

}  // namespace kvplan::render
