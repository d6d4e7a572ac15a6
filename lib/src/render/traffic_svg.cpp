// A traffic report as plots: one a class.
#include <cmath>

#include "kvplan/traffic.hpp"
#include "render/svg_plot.hpp"
#include "traffic/notes.hpp"

namespace kvplan {
namespace {

using render::SvgPlot;
using traffic::level_text;

std::vector<std::pair<double, double>> curve(const UslFit& fit, double from, double to) {
  constexpr int steps = 60;
  std::vector<std::pair<double, double>> line;
  for (int i = 0; i <= steps; ++i) {
    const double n = from + (to - from) * i / steps;
    line.emplace_back(n, fit.at(n));
  }
  return line;
}

SvgPlot plot_of(const TrafficClass& traffic) {
  SvgPlot plot{.title = traffic.name,
               .x_label = "requests in flight per copy",
               .y_label = traffic.tokens ? "output tokens a second" : "requests a second",
               .points = {},
               .line = {},
               .dashed = {},
               .marks = {}};
  for (const Measurement& point : traffic.points) {
    const auto rate = traffic.tokens ? point.output_tok_s : point.req_s;
    if (rate) plot.points.emplace_back(point.concurrency, *rate);
  }
  if (traffic.usl && traffic.levels.size() > 1) {
    const double last = traffic.levels.back().concurrency;
    plot.line = curve(*traffic.usl, traffic.levels.front().concurrency, last);
    if (traffic.cap.extrapolated) plot.dashed = curve(*traffic.usl, last, *traffic.cap.high);
  }
  if (traffic.cap.value) {
    plot.marks.push_back(
        {*traffic.cap.value, "cap " + level_text(*traffic.cap.value) +
                                 (traffic.cap.extrapolated ? ", extrapolated" : "")});
  }
  if (traffic.peak) plot.marks.push_back({*traffic.peak, "peak " + level_text(*traffic.peak)});
  return plot;
}

}  // namespace

std::string render_svg(const TrafficReport& report) {
  std::vector<SvgPlot> plots;
  for (const TrafficClass& traffic : report.classes) plots.push_back(plot_of(traffic));
  return render::svg_plots(plots);
}

}  // namespace kvplan
