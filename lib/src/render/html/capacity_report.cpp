// The capacity report as HTML and as Markdown.
#include "kvplan/capacity_report.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/render.hpp"
#include "kvplan/version.hpp"
#include "render/changeover_picture.hpp"
#include "render/changeover_words.hpp"
#include "render/escape.hpp"
#include "render/html/memory_picture.hpp"
#include "render/html/page.hpp"
#include "render/html/report_charts.hpp"
#include "render/html/sensitivity_picture.hpp"
#include "render/markdown_page.hpp"
#include "render/palette.hpp"
#include "render/svg_chart.hpp"
#include "render/traffic_charts.hpp"
#include "render/traffic_words.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

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

/// What 0.01 of the first box's memory is.
Bytes share_of_box(const Report& report) {
  constexpr std::int64_t hundred = 100;
  return Bytes{report.request.boxes.front().total.count() / hundred};
}

/// "one box holds the need".
std::string decided_by(const Report& report) {
  std::string words = report.recommendation.decided_by;
  std::ranges::replace(words, '_', ' ');
  return words;
}

/// The row of layout_rows() that the decision was read from; 0: none of them.
std::size_t deciding_row(const Report& report, const Rows& rows) {
  const Need& need = report.request.need;
  const bool by_services = !report.recommendation.layout || !shown_layout(report).services_fit;
  const std::string label = !report.recommendation.layout ? "fits"
                            : by_services                 ? ""
                            : need.mix                    ? "my requests at once"
                            : need.tokens                 ? "cache tokens"
                            : need.longest                ? "largest request, tokens"
                                                          : "full-context requests";
  const auto row = std::ranges::find(rows, label, [](const auto& cells) { return cells.front(); });
  return row == rows.end() || label.empty() ? 0 : static_cast<std::size_t>(row - rows.begin());
}

Rows sensitivity_rows(const Report& report) {
  Rows rows{{"input", "from", "to", "tokens", "requests", "what it is"}};
  for (const Sensitivity& row : that_move(report.recommendation.sensitivities)) {
    rows.push_back(
        {row.input, input_text(row.input, row.low), input_text(row.input, row.high),
         format_short(row.tokens_low.count()) + " to " + format_short(row.tokens_high.count()),
         format_count(row.requests_low) + " to " + format_count(row.requests_high),
         (row.uncertain ? "not known exactly: " : "") + row.source});
  }
  return rows;
}

/// What to measure to be surer; "" where all is known.
std::string measure_next(const Report& report) {
  const auto& measure = report.recommendation.certainty.measure;
  if (!report.recommendation.layout || !measure) return "";
  return "To be surer, measure " + measure->input + ": " + measure->how + ".";
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

void add_layouts(HtmlPage& page, const Report& report) {
  Rows rows = layout_rows(report);
  const std::size_t decides = deciding_row(report, rows);
  if (decides > 0) rows[decides].front() += " ◂ decides";
  page.table("The layouts side by side; decided by: " + decided_by(report), rows,
             report.recommendation.layout.value_or(0) + 1, decides);
}

void add_charts(HtmlPage& page, const CapacityReport& capacity) {
  page.heading("How it changes");
  page.picture(
      svg_chart(utilization_chart(capacity), "utilization"),
      "Cache tokens over all copies against the utilization of every box; 0.01 of it are " +
          format_gib(share_of_box(capacity.report)) + ".");
  page.picture(svg_chart(length_chart(capacity), "lengths"),
               "Whole requests at once against their length; a request lies in one copy.");
}

void add_sensitivity(HtmlPage& page, const Report& report) {
  const std::string picture = sensitivity_picture(report.recommendation.sensitivities,
                                                  shown_layout(report).kv_cache_tokens, "moves");
  if (picture.empty()) return;
  page.heading("What moves the answer most");
  page.picture(picture, "Tokens of cache over all copies, one input changed at a time.");
  page.table("One input changed at a time, the widest first", sensitivity_rows(report));
  if (const std::string next = measure_next(report); !next.empty()) page.paragraph(next);
}

void add_traffic(HtmlPage& page, const CapacityReport& capacity) {
  if (!capacity.traffic) return;
  page.heading("Throughput by requests in flight");
  const std::vector<Chart> charts = traffic_charts(*capacity.traffic);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const TrafficClass& traffic = capacity.traffic->classes[i];
    page.picture(svg_chart(charts[i], "traffic-" + std::to_string(i)), traffic_caption(traffic));
    page.list(traffic.notes);
  }
}

