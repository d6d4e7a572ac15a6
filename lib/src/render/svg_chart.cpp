#include "render/svg_chart.hpp"

#include <algorithm>
#include <cmath>

#include "checked.hpp"
#include "kvplan/units.hpp"
#include "render/escape.hpp"
#include "render/palette.hpp"

namespace kvplan::render {
namespace {

constexpr double width = 680;
constexpr double height = 340;
constexpr double left = 72;
constexpr double right = 20;
constexpr double top = 46;
constexpr double bottom = 52;

std::string coordinate(double value) { return format_fixed(value, 1); }

bool is_finite(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && std::isfinite(point.second);
}

/// "512", "4k".
std::string power_text(double value) {
  return value >= 1024 ? format_fixed(value / 1024, 0) + "k" : format_fixed(value, 0);
}

/// A place on an axis, and what stands there.
using Ticks = std::vector<std::pair<double, std::string>>;

/// The powers of two from 2^first on.
Ticks power_ticks(int first, double end) {
  Ticks ticks;
  for (int power = first; std::exp2(power) <= end * 1.0001; ++power) {
    ticks.emplace_back(std::exp2(power), power_text(std::exp2(power)));
  }
  return ticks;
}

/// 1, 2 or 5 times a power of ten, so that about six steps reach the end.
double tick_step(double span) {
  constexpr double steps = 6;
  const double rough = span / steps;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) return factor * power;
  }
  return 10 * power;
}

std::string tick_text(double value, double step) {
  if (step >= 1) {
    const auto whole = nearest(value);
    return whole ? format_short(*whole) : format_fixed(value / 1e18, 0) + "e18";
  }
  const auto decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  return format_fixed(value, std::clamp(decimals, 0, 6));
}

/// Data to picture.
class Frame {
 public:
  explicit Frame(const Chart& chart) : log_(chart.x_log), y_log_(chart.y_log) {
    bool any = false;
    for (const ChartSeries& series : chart.series) {
      for (const auto& point : series.points) {
        if (!is_finite(point)) continue;
        low_ = any ? std::min(low_, point.first) : point.first;
        high_ = any ? std::max(high_, point.first) : point.first;
        y_end_ = std::max(y_end_, point.second);
        any = true;
      }
    }
    for (const ChartMark& mark : chart.y_marks) {
      if (std::isfinite(mark.at)) y_end_ = std::max(y_end_, mark.at);
    }
    if (!log_) low_ = std::min(low_, chart.x_start);
    if (!log_ && chart.x_start > 0) low_ = chart.x_start;
    if (log_ && !(low_ > 0)) low_ = 1;
    if (!(high_ > low_)) high_ = low_ + 1;
    constexpr double air = 1.08;
    y_end_ = y_end_ > 0 ? y_end_ * air : 1;
    if (y_log_) y_end_ = std::exp2(std::max(1.0, std::ceil(std::log2(y_end_))));
  }

  /// Whether a point has a place on the axes.
  [[nodiscard]] bool shows(const std::pair<double, double>& point) const {
    return is_finite(point) && (!y_log_ || point.second >= 1);
  }

  [[nodiscard]] double x(double value) const {
    const double share =
        log_ ? std::log2(value / low_) / std::log2(high_ / low_) : (value - low_) / (high_ - low_);
    return left + share * (width - left - right);
  }
  [[nodiscard]] double y(double value) const {
    const double share =
        y_log_ ? std::log2(std::max(value, 1.0)) / std::log2(y_end_) : value / y_end_;
    return height - bottom - share * (height - top - bottom);
  }
  [[nodiscard]] bool inside(double value) const { return value >= low_ && value <= high_; }

  [[nodiscard]] Ticks x_ticks() const {
    if (log_) return power_ticks(static_cast<int>(std::ceil(std::log2(low_) - 1e-9)), high_);
    Ticks ticks;
    const double step = tick_step(high_ - low_);
    for (double i = std::ceil(low_ / step - 1e-9); i * step <= high_ + step * 1e-9; ++i) {
      ticks.emplace_back(i * step, tick_text(i * step, step));
    }
    return ticks;
  }
  [[nodiscard]] Ticks y_ticks() const {
    if (y_log_) return power_ticks(0, y_end_);
    Ticks ticks;
    const double step = tick_step(y_end_);
    for (double i = 0; i * step <= y_end_; ++i)
      ticks.emplace_back(i * step, tick_text(i * step, step));
    return ticks;
  }

