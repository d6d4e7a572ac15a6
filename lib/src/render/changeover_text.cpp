// A changeover for a terminal: the times first, then the steps and what must be true before each.
#include <algorithm>

#include "kvplan/changeover.hpp"
#include "render/changeover_words.hpp"
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

void steps(const Changeover& change, TextPage& page) {
  page.heading("Steps");
  int number = 0;
  for (const ChangeoverStep& step : change.steps) {
    std::string text = step.text + where(step);
    if (step.end.high > step.start.high) {
      text += ": " + duration({step.end.low - step.start.low, step.end.high - step.start.high});
    }
    page.wrapped("  " + std::to_string(++number) + ". ", text);
    for (const std::string& first : step.requires_first) page.wrapped("     before: ", first);
  }
}

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

}  // namespace
}  // namespace render

std::string render_text(const Changeover& change, bool colour) {
  using namespace render;
  TextPage page(colour);
  const bool away = change.without.high > 0;
  page.line(page.styled(change.from + " → " + change.to, Style::bold));
  page.line("  without the model: " +
            page.styled(duration(change.without), away ? Style::bad : Style::good));
  page.line("  then refused by the proxy: " + duration(change.tail));
  page.line("  with a part of the copies: " + duration(change.with_part));
  page.line("  all in all: " + duration(change.total));
  page.line();
  page.table(phase_rows(change));
  steps(change, page);
  std::vector<std::string> avoidable;
  for (const Avoidable& item : change.avoidable) {
    avoidable.push_back(item.text + ": saves " + duration(item.saves));
  }
  page.list("What would have avoided some of it", avoidable);
  page.list("Going back", change.going_back);
  return std::move(page).text();
}

}  // namespace kvplan
