// The capacity report as HTML and as Markdown.
#include "kvplan/capacity_report.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/render.hpp"
#include "kvplan/version.hpp"
#include "render/escape.hpp"
#include "render/html/memory_picture.hpp"
#include "render/html/page.hpp"
#include "render/markdown_page.hpp"
#include "render/palette.hpp"
#include "render/svg_chart.hpp"
#include "render/traffic_charts.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

std::vector<ChartSeries> series_of(const std::vector<LayoutCurve>& curves, SeriesKind kind) {
  std::vector<ChartSeries> series;
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
  chart.y_marks.push_back({static_cast<double>(report.most_requests_by_slots),
                           "slots: " + format_count(report.most_requests_by_slots)});
  return chart;
}

std::vector<std::pair<std::string, std::string>> cards(const Report& report) {
  const LayoutPlan& plan = shown_layout(report);
  Bytes left = plan.ledgers.front().left_for_others;
  for (const Ledger& ledger : plan.ledgers) left = std::min(left, ledger.left_for_others);
  return {{plan.fits ? format_count(plan.kv_cache_tokens.count()) : "none", "tokens of cache"},
          {format_count(plan.full_context_requests), "requests of full context at once"},
          {format_count(plan.largest_request.count()), "tokens of the longest request"},
          {format_gib(left), "free on the fullest box"},
          {plan.serves_with_one_box_down ? "still serves" : "model away", "with one box down"},
          {minutes(plan.start), "to start"}};
}

std::vector<std::string> reasons_of(const Report& report) {
  std::vector<std::string> lines;
  for (const Reason& reason : report.recommendation.reasons) lines.push_back(reason.text);
  return lines;
}

std::vector<std::string> flips_of(const Report& report) {
  std::vector<std::string> lines;
  for (const Flip& flip : report.recommendation.flips) lines.push_back(flip_text(flip));
  return lines;
}

std::vector<std::string> changes_of(const Report& report) {
  std::vector<std::string> lines;
  for (const Change& change : report.recommendation.changes) {
    lines.push_back(change.flag + ", gives up: " + change.gives_up);
  }
  return lines;
}

std::vector<std::string> actions_of(const Report& report) {
  std::vector<std::string> lines;
  for (const Action& action : report.recommendation.actions) lines.push_back(action.text);
  return lines;
}

std::vector<std::string> warnings_of(const Report& report) {
  std::vector<std::string> lines;
  for (const Warning& warning : report.warnings) lines.push_back(warning.text);
  return lines;
}

Rows ledger_rows(const Ledger& ledger) {
  Rows rows{{"part", "GiB", "low", "high", "source"}};
  for (const LedgerRow& row : ledger.rows) {
    rows.push_back({row.label, format_fixed(gib(row.bytes.likely), 2),
                    format_fixed(gib(row.bytes.low), 2), format_fixed(gib(row.bytes.high), 2),
                    row.bytes.source});
  }
  return rows;
}

Rows curve_rows(const std::vector<LayoutCurve>& curves, const std::string& input, std::size_t step,
                int decimals) {
  Rows rows{{input}};
  for (const LayoutCurve& curve : curves) rows.front().push_back(curve.layout);
  for (std::size_t i = 0; i < curves.front().points.size(); i += step) {
    const double at = curves.front().points[i].first;
    std::vector<std::string> row{decimals > 0 ? format_fixed(at, decimals)
                                              : format_count(std::llround(at))};
    for (const LayoutCurve& curve : curves) {
      row.push_back(i < curve.points.size() ? format_count(std::llround(curve.points[i].second))
                                            : "");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void add_list(HtmlPage& page, const std::string& title, const std::vector<std::string>& items,
              bool numbered = false) {
  if (items.empty()) return;
  page.section(title);
  page.list(items, numbered);
}

}  // namespace

std::string render_html(const CapacityReport& capacity) {
  const Report& report = capacity.report;
  const LayoutPlan& plan = shown_layout(report);
  HtmlPage page("Capacity: " + report.request.model->config.name);
  page.verdict(verdict(report), report.recommendation.need_met && plan.services_fit);
  page.lead(subject(report));
  page.figures(cards(report));
  page.section("Why");
  page.list(reasons_of(report));
  page.table("The layouts side by side; decided by: " + report.recommendation.decided_by,
             layout_rows(report), report.recommendation.layout.value_or(0) + 1);
  add_list(page, "What would make it fit (one of)", changes_of(report));
  add_list(page, "What would change the answer", flips_of(report));
  page.section("Memory of each box");
  page.picture(memory_picture(plan.ledgers, "memory"),
               "Layout " + plan.layout.id() +
                   ". A line with ends is the band of a figure that is not known exactly.");
  page.section("How it changes");
  page.picture(svg_chart(utilization_chart(capacity), "utilization"),
               "Cache tokens over all copies against the utilization of every box.");
  page.picture(svg_chart(length_chart(capacity), "lengths"),
               "Whole requests at once against their length; a request lies in one copy.");
  if (capacity.traffic) {
    page.section("Throughput by requests in flight");
    for (std::size_t i = 0; i < capacity.traffic->classes.size(); ++i) {
      const TrafficClass& traffic = capacity.traffic->classes[i];
      page.picture(svg_chart(traffic_charts(*capacity.traffic)[i], "traffic-" + std::to_string(i)),
                   traffic.name + ": as measured.");
      page.list(traffic.notes);
    }
  }
  add_list(page, "What to do", actions_of(report), true);
  page.section("Where the numbers come from");
  for (const Ledger& ledger : plan.ledgers) {
    page.table(ledger.box + ", rows that sum to its " + format_gib(ledger.total),
               ledger_rows(ledger));
  }
  add_list(page, "Assumed", assumptions(report));
  add_list(page, "Warnings", warnings_of(report));
  page.lead("kvplan " + std::string(version) + "; --format json has every number as bytes.");
  return std::move(page).text();
}

std::string render_picture(const Report& report) {
  const LayoutPlan& plan = shown_layout(report);
  return "<style>" + std::string(palette_css) + "</style><div style=\"max-width:44rem\"><strong>" +
         xml_escaped(verdict(report)) + "</strong><br>" + xml_escaped(subject(report)) +
         memory_picture(plan.ledgers, "kvplan-memory") + "</div>";
}

std::string render_markdown(const CapacityReport& capacity) {
  std::string out = render_markdown(capacity.report);
  MarkdownPage page("How it changes");
  page.heading("Cache tokens against utilization");
  constexpr std::size_t every_0_05 = 10;
  page.table(curve_rows(capacity.tokens_by_utilization, "utilization", every_0_05, 2));
  if (const auto& highest = capacity.highest_utilization_for_services) {
    page.paragraph("The services run short above " + format_fixed(*highest, 3) + ".");
  }
  page.heading("Whole requests against their length");
  constexpr std::size_t every_doubling = 8;
  page.table(curve_rows(capacity.requests_by_length, "tokens", every_doubling, 0));
  page.paragraph("Slots: " + format_count(capacity.most_requests_by_slots) + ".");
  return out + std::move(page).text();
}

}  // namespace kvplan