 private:
  bool log_;
  bool y_log_;
  double low_ = 0;
  double high_ = 0;
  double y_end_ = 0;
};

std::string text_at(double x, double y, const std::string& attributes, const std::string& text) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" " + attributes + ">" +
         xml_escaped(text) + "</text>";
}

std::string segment(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return "<line x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" +
         coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\" " + attributes + "/>";
}

std::string axes(const Chart& chart, const Frame& frame) {
  std::string svg;
  const double floor = height - bottom;
  for (const auto& [value, label] : frame.x_ticks()) {
    svg += text_at(frame.x(value), floor + 18, "text-anchor=\"middle\" class=\"tick\"", label);
  }
  for (const auto& [value, label] : frame.y_ticks()) {
    svg += segment(left, frame.y(value), width - right, frame.y(value), "class=\"grid\"");
    svg += text_at(left - 8, frame.y(value) + 4, "text-anchor=\"end\" class=\"tick\"", label);
  }
  svg += segment(left, floor, width - right, floor, "class=\"axis\"");
  svg += text_at((left + width - right) / 2, height - 10, "text-anchor=\"middle\"", chart.x_label);
  svg += text_at(left - 56, top - 12, "", chart.y_label);
  return svg + "\n";
}

/// The corner points of a staircase: a value holds until the next point.
Points staircase(const Points& points) {
  Points corners;
  for (const auto& point : points) {
    if (!corners.empty()) corners.emplace_back(point.first, corners.back().second);
    corners.push_back(point);
  }
  return corners;
}

std::string drawn(const ChartSeries& series, const Frame& frame) {
  const std::string colour = "var(--c" + std::to_string(series.colour % 4) + ")";
  std::string svg;
  if (series.kind == SeriesKind::dots) {
    for (const auto& point : series.points) {
      if (!frame.shows(point)) continue;
      svg += "<circle cx=\"" + coordinate(frame.x(point.first)) + "\" cy=\"" +
             coordinate(frame.y(point.second)) + "\" r=\"4\" style=\"fill:" + colour + "\"/>";
    }
    return svg + "\n";
  }
  const Points points = series.kind == SeriesKind::steps ? staircase(series.points) : series.points;
  std::string path;
  for (const auto& point : points) {
    if (!frame.shows(point)) continue;
    path += (path.empty() ? "" : " ") + coordinate(frame.x(point.first)) + "," +
            coordinate(frame.y(point.second));
  }
  if (path.empty()) return "";
  const std::string dash = series.kind == SeriesKind::dashed ? ";stroke-dasharray:6 4" : "";
  return "<polyline class=\"series\" style=\"stroke:" + colour + dash + "\" points=\"" + path +
         "\"/>\n";
}

/// The vertical lines that the picture shows, from left to right.
std::vector<ChartMark> from_left(std::vector<ChartMark> marks, const Frame& frame) {
  std::erase_if(marks, [&](const ChartMark& mark) {
    return !std::isfinite(mark.at) || !frame.inside(mark.at);
  });
  std::ranges::stable_sort(marks, {}, &ChartMark::at);
  std::vector<ChartMark> apart;  // two on one spot are one line with both labels
  for (ChartMark& mark : marks) {
    if (!apart.empty() && frame.x(mark.at) - frame.x(apart.back().at) < 1) {
      apart.back().label += ", " + mark.label;
    } else {
      apart.push_back(std::move(mark));
    }
  }
  return apart;
}

