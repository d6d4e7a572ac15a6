// A chart as inline SVG: axes with round ticks, lines, staircases, dots, marks, a legend. It loads
// nothing, needs no script, follows the page's colours (palette.hpp), and says in words what it
// shows. Our own, because a chart is a hundred lines here and a plotting library would bring a
// renderer, fonts and a second look.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kvplan::render {

using Points = std::vector<std::pair<double, double>>;

enum class SeriesKind { line, dashed, steps, dots };

struct ChartSeries {
  std::string name;  ///< in the legend; "": not there
  SeriesKind kind = SeriesKind::line;
  Points points;
  int colour = 0;  ///< 0 to 3
};

struct ChartMark {
  double at = 0;
  std::string label;
};

struct Chart {
  std::string title;
  std::string description;  ///< what it shows, for those who do not see it
  std::string x_label;
  std::string y_label;
  std::vector<ChartSeries> series;
  std::vector<ChartMark> x_marks;  ///< vertical lines
  std::vector<ChartMark> y_marks;  ///< horizontal lines
  double x_start = 0;              ///< where the axis begins
  bool x_log = false;              ///< powers of two on the x axis
  bool y_log = false;              ///< the same on the y axis, from 1; what is below is left out
};

/// An <svg> element. Values that are not finite are left out; all text is escaped.
/// @param id  unlike any other on the page
[[nodiscard]] std::string svg_chart(const Chart& chart, const std::string& id);
/// The charts as one file that stands alone, one below the other.
[[nodiscard]] std::string svg_document(const std::vector<Chart>& charts);

}  // namespace kvplan::render
