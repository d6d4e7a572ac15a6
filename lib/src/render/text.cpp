// The plan for a person with ten seconds: verdict, memory of each box, layouts side by side, the
// recommendation with its reasons, what is assumed, warnings. 80 columns.
#include <algorithm>
#include <array>
#include <cmath>

#include "kvplan/render.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

using namespace render;

constexpr std::size_t columns = 80;
constexpr std::size_t bar_width = 60;

struct Style {
  const char* on;
  const char* off = "\033[0m";
};
constexpr Style bold{"\033[1m"};
constexpr Style good{"\033[1;32m"};
constexpr Style bad{"\033[1;31m"};
constexpr Style dim{"\033[2m"};

class TextReport {
 public:
  TextReport(const Report& report, bool colour) : report_(report), colour_(colour) {}

  std::string text() && {
    head();
    boxes();
    layouts();
    recommendation();
    list("Assumed", assumptions(report_));
    std::vector<std::string> warnings;
    for (const Warning& warning : report_.warnings) warnings.push_back(warning.text);
    list("Warnings", warnings);
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }

  [[nodiscard]] std::string styled(const std::string& text, Style style) const {
    return colour_ ? style.on + text + style.off : text;
  }

  /// Words broken at 80 columns; further lines start under the text, not under its bullet.
  void wrapped(const std::string& bullet, const std::string& text) {
    const std::string indent(bullet.size(), ' ');
    std::string current = bullet;
    bool empty = true;
    std::size_t width = bullet.size();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t space = std::min(text.find(' ', at), text.size());
      const std::string word = text.substr(at, space - at);
      const std::size_t letters = display_width(word);
      if (!empty && width + 1 + letters > columns) {
        line(current);
        current = indent;
        width = indent.size();
        empty = true;
      }
      current += (empty ? "" : " ") + word;
      width += letters + (empty ? 0 : 1);
      empty = false;
      at = space + 1;
    }
    line(current);
  }

  /// Characters, not bytes, of UTF-8 text.
  static std::size_t display_width(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
  }

  void head() {
    const Recommendation& result = report_.recommendation;
    line(styled(verdict(report_), result.need_met ? good : bad));
    wrapped("  ", subject(report_));
    const LayoutPlan& plan = shown_layout(report_);
    if (!plan.fits) return;
    const CopyPlan& copy = plan.copies.front();
    if (copy.capacity.tokens) {
      wrapped("  ", "each copy: " + format_count(copy.capacity.tokens->count()) + " tokens, " +
                        format_fixed(copy.capacity.max_concurrency, 2) +
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
    line("");
    line(styled(names, bold) + ": " + format_gib(ledger.total) + ", utilization " +
         format_fixed(share, 2));
    line("  [" + bar(ledger) + "]");
    std::size_t device = 0;
    for (const LedgerRow& row : ledger.rows) {
      const std::string amount = format_fixed(gib(row.bytes.likely), 2);
      const std::string pad(amount.size() < 8 ? 8 - amount.size() : 0, ' ');
      std::string text =
          "  " + std::string(1, letter(row.kind, device)) + pad + amount + " GiB  " + row.label;
      if (row.bytes.low != row.bytes.high) {
        text += styled(" (" + format_fixed(gib(row.bytes.low), 2) + " to " +
                           format_fixed(gib(row.bytes.high), 2) + ")",
                       dim);
      }
      line(text);
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

  /// Layouts beyond 80 columns are left to the other formats; the recommended one always shows.
  [[nodiscard]] std::vector<std::size_t> visible_columns(
      const std::vector<std::size_t>& widths) const {
    std::size_t used = 2 + widths.front();
    const std::size_t must = report_.recommendation.layout.value_or(0) + 1;
    std::vector<std::size_t> visible{0};
    for (std::size_t i = 1; i < widths.size(); ++i) {
      const std::size_t reserved = i < must ? widths[must] + 2 : 0;
      if (i != must && used + 2 + widths[i] + reserved > columns) continue;
      used += 2 + widths[i];
      visible.push_back(i);
    }
    return visible;
  }

  void layouts() {
    const Rows rows = layout_rows(report_);
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], display_width(row[i]));
      }
    }
    const auto visible = visible_columns(widths);
    line("");
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::string text = "  ";
      for (const std::size_t i : visible) {
        const std::string& cell = rows[r][i];
        const std::string pad(widths[i] - display_width(cell), ' ');
        text += (i == 0 ? cell + pad : "  " + pad + cell);
      }
      line(r == 0 ? styled(text, bold) : text);
    }
    if (visible.size() < widths.size()) line("  (further layouts: --format json)");
  }

  void recommendation() {
    const Recommendation& result = report_.recommendation;
    line("");
    line(styled("Why", bold));
    for (const Reason& reason : result.reasons) wrapped("  - ", reason.text);
    if (!result.changes.empty()) {
      line("");
      line(styled("What would make it fit (one of)", bold));
      for (const Change& change : result.changes) {
        wrapped("  " + change.flag + "  ", "gives up: " + change.gives_up);
      }
    }
    if (!result.flips.empty()) {
      line("");
      line(styled("What would change the answer", bold));
      for (const Flip& flip : result.flips) wrapped("  - ", flip_text(flip));
    }
    if (!result.actions.empty()) {
      line("");
      line(styled("Do", bold));
      int number = 0;
      for (const Action& action : result.actions) {
        wrapped("  " + std::to_string(++number) + ". ", action.text);
      }
    }
  }

  void list(const std::string& title, const std::vector<std::string>& items) {
    if (items.empty()) return;
    line("");
    line(styled(title, bold));
    for (const std::string& item : items) wrapped("  - ", item);
  }

  const Report& report_;
  bool colour_;
  std::string out_;
};

}  // namespace

std::string render_text(const Report& report, bool colour) {
  return TextReport(report, colour).text();
}

}  // namespace kvplan