std::string marks(const Chart& chart, const Frame& frame) {
  std::string svg;
  double line = top + 12;
  const std::vector<ChartMark> lines = from_left(chart.x_marks, frame);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double at = frame.x(lines[i].at);
    constexpr double label = 180;  // about the width of a long one
    constexpr double near = 60;
    const bool crowded = i + 1 < lines.size() && frame.x(lines[i + 1].at) - at < near;
    const bool flip = at > width - label || (crowded && at > left + label);
    svg += segment(at, top, at, height - bottom, "class=\"mark\"");
    svg += text_at(flip ? at - 5 : at + 5, line,
                   flip ? "text-anchor=\"end\" class=\"note\"" : "class=\"note\"", lines[i].label);
    line += 15;
  }
  for (const ChartMark& mark : chart.y_marks) {
    if (!std::isfinite(mark.at)) continue;
    const double at = frame.y(mark.at);
    svg += segment(left, at, width - right, at, "class=\"mark\"");
    svg += text_at(left + 6, at - 5, "class=\"note\"", mark.label);
  }
  return svg + "\n";
}

std::string legend(const Chart& chart) {
  std::string svg;
  double at = left;
  for (const ChartSeries& series : chart.series) {
    if (series.name.empty()) continue;
    const std::string colour = "var(--c" + std::to_string(series.colour % 4) + ")";
    if (series.kind == SeriesKind::dots) {
      svg += "<circle cx=\"" + coordinate(at + 11) + "\" cy=\"12\" r=\"4\" style=\"fill:" + colour +
             "\"/>";
    } else {
      const std::string dash = series.kind == SeriesKind::dashed ? ";stroke-dasharray:6 4" : "";
      svg +=
          segment(at, 12, at + 22, 12, "class=\"series\" style=\"stroke:" + colour + dash + "\"");
    }
    svg += text_at(at + 28, 16, "", series.name);
    constexpr double letter = 7;  // about the width of one at 12 px
    at += 52 + letter * static_cast<double>(series.name.size());
  }
  return svg + "\n";
}

constexpr std::string_view chart_css =
    ".chart text{fill:var(--text);font:12px system-ui,sans-serif}"
    ".chart .tick{fill:var(--dim)}"
    ".chart .note{fill:var(--bad);paint-order:stroke;stroke:var(--ground);stroke-width:4px;"
    "stroke-linejoin:round}"
    ".chart .axis{stroke:var(--text)}.chart .grid{stroke:var(--line);stroke-width:.6}"
    ".chart .mark{stroke:var(--bad);stroke-dasharray:2 3}"
    ".chart .series{fill:none;stroke-width:2.2}";

std::string body(const Chart& chart) {
  const Frame frame(chart);
  std::string svg = axes(chart, frame) + legend(chart);
  for (const ChartSeries& series : chart.series) svg += drawn(series, frame);
  return svg + marks(chart, frame);
}

}  // namespace

std::string svg_chart(const Chart& chart, const std::string& id) {
  return "<svg class=\"chart\" viewBox=\"0 0 " + format_fixed(width, 0) + " " +
         format_fixed(height, 0) + "\" role=\"img\" aria-labelledby=\"" + xml_escaped(id) + "-t " +
         xml_escaped(id) + "-d\"><title id=\"" + xml_escaped(id) + "-t\">" +
         xml_escaped(chart.title) + "</title><desc id=\"" + xml_escaped(id) + "-d\">" +
         xml_escaped(chart.description) + "</desc>\n<style>" + std::string(chart_css) +
         "</style>\n" + body(chart) + "</svg>\n";
}

std::string svg_document(const std::vector<Chart>& charts) {
  constexpr double head = 30;
  const double each = height + head;
  const double total = each * static_cast<double>(std::max<std::size_t>(1, charts.size()));
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 " +
                    format_fixed(width, 0) + " " + format_fixed(total, 0) + "\" role=\"img\">\n";
  svg += "<style>" + std::string(palette_css) + std::string(chart_css) +
         "svg{background:var(--ground)}.chart .title{font-weight:bold;font-size:14px}</style>\n";
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const double down = each * static_cast<double>(i);
    svg += text_at(width / 2, down + 20, "class=\"title\" text-anchor=\"middle\"", charts[i].title);
    svg += "<g transform=\"translate(0," + format_fixed(down + head, 0) + ")\"><title>" +
           xml_escaped(charts[i].description) + "</title>\n" + body(charts[i]) + "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace kvplan::render
