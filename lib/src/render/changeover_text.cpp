// A changeover for a terminal, as Markdown and HTML: the times first, then the steps and what must
// be true before each.
#include <algorithm>

#include "kvplan/changeover.hpp"
#include "render/changeover_picture.hpp"
#include "render/changeover_words.hpp"
#include "render/html/page.hpp"
#include "render/markdown_page.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace render {
namespace {

/// Below two minutes in seconds; else in minutes, with a decimal where it says more.
std::string in_minutes(std::int64_t seconds) {
  const double minutes = static_cast<double>(seconds) / 60;
  return format_fixed(minutes, seconds % 60 == 0 || seconds >= 600 ? 0 : 1);
}

}  // namespace

std::string duration(const SecondsBand& band) {
  constexpr std::int64_t in_seconds = 120;
  const bool seconds = band.high < in_seconds;
  const auto text = [&](std::int64_t value) {
    return seconds ? std::to_string(value) : in_minutes(value);
  };
  const std::string low = text(band.low);
  const std::string high = text(band.high);
  return (low == high ? low : low + " to " + high) + (seconds ? " s" : " min");
}

std::string phase_words(const ChangeoverPhase& phase) {
  if (phase.refused) return "refused by the proxy";
  if (phase.serving == 0) return "no copy";
  return std::to_string(phase.serving) + " of " + std::to_string(phase.of) +
         (phase.of == 1 ? " copy" : " copies");
}

namespace {

std::string where(const ChangeoverStep& step) {
  std::string text;
  for (const std::string& box : step.boxes) text += (text.empty() ? "" : ", ") + box;
  return text.empty() ? "" : " [" + text + "]";
}

std::string step_text(const ChangeoverStep& step) {
  std::string text = step.text + where(step);
  if (step.end.high > step.start.high) {
    text += ": " + duration({step.end.low - step.start.low, step.end.high - step.start.high});
  }
  return text;
}

void steps(const Changeover& change, TextPage& page) {
  page.heading("Steps");
  int number = 0;
  for (const ChangeoverStep& step : change.steps) {
    page.wrapped("  " + std::to_string(++number) + ". ", step_text(step));
    for (const std::string& first : step.requires_first) page.wrapped("     before: ", first);
  }
}

}  // namespace

Rows phase_rows(const Changeover& change) {
  Rows rows{{"minute, at the slowest", "serving", "held", "waiting then"}};
  for (const ChangeoverPhase& phase : change.phases) {
    rows.push_back({format_fixed(static_cast<double>(phase.from_seconds) / 60, 1) + " to " +
                        format_fixed(static_cast<double>(phase.to_seconds) / 60, 1),
                    phase_words(phase), format_count(phase.refused ? 0 : phase.requests_held),
                    phase.waiting ? format_count(*phase.waiting) : "-"});
  }
  return rows;
}

std::vector<std::string> time_lines(const Changeover& change) {
  return {"without the model: " + duration(change.without),
          "then refused by the proxy: " + duration(change.tail),
          "with a part of the copies: " + duration(change.with_part),
          "all in all: " + duration(change.total)};
}

std::vector<std::string> step_lines(const Changeover& change) {
  std::vector<std::string> lines;
  for (const ChangeoverStep& step : change.steps) {
    std::string line = step_text(step);
    for (const std::string& first : step.requires_first) line += "; before: " + first;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> avoidable_lines(const Changeover& change) {
  std::vector<std::string> lines;
  for (const Avoidable& item : change.avoidable) {
    lines.push_back(item.text + ": saves " + duration(item.saves));
  }
  return lines;
}

namespace {

/// The page under its title, in either language.
template <class Page>
void fill(Page& page, const Changeover& change) {
  page.list("Times", time_lines(change));
  page.heading("What serves when");
  page.table(phase_rows(change));
  page.list("Steps", step_lines(change), true);
  page.list("What would have avoided some of it", avoidable_lines(change));
  page.list("Going back", change.going_back);
}

std::string title_of(const Changeover& change) { return change.from + " → " + change.to; }

}  // namespace
}  // namespace render

std::string render_text(const Changeover& change, bool colour) {
  using namespace render;
  TextPage page(colour);
  const bool away = change.without.high > 0;
  page.line({{change.from + " → " + change.to, Style::bold}});
  page.line(
      {{"  without the model: "}, {duration(change.without), away ? Style::bad : Style::good}});
  page.line("  then refused by the proxy: " + duration(change.tail));
  page.line("  with a part of the copies: " + duration(change.with_part));
  page.line("  all in all: " + duration(change.total));
  page.line();
  page.table(phase_rows(change));
  steps(change, page);
  page.list("What would have avoided some of it", avoidable_lines(change));
  page.list("Going back", change.going_back);
  return std::move(page).text();
}

std::string render_markdown(const Changeover& change) {
  render::MarkdownPage page(render::title_of(change));
  render::fill(page, change);
  return std::move(page).text();
}

std::string render_html(const Changeover& change) {
  render::HtmlPage page(render::title_of(change));
  page.title(render::title_of(change));
  page.picture(render::changeover_picture(change, "changeover"),
               "Boxes, proxy and model over the minutes, at the slow end of every step.");
  render::fill(page, change);
  return std::move(page).text();
}

}  // namespace kvplan
