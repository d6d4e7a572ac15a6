// A small plot as SVG: axes with round ticks, points, lines, marks. Self-contained, readable on a
// light and on a dark page; all text is escaped.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kvplan::render {

struct SvgPlot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<std::pair<double, double>> points;
  std::vector<std::pair<double, double>> line;
  std::vector<std::pair<double, double>> dashed;  ///< beyond the data
  struct Mark {
    double x = 0;
    std::string label;
  };
  std::vector<Mark> marks;  ///< vertical lines
};

/// Plots one below the other. Values that are not finite are left out.
[[nodiscard]] std::string svg_plots(const std::vector<SvgPlot>& plots);

}  // namespace kvplan::render
