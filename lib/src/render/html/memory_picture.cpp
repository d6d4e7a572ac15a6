#include "render/html/memory_picture.hpp"

#include <algorithm>
#include <array>

#include "render/escape.hpp"

namespace kvplan::render {
namespace {

constexpr double width = 680;
constexpr double bar_height = 46;
constexpr double box_height = 92;
constexpr double legend_line = 20;

std::string coordinate(double value) { return format_fixed(value, 1); }

/// The palette's name for a row: the three device rows differ.
std::string colour_of(const LedgerRow& row, std::size_t device) {
  constexpr std::array parts{"weights", "other", "cache"};
  if (row.kind == RowKind::device) return parts[std::min<std::size_t>(device, 2)];
  return std::string(name(row.kind));
}

std::string words_of(const LedgerRow& row) {
  std::string text = row.label + ", " + format_gib(row.bytes.likely);
  if (row.bytes.low != row.bytes.high) {
    text += " (" + format_gib(row.bytes.low) + " to " + format_gib(row.bytes.high) + ")";
  }
  return text;
}

class Picture {
 public:
  explicit Picture(std::span<const Ledger> ledgers) : ledgers_(ledgers) {}

  std::string drawn(const std::string& id) {
    for (std::size_t i = 0; i < ledgers_.size(); ++i) {
      bar(ledgers_[i], static_cast<double>(i) * box_height);
    }
    out_ += bands_;  // over the parts, whose neighbours they reach into
    const double bars = static_cast<double>(ledgers_.size()) * box_height;
    legend(bars + 6);
    const double height = bars + 12 + legend_line * static_cast<double>(legend_.size());
    const std::string safe = xml_escaped(id);
    return "<svg class=\"memory\" viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) +
           "\" role=\"img\" aria-labelledby=\"" + safe + "-t " + safe + "-d\"><title id=\"" + safe +
           "-t\">Memory of each box</title><desc id=\"" + safe + "-d\">" +
           xml_escaped(described()) +
           "</desc>\n<style>.memory text{fill:var(--text);font:13px system-ui,sans-serif}"
           ".memory .band{fill:none;stroke:var(--text);stroke-width:1.4}</style>\n" +
           out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string described() const {
    std::string text;
    for (const Ledger& ledger : ledgers_) {
      text += (text.empty() ? "" : "; ") + ledger.box + " of " + format_gib(ledger.total) + ":";
      for (const LedgerRow& row : ledger.rows) text += " " + words_of(row) + ".";
    }
    return text;
  }

  void bar(const Ledger& ledger, double top) {
    const auto total = static_cast<double>(ledger.total.count());
    out_ += "<text x=\"0\" y=\"" + coordinate(top + 16) + "\">" + xml_escaped(ledger.box) + ", " +
            format_gib(ledger.total) + "</text>\n";
    double used = 0;
    std::size_t device = 0;
    for (const LedgerRow& row : ledger.rows) {
      const auto bytes = static_cast<double>(std::max(row.bytes.likely, Bytes{0}).count());
      const double from = std::min(width, used / total * width);
      const double to = std::min(width, (used + bytes) / total * width);
      used += bytes;
      const std::string colour = colour_of(row, device);
      if (row.kind == RowKind::device) ++device;
      if (to - from < 0.2) continue;
      out_ += "<rect x=\"" + coordinate(from) + "\" y=\"" + coordinate(top + 24) + "\" width=\"" +
              coordinate(to - from) + "\" height=\"" + coordinate(bar_height) +
              "\" style=\"fill:var(--" + colour + ")\"><title>" + xml_escaped(words_of(row)) +
              "</title></rect>\n";
      if (row.bytes.low != row.bytes.high && row.kind != RowKind::free) {
        whisker(row, used - bytes, total, top);
      }
      remember(colour, row);
    }
  }

  /// A row of the legend: what it is and how much, where all boxes have the same.
  void remember(const std::string& colour, const LedgerRow& row) {
    const auto same = std::ranges::find(legend_, row.label, &Entry::label);
    if (same == legend_.end()) {
      legend_.push_back({colour, row.label, words_of(row)});
    } else if (same->words != words_of(row)) {
      same->words = row.label;
    }
  }

  /// From the low to the high end of a row that is not known exactly.
  void whisker(const LedgerRow& row, double before, double total, double top) {
    const auto at = [&](Bytes end) {
      const double x =
          (before + static_cast<double>(std::max(end, Bytes{0}).count())) / total * width;
      return coordinate(std::clamp(x, 0.0, width - 1));
    };
    const std::string y = coordinate(top + 24 + bar_height / 2);
    bands_ += "<path class=\"band\" d=\"M" + at(row.bytes.low) + " " + y + "H" +
              at(row.bytes.high) + "m0 -5v10M" + at(row.bytes.low) + " " + y + "m0 -5v10\"/>\n";
  }

  void legend(double top) {
    for (std::size_t i = 0; i < legend_.size(); ++i) {
      const double y = top + legend_line * static_cast<double>(i);
      out_ += "<rect x=\"0\" y=\"" + coordinate(y) +
              "\" width=\"14\" height=\"14\" style=\"fill:var(--" + legend_[i].colour +
              ")\"/><text x=\"20\" y=\"" + coordinate(y + 12) + "\">" +
              xml_escaped(legend_[i].words) + "</text>\n";
    }
  }

  std::span<const Ledger> ledgers_;
  std::string out_;
  std::string bands_;
  struct Entry {
    std::string colour;
    std::string label;
    std::string words;
  };
  std::vector<Entry> legend_;
};

}  // namespace

std::string memory_picture(std::span<const Ledger> ledgers, const std::string& id) {
  return Picture(ledgers).drawn(id);
}

}  // namespace kvplan::render
