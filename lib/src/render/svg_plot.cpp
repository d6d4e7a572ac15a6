#include "render/svg_plot.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/units.hpp"
#include "render/escape.hpp"

namespace kvplan::render {
namespace {

constexpr double width = 640;
constexpr double height = 320;
constexpr double left = 64;
constexpr double right = 24;
constexpr double top = 40;
constexpr double bottom = 48;

using Series = std::vector<std::pair<double, double>>;

std::string coordinate(double value) { return format_fixed(value, 1); }

/// 1, 2 or 5 times a power of ten, so that about five steps reach the end.
double tick_step(double end) {
  const double rough = end / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) return factor * power;
  }
  return 10 * power;
}

std::string tick_text(double value, double step) {
  const int decimals = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step)));
  return format_fixed(value, std::min(decimals, 6));
}

class Frame {
 public:
  explicit Frame(const SvgPlot& plot) {
    for (const Series* series : {&plot.points, &plot.line, &plot.dashed}) {
      for (const auto& [x, y] : *series) include(x, y);
    }
    for (const SvgPlot::Mark& mark : plot.marks) include(mark.x, 0);
    x_end_ *= 1.05;
    y_end_ *= 1.1;
    if (!(x_end_ > 0)) x_end_ = 1;
    if (!(y_end_ > 0)) y_end_ = 1;
  }
  [[nodiscard]] double x(double value) const {
    return left + value / x_end_ * (width - left - right);
  }
  [[nodiscard]] double y(double value) const {
    return height - bottom - value / y_end_ * (height - top - bottom);
  }
  [[nodiscard]] double x_end() const { return x_end_; }
  [[nodiscard]] double y_end() const { return y_end_; }

 private:
  void include(double x, double y) {
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    x_end_ = std::max(x_end_, x);
    y_end_ = std::max(y_end_, y);
  }
  double x_end_ = 0;
  double y_end_ = 0;
};

std::string text_at(double x, double y, const std::string& attributes, const std::string& text) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" " + attributes + ">" +
         xml_escaped(text) + "</text>\n";
}

std::string segment(double x1, double y1, double x2, double y2, const std::string& kind) {
  return "<line class=\"" + kind + "\" x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) +
         "\" x2=\"" + coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\"/>\n";
}

std::string axes(const SvgPlot& plot, const Frame& frame) {
  std::string svg;
  const double x_step = tick_step(frame.x_end());
  for (int i = 0; i * x_step <= frame.x_end(); ++i) {
    const double at = frame.x(i * x_step);
    svg +=
        text_at(at, height - bottom + 18, "text-anchor=\"middle\"", tick_text(i * x_step, x_step));
  }
  const double y_step = tick_step(frame.y_end());
  for (int i = 0; i * y_step <= frame.y_end(); ++i) {
    const double at = frame.y(i * y_step);
    svg += segment(left, at, width - right, at, "grid");
    svg += text_at(left - 8, at + 4, "text-anchor=\"end\"", tick_text(i * y_step, y_step));
  }
  svg += segment(left, frame.y(0), width - right, frame.y(0), "axis");
  svg += segment(left, top, left, frame.y(0), "axis");
  svg += text_at((left + width - right) / 2, height - 10, "text-anchor=\"middle\"", plot.x_label);
  svg += text_at(left, top - 8, "", plot.y_label);
  svg += text_at(width / 2, 18, "class=\"title\" text-anchor=\"middle\"", plot.title);
  return svg;
}

std::string polyline(const Series& series, const Frame& frame, const std::string& kind) {
  std::string points;
  for (const auto& [x, y] : series) {
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    points += coordinate(frame.x(x)) + "," + coordinate(frame.y(y)) + " ";
  }
  if (points.empty()) return "";
  points.pop_back();
  return "<polyline class=\"" + kind + "\" points=\"" + points + "\"/>\n";
}

std::string marks(const SvgPlot& plot, const Frame& frame) {
  std::string svg;
  double line = top + 14;
  for (const SvgPlot::Mark& mark : plot.marks) {
    if (!std::isfinite(mark.x)) continue;
    const double at = frame.x(mark.x);
    svg += segment(at, top, at, frame.y(0), "mark");
    const bool flip = at > width - 120;
    svg += text_at(flip ? at - 4 : at + 4, line,
                   flip ? "class=\"label\" text-anchor=\"end\"" : "class=\"label\"", mark.label);
    line += 14;
  }
  return svg;
}

std::string dots(const Series& points, const Frame& frame) {
  std::string svg;
  for (const auto& [x, y] : points) {
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    svg += "<circle cx=\"" + coordinate(frame.x(x)) + "\" cy=\"" + coordinate(frame.y(y)) +
           "\" r=\"4\"/>\n";
  }
  return svg;
}

constexpr std::string_view style =
    "<style>\n"
    "svg{font:12px sans-serif;color:#222;background:#fff}\n"
    "text{fill:currentColor}.title{font-weight:bold;font-size:14px}.label{fill:#b2182b}\n"
    ".axis{stroke:currentColor}.grid{stroke:currentColor;stroke-opacity:.15}\n"
    ".mark{stroke:#b2182b;stroke-dasharray:2 3}\n"
    ".fit{fill:none;stroke:#2166ac;stroke-width:2}\n"
    ".beyond{fill:none;stroke:#2166ac;stroke-width:2;stroke-dasharray:6 4}\n"
    "circle{fill:currentColor}\n"
    "@media (prefers-color-scheme:dark){svg{color:#ddd;background:#1b1b1b}"
    ".label{fill:#f4a582}.mark{stroke:#f4a582}.fit,.beyond{stroke:#92c5de}}\n"
    "</style>\n";

}  // namespace

std::string svg_plots(const std::vector<SvgPlot>& plots) {
  const double total = height * static_cast<double>(std::max<std::size_t>(1, plots.size()));
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + format_fixed(width, 0) +
                    "\" height=\"" + format_fixed(total, 0) + "\" viewBox=\"0 0 " +
                    format_fixed(width, 0) + " " + format_fixed(total, 0) + "\" role=\"img\">\n";
  svg += style;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const SvgPlot& plot = plots[i];
    const Frame frame(plot);
    svg +=
        "<g transform=\"translate(0," + format_fixed(height * static_cast<double>(i), 0) + ")\">\n";
    svg += axes(plot, frame) + polyline(plot.line, frame, "fit") +
           polyline(plot.dashed, frame, "beyond") + marks(plot, frame) + dots(plot.points, frame);
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace kvplan::render
