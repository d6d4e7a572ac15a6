// A traffic report for a terminal, as Markdown, HTML and CSV.
#include "kvplan/traffic.hpp"
#include "render/escape.hpp"
#include "render/html/page.hpp"
#include "render/markdown_page.hpp"
#include "render/text_page.hpp"
#include "render/traffic_charts.hpp"
#include "render/traffic_words.hpp"

namespace kvplan {
namespace {

using namespace render;

void add_class(TextPage& page, const TrafficClass& traffic) {
  page.heading(traffic.name);
  if (traffic.levels.empty()) return;
  page.wrapped("  ", cap_sentence(traffic));
  if (const std::string change = change_sentence(traffic); !change.empty()) {
    page.wrapped("  ", change);
  }
  page.line();
  page.table(level_rows(traffic));
  page.line();
  for (const std::string& line : bars(traffic)) page.line(line);
  page.line();
  for (const std::string& line : curve_sentences(traffic)) page.wrapped("  ", line);
  if (const std::string next = next_sentence(traffic); !next.empty()) page.wrapped("  ", next);
  for (const std::string& note : traffic.notes) page.wrapped("  - ", note);
}

}  // namespace

std::string render_text(const TrafficReport& report, bool colour) {
  TextPage page(colour);
  if (report.classes.size() > 1) page.table(cap_rows(report));
  for (const TrafficClass& traffic : report.classes) add_class(page, traffic);
  page.list("About the files", report.notes);
  return std::move(page).text();
}

namespace {

/// What there is to say of a class under its heading, in either language.
template <class Page>
void fill(Page& page, const TrafficClass& traffic) {
  if (traffic.levels.empty()) return;
  page.paragraph(cap_sentence(traffic));
  if (const std::string change = change_sentence(traffic); !change.empty()) page.paragraph(change);
  page.table(level_rows(traffic));
  std::vector<std::string> items = curve_sentences(traffic);
  if (const std::string next = next_sentence(traffic); !next.empty()) items.push_back(next);
  items.insert(items.end(), traffic.notes.begin(), traffic.notes.end());
  page.list(traffic.name + ": what the data says", items);
}

constexpr const char* title = "Requests in flight per copy";

}  // namespace

std::string render_markdown(const TrafficReport& report) {
  MarkdownPage page(title);
  for (const TrafficClass& traffic : report.classes) {
    page.heading(traffic.name);
    fill(page, traffic);
  }
  page.list("About the files", report.notes);
  return std::move(page).text();
}

std::string render_html(const TrafficReport& report) {
  HtmlPage page(title);
  page.title(title);
  if (report.classes.size() > 1) page.table(cap_rows(report));
  const std::vector<Chart> charts = traffic_charts(report);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const TrafficClass& traffic = report.classes[i];
    page.heading(traffic.name);
    page.picture(svg_chart(charts[i], "traffic-" + std::to_string(i)), traffic_caption(traffic));
    fill(page, traffic);
  }
  page.list("About the files", report.notes);
  return std::move(page).text();
}

std::string render_csv(const TrafficReport& report) {
  std::string out = "class,concurrency,output_tok_s,req_s,lowest,highest,repetitions,cap\n";
  constexpr int decimals = 4;
  const auto number = [](double value) { return format_fixed(value, decimals); };
  for (const TrafficClass& traffic : report.classes) {
    const std::string cap = traffic.cap.value ? number(*traffic.cap.value) : "";
    for (const TrafficLevel& level : traffic.levels) {
      const std::string rate = number(level.throughput);
      const std::string requests = level.req_s ? number(*level.req_s) : "";
      out += csv_cell(traffic.name) + "," + number(level.concurrency) + "," +
             (traffic.tokens ? rate + "," + requests : "," + rate) + "," + number(level.lowest) +
             "," + number(level.highest) + "," + std::to_string(level.repetitions) + "," + cap +
             "\n";
    }
  }
  return out;
}

}  // namespace kvplan
