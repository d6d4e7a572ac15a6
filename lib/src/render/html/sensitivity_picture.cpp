#include "render/html/sensitivity_picture.hpp"

#include <algorithm>
#include <iterator>

#include "render/escape.hpp"
#include "render/words.hpp"

namespace kvplan::render {
namespace {

constexpr double width = 680;
constexpr double left = 190;
constexpr double right = 20;
constexpr double top = 44;
constexpr double lane = 44;
constexpr double bar = 16;

constexpr std::string_view css =
    ".tornado text{fill:var(--text);font:12px system-ui,sans-serif}"
    ".tornado .dim{fill:var(--dim)}.tornado .known{fill:var(--weights)}"
    ".tornado .unknown{fill:var(--service)}"
    ".tornado .now{stroke:var(--text);stroke-dasharray:2 3}";

std::string coordinate(double value) { return format_fixed(value, 1); }

std::string words(double x, double y, const char* attributes, const std::string& text) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" " + attributes + ">" +
         xml_escaped(text) + "</text>\n";
}

std::string sentence(const Sensitivity& row) {
  return row.input + " " + input_text(row.input, row.low) + " to " +
         input_text(row.input, row.high) + ": " + format_count(row.tokens_low.count()) + " to " +
         format_count(row.tokens_high.count()) + " tokens";
}

class Picture {
 public:
  Picture(std::span<const Sensitivity> rows, Tokens now) : rows_(rows), now_(now) {
    low_ = high_ = static_cast<double>(now.count());
    for (const Sensitivity& row : rows) {
      low_ = std::min(low_, static_cast<double>(row.tokens_low.count()));
      high_ = std::max(high_, static_cast<double>(row.tokens_high.count()));
    }
    const double air = (high_ - low_) * 0.08;
    low_ = std::max(0.0, low_ - air);
    high_ += air;
  }

  std::string drawn(const std::string& id) {
    const std::string safe = xml_escaped(id);
    const double height = top + lane * static_cast<double>(rows_.size()) + 30;
    std::string svg =
        "<svg class=\"tornado\" viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) +
        "\" role=\"img\" aria-labelledby=\"" + safe + "-t " + safe + "-d\"><title id=\"" + safe +
        "-t\">What moves the answer most</title><desc id=\"" + safe + "-d\">" +
        xml_escaped(described()) + "</desc>\n<style>" + std::string(css) + "</style>\n";
    const double now = x(static_cast<double>(now_.count()));
    svg += "<line class=\"now\" x1=\"" + coordinate(now) + "\" x2=\"" + coordinate(now) +
           "\" y1=\"" + coordinate(top - 8) + "\" y2=\"" + coordinate(height - 26) + "\"/>\n";
    svg += words(now, top - 14, "text-anchor=\"middle\"",
                 "now " + format_short(now_.count()) + " tokens");
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      svg += row(rows_[i], top + lane * static_cast<double>(i));
    }
    return svg + legend(height - 14) + "</svg>\n";
  }

 private:
  [[nodiscard]] double x(double tokens) const {
    return left + (tokens - low_) / (high_ - low_) * (width - left - right);
  }

  [[nodiscard]] std::string described() const {
    std::string text = "Tokens of cache over all copies, now " + format_count(now_.count()) + ".";
    for (const Sensitivity& row : rows_) text += " " + sentence(row) + ".";
    return text;
  }

  [[nodiscard]] std::string row(const Sensitivity& row, double y) const {
    const double from = x(static_cast<double>(row.tokens_low.count()));
    const double to = x(static_cast<double>(row.tokens_high.count()));
    std::string svg = words(left - 12, y + 13, "text-anchor=\"end\"", row.input);
    svg += words(left - 12, y + 28, "text-anchor=\"end\" class=\"dim\"",
                 input_text(row.input, row.low) + " → " + input_text(row.input, row.high));
    svg += "<rect x=\"" + coordinate(from) + "\" y=\"" + coordinate(y) + "\" width=\"" +
           coordinate(std::max(1.5, to - from)) + "\" height=\"" + coordinate(bar) + "\" class=\"" +
           (row.uncertain ? "unknown" : "known") + "\"><title>" + xml_escaped(sentence(row)) +
           "</title></rect>\n";
    // Each end's tokens under its end; together where the bar is short.
    constexpr double apart = 90;
    const std::string low = format_short(row.tokens_low.count());
    const std::string high = format_short(row.tokens_high.count());
    if (to - from < apart) {
      const double middle = std::clamp((from + to) / 2, left + 50, width - right - 50);
      return svg +
             words(middle, y + 29, "text-anchor=\"middle\" class=\"dim\"", low + " → " + high);
    }
    return svg + words(from, y + 29, "class=\"dim\"", low) +
           words(to, y + 29, "text-anchor=\"end\" class=\"dim\"", high);
  }

  [[nodiscard]] std::string legend(double y) const {
    std::string svg;
    double at = left;
    for (const bool uncertain : {false, true}) {
      if (std::ranges::count(rows_, uncertain, &Sensitivity::uncertain) == 0) continue;
      const std::string text =
          uncertain ? "the band of a figure that is not known exactly" : "a step that one can take";
      svg += "<rect x=\"" + coordinate(at) + "\" y=\"" + coordinate(y - 10) +
             "\" width=\"12\" height=\"12\" class=\"" + (uncertain ? "unknown" : "known") + "\"/>";
      svg += words(at + 18, y, "", text);
      constexpr double letter = 6.4;  // about the width of one at 12 px
      at += 40 + letter * static_cast<double>(text.size());
    }
    return svg;
  }

  std::span<const Sensitivity> rows_;
  Tokens now_;
  double low_ = 0;
  double high_ = 0;
};

}  // namespace

std::vector<Sensitivity> that_move(std::span<const Sensitivity> rows) {
  std::vector<Sensitivity> moving;
  std::ranges::copy_if(rows, std::back_inserter(moving),
                       [](const Sensitivity& row) { return row.tokens_low != row.tokens_high; });
  return moving;
}

std::string sensitivity_picture(std::span<const Sensitivity> rows, Tokens now,
                                const std::string& id) {
  const std::vector<Sensitivity> moving = that_move(rows);
  return moving.empty() ? "" : Picture(moving, now).drawn(id);
}

}  // namespace kvplan::render