void add_changeover(HtmlPage& page, const CapacityReport& capacity) {
  if (!capacity.changeover) return;
  const Changeover& change = *capacity.changeover;
  page.heading("The change from " + change.from + " to " + change.to);
  page.picture(changeover_picture(change, "changeover"),
               "Boxes, proxy and model over the minutes, at the slow end of every step.");
  page.list(time_lines(change));
  page.table("What serves when", phase_rows(change));
  page.list(step_lines(change), true);
}

}  // namespace

std::string render_html(const CapacityReport& capacity) {
  const Report& report = capacity.report;
  const LayoutPlan& plan = shown_layout(report);
  HtmlPage page("Capacity: " + report.request.model->config.name);
  page.verdict(verdict(report), report.recommendation.need_met && plan.services_fit);
  page.lead(subject(report));
  page.figures(cards(report));
  page.heading("Why");
  page.list(reasons_of(report));
  page.list("What to do", actions_of(report), true);
  page.list("What would make it fit (one of)", changes_of(report));
  page.heading("The layouts");
  add_layouts(page, report);
  page.list("What would change the answer", flips_of(report));
  page.heading("Memory of each box");
  page.picture(memory_picture(plan.ledgers, "memory"),
               "Layout " + plan.layout.id() +
                   ". A line with ends is the band of a figure that is not known exactly.");
  add_charts(page, capacity);
  add_sensitivity(page, report);
  add_traffic(page, capacity);
  add_changeover(page, capacity);
  page.heading("Where the numbers come from");
  for (const Ledger& ledger : plan.ledgers) {
    page.table(ledger.box + ", rows that sum to its " + format_gib(ledger.total),
               ledger_rows(ledger));
  }
  page.list("Assumed", assumptions(report));
  page.list("Warnings", warnings_of(report));
  page.lead("kvplan " + std::string(version) + "; --format json has every number as bytes.");
  return std::move(page).text();
}

std::string render_picture(const Report& report) {
  const LayoutPlan& plan = shown_layout(report);
  return "<style>" + std::string(palette_css) + "</style><div style=\"max-width:44rem\"><strong>" +
         xml_escaped(verdict(report)) + "</strong><br>" + xml_escaped(subject(report)) +
         memory_picture(plan.ledgers, "kvplan-memory") + "</div>";
}

namespace {

void add_traffic(MarkdownPage& page, const TrafficReport& report) {
  for (const TrafficClass& traffic : report.classes) {
    page.heading("Throughput by requests in flight: " + traffic.name);
    page.paragraph(cap_sentence(traffic));
    page.table(level_rows(traffic));
  }
}

void add_changeover(MarkdownPage& page, const Changeover& change) {
  page.list("The change from " + change.from + " to " + change.to, time_lines(change));
  page.heading("What serves when");
  page.table(phase_rows(change));
  page.list("Steps of the change", step_lines(change), true);
}

}  // namespace

std::string render_markdown(const CapacityReport& capacity) {
  const Report& report = capacity.report;
  MarkdownPage page("How it changes");
  page.paragraph("Decided by: " + decided_by(report) + ".");
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
  const Rows moves = sensitivity_rows(report);
  if (moves.size() > 1) {
    page.heading("What moves the answer most");
    page.table(moves);
    if (const std::string next = measure_next(report); !next.empty()) page.paragraph(next);
  }
  if (capacity.traffic) add_traffic(page, *capacity.traffic);
  if (capacity.changeover) add_changeover(page, *capacity.changeover);
  return render_markdown(report) + std::move(page).text();
}

}  // namespace kvplan
