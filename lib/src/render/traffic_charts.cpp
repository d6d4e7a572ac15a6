#include "render/traffic_charts.hpp"

#include "traffic/notes.hpp"

namespace kvplan {
namespace render {
namespace {

using traffic::level_text;

Points curve(const UslFit& fit, double from, double to) {
  constexpr int steps = 60;
  Points line;
  for (int i = 0; i <= steps; ++i) {
    const double n = from + (to - from) * i / steps;
    line.emplace_back(n, fit.at(n));
  }
  return line;
}

Chart chart_of(const TrafficClass& traffic) {
  const std::string unit = traffic.tokens ? "output tokens a second" : "requests a second";
  Chart chart;
  chart.title = traffic.name;
  chart.description = "Measured " + unit + " by requests in flight per copy (" + traffic.shape +
                      "), with the fitted curve where there is one.";
  chart.x_label = "requests in flight per copy";
  chart.y_label = unit;
  ChartSeries measured{"measured", SeriesKind::dots, {}, 1};
  for (const Measurement& point : traffic.points) {
    const auto rate = traffic.tokens ? point.output_tok_s : point.req_s;
    if (rate) measured.points.emplace_back(point.concurrency, *rate);
  }
  chart.series.push_back(std::move(measured));
  if (traffic.usl && traffic.levels.size() > 1) {
    const double first = traffic.levels.front().concurrency;
    const double last = traffic.levels.back().concurrency;
    chart.series.push_back({"fit", SeriesKind::line, curve(*traffic.usl, first, last), 0});
    if (traffic.cap.extrapolated) {
      chart.series.push_back(
          {"extrapolated", SeriesKind::dashed, curve(*traffic.usl, last, *traffic.cap.high), 0});
    }
  }
  if (traffic.cap.value) {
    chart.x_marks.push_back(
        {*traffic.cap.value, "cap " + level_text(*traffic.cap.value) +
                                 (traffic.cap.extrapolated ? ", extrapolated" : "")});
  }
  if (traffic.peak) chart.x_marks.push_back({*traffic.peak, "peak " + level_text(*traffic.peak)});
  return chart;
}

}  // namespace

std::string traffic_caption(const TrafficClass& traffic) {
  const std::string unit = traffic.tokens ? "output tokens a second" : "requests a second";
  std::string caption = traffic.name + ": " + unit + " by requests in flight per copy, as measured";
  return caption + (traffic.usl ? ", and the curve fitted to it." : ".");
}

std::vector<Chart> traffic_charts(const TrafficReport& report) {
  std::vector<Chart> charts;
  for (const TrafficClass& traffic : report.classes) charts.push_back(chart_of(traffic));
  return charts;
}

}  // namespace render

std::string render_svg(const TrafficReport& report) {
  return render::svg_document(render::traffic_charts(report));
}

}  // namespace kvplan
