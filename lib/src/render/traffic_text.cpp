// A traffic report for a terminal and as Markdown.
#include "kvplan/traffic.hpp"
#include "render/markdown_page.hpp"
#include "render/text_page.hpp"
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

std::string render_markdown(const TrafficReport& report) {
  MarkdownPage page("Requests in flight per copy");
  for (const TrafficClass& traffic : report.classes) {
    page.heading(traffic.name);
    if (traffic.levels.empty()) continue;
    page.paragraph(cap_sentence(traffic));
    if (const std::string change = change_sentence(traffic); !change.empty()) {
      page.paragraph(change);
    }
    page.table(level_rows(traffic));
    std::vector<std::string> items = curve_sentences(traffic);
    if (const std::string next = next_sentence(traffic); !next.empty()) items.push_back(next);
    items.insert(items.end(), traffic.notes.begin(), traffic.notes.end());
    page.list(traffic.name + ": what the data says", items);
  }
  page.list("About the files", report.notes);
  return std::move(page).text();
}

}  // namespace kvplan
