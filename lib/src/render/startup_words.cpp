// The start-up in a few lines, for text and Markdown: only where there is something to decide.
#include <algorithm>

#include "render/words.hpp"

namespace kvplan::render {
namespace {

/// Below this a host that shares its memory is near a freeze (vllm.md A.3: 4 to 6 GiB).
constexpr Bytes uneasy = 6_GiB;

bool is_known(const StartUp& start) { return !start.free.source.starts_with("assumed"); }

bool matters(const StartUp& start) {
  const bool refused =
      start.verdict == StartVerdict::may_fail || start.verdict == StartVerdict::fails;
  const bool shared = start.compared == "MemAvailable";
  return refused || start.order.size() > 1 || is_known(start) ||
         (shared && start.tightest().left.likely < uneasy);
}

std::string verdict_text(StartVerdict verdict) {
  switch (verdict) {
    case StartVerdict::passes:
      return "it starts";
    case StartVerdict::may_fail:
      return "it may be refused";
    case StartVerdict::fails:
      return "it is refused";
    case StartVerdict::not_checked:
      return "this release does not check";
  }
  return "?";
}

std::string moment(const std::string& phase) {
  if (phase == "before") return "before the start";
  if (phase == "loading") return "while the weights load";
  if (phase == "profile") return "while it compiles and profiles";
  if (phase == "cache") return "when the cache is allocated";
  return "once it serves";
}

std::string check_line(const StartUp& start, const std::string& names) {
  const std::string role =
      start.role == StartRole::alone ? "" : " (" + std::string(name(start.role)) + ")";
  std::string line = names + role + ": asks for " + format_gib(start.requested) + " of " +
                     start.compared + ", " + band_gib(start.free) + " GiB are free (" +
                     start.free.source + "): " + verdict_text(start.verdict);
  if (start.short_at_low > Bytes{0}) {
    line += "; " + format_gib(start.short_at_low) + " lack at the low end, --util " +
            format_fixed(start.highest_util, 2) + " always starts";
  }
  return line;
}

std::string tightest_line(const StartUp& start) {
  const StartPhase& phase = start.tightest();
  return "least is left " + moment(phase.name) + ": " + band_gib(phase.left) + " GiB" +
         (phase.seconds ? ", for " + minutes(phase.seconds) : "");
}

std::string order_line(const StartUp& start) {
  std::string names;
  for (const std::string& engine : start.order) names += (names.empty() ? "" : ", ") + engine;
  return "one after the other, each when the one before serves: " + names +
         (start.stuck ? "; " + *start.stuck + " is refused, as in any other order" : "");
}

std::string restart_line(const StartUp& start) {
  return "after a stop wait for " + format_gib(start.requested) + " of " + start.compared +
         ": before the old engine gives back, " + format_gib(start.short_after_restart) + " lack";
}

bool alike(const StartUp& a, const StartUp& b) {
  return a.role == b.role && a.requested == b.requested && a.free == b.free && a.order == b.order &&
         a.stuck == b.stuck && a.tightest().left == b.tightest().left;
}

}  // namespace

std::vector<std::string> startup_lines(const Report& report) {
  const LayoutPlan& plan = shown_layout(report);
  if (!plan.fits || std::ranges::none_of(plan.starts, matters)) return {};
  std::vector<std::string> lines;
  std::vector<bool> shown(plan.starts.size());
  for (std::size_t i = 0; i < plan.starts.size(); ++i) {
    const StartUp& start = plan.starts[i];
    if (shown[i]) continue;
    std::string names = start.box;
    for (std::size_t j = i + 1; j < plan.starts.size(); ++j) {
      if (shown[j] || !alike(start, plan.starts[j])) continue;
      shown[j] = true;
      names += ", " + plan.starts[j].box;
    }
    lines.push_back(check_line(start, names));
    lines.push_back(tightest_line(start));
    if (start.order.size() > 1) lines.push_back(order_line(start));
    if (start.short_after_restart > Bytes{0}) lines.push_back(restart_line(start));
  }
  return lines;
}

}  // namespace kvplan::render
