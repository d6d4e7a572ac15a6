// The plan for a person with ten seconds: verdict, memory of each box, layouts side by side, the
// recommendation with its reasons, what is assumed, warnings. 80 columns.
#include <algorithm>
#include <array>
#include <cmath>

#include "kvplan/render.hpp"
#include "render/text_page.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

constexpr std::size_t bar_width = 60;

class TextReport {
 public:
  TextReport(const Report& report, bool colour) : report_(report), page_(colour) {}

  std::string text() && {
    head();
    boxes();
    layouts();
    page_.list("Beside it", beside_lines(report_));
    recommendation();
    page_.list("Start-up", startup_lines(report_));
    page_.list("Assumed", assumptions(report_));
    std::vector<std::string> warnings;
    for (const Warning& warning : report_.warnings) warnings.push_back(warning.text);
    page_.list("Warnings", warnings);
    return std::move(page_).text();
  }

 private:
  void head() {
    const Recommendation& result = report_.recommendation;
    page_.line({{verdict(report_), result.need_met ? Style::good : Style::bad}});
    page_.wrapped("  ", subject(report_));
    const LayoutPlan& plan = shown_layout(report_);
    if (!plan.fits) return;
    const CopyPlan& copy = plan.copies.front();
    if (copy.capacity.tokens) {
      page_.wrapped("  ", "each copy: " + format_count(copy.capacity.tokens->count()) +
                              " tokens, " + format_fixed(copy.capacity.max_concurrency, 2) +
                              " requests of full context");
    }
  }

  static char letter(RowKind kind, std::size_t index) {
    constexpr std::array<char, 3> device{'W', 'E', 'C'};
    switch (kind) {
      case RowKind::device:
        return device[std::min<std::size_t>(index, 2)];
      case RowKind::system:
        return 's';
      case RowKind::host:
        return 'h';
      case RowKind::reclaimable:
        return 'r';
      case RowKind::service:
        return 'v';
      case RowKind::free:
        return '.';
    }
    return '?';
  }

  static std::string bar(const Ledger& ledger) {
    std::string bar;
    std::size_t device = 0;
    double used = 0;
    for (const LedgerRow& row : ledger.rows) {
      used += static_cast<double>(std::max(row.bytes.likely, Bytes{0}).count());
      const double end = used / static_cast<double>(ledger.total.count());
      const auto until = static_cast<std::size_t>(
          std::lround(std::min(1.0, end) * static_cast<double>(bar_width)));
      const char c = letter(row.kind, device);
      if (row.kind == RowKind::device) ++device;
      if (until > bar.size()) bar.append(until - bar.size(), c);
    }
    bar.resize(bar_width, '.');
    return bar;
  }

  void ledger(const Ledger& ledger, const std::string& names, double share) {
    page_.line();
    page_.line({{names, Style::bold},
                {": " + format_gib(ledger.total) + ", utilization " + format_fixed(share, 2)}});
    page_.line("  [" + bar(ledger) + "]");
    std::size_t device = 0;
    for (const LedgerRow& row : ledger.rows) {
      const std::string amount = format_fixed(gib(row.bytes.likely), 2);
      const std::string pad(amount.size() < 8 ? 8 - amount.size() : 0, ' ');
      std::vector<Span> line{
          {"  " + std::string(1, letter(row.kind, device)) + pad + amount + " GiB  " + row.label}};
      if (row.bytes.low != row.bytes.high) {
        line.push_back({" (" + format_fixed(gib(row.bytes.low), 2) + " to " +
                            format_fixed(gib(row.bytes.high), 2) + ")",
                        Style::dim});
      }
      page_.line(line);
      if (row.kind == RowKind::device) ++device;
    }
  }

  static bool alike(const Ledger& a, const Ledger& b) {
    return a.total == b.total && a.shortfall == b.shortfall &&
           std::ranges::equal(a.rows, b.rows, [](const LedgerRow& x, const LedgerRow& y) {
             return x.label == y.label && x.bytes == y.bytes;
           });
  }

  /// Boxes with the same ledger and share are shown once.
  void boxes() {
    const LayoutPlan& plan = shown_layout(report_);
    const auto& shares = report_.request.utilization;
    std::vector<bool> shown(plan.ledgers.size());
    for (std::size_t i = 0; i < plan.ledgers.size(); ++i) {
      if (shown[i]) continue;
      std::string names = plan.ledgers[i].box;
      for (std::size_t j = i + 1; j < plan.ledgers.size(); ++j) {
        if (shown[j] || shares[j] != shares[i] || !alike(plan.ledgers[i], plan.ledgers[j])) {
          continue;
        }
        shown[j] = true;
        names += ", " + plan.ledgers[j].box;
      }
      ledger(plan.ledgers[i], names, shares[i]);
    }
  }

  /// The recommended layout always shows.
  void layouts() {
    page_.line();
    if (!page_.table(layout_rows(report_), report_.recommendation.layout.value_or(0) + 1)) {
      page_.line("  (further layouts: --format json)");
    }
  }

  void recommendation() {
    const Recommendation& result = report_.recommendation;
    page_.heading("Why");
    for (const Reason& reason : result.reasons) page_.wrapped("  - ", reason.text);
    if (!result.changes.empty()) {
      page_.heading("What would make it fit (one of)");
      for (const Change& change : result.changes) {
        page_.wrapped("  " + change.flag + "  ", "gives up: " + change.gives_up);
      }
    }
    if (!result.flips.empty()) {
      page_.heading("What would change the answer");
      for (const Flip& flip : result.flips) page_.wrapped("  - ", flip_text(flip));
    }
    page_.list("What moves it most", movers(report_));
    if (!result.actions.empty()) {
      page_.heading("Do");
      int number = 0;
      for (const Action& action : result.actions) {
        page_.wrapped("  " + std::to_string(++number) + ". ", action.text);
      }
    }
  }

  const Report& report_;
  TextPage page_;
};

}  // namespace

std::string render_text(const Report& report, bool colour) {
  return TextReport(report, colour).text();
}

}  // namespace kvplan
