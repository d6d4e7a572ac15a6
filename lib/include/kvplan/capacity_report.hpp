// The capacity report: a plan with what surrounds it, for one page that a manager understands and
// an engineer trusts.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kvplan/changeover.hpp"
#include "kvplan/report.hpp"
#include "kvplan/traffic.hpp"

namespace kvplan {

/// One layout's answer over an input: (input, answer) in rising order of the input.
struct LayoutCurve {
  std::string layout;  ///< id
  std::vector<std::pair<double, double>> points;
};

struct CapacityReport {
  Report report;
  /// Cache tokens over all copies against the utilization of every box, 0.40 to 0.95; 0 where the
  /// layout does not start.
  std::vector<LayoutCurve> tokens_by_utilization;
  /// The highest utilization, in steps of 0.005, at which the services and the headroom of the
  /// shown layout keep their memory; nothing where they never do, or where there are none.
  std::optional<double> highest_utilization_for_services;
  /// Whole requests against their length, each at most max_num_seqs a copy.
  std::vector<LayoutCurve> requests_by_length;
  std::int64_t most_requests_by_slots = 0;  ///< max_num_seqs × copies of the shown layout
  std::optional<TrafficReport> traffic;     ///< where measurements were given
  /// The way to the recommended layout: from what is said to run, else from the other family of
  /// split and copies where that starts. Nothing where neither is, or a start's time is not known.
  std::optional<Changeover> changeover;
};

/// @throws Error as plan()
[[nodiscard]] CapacityReport capacity_report(const PlanRequest& request);
/// The same around a plan that is there.
[[nodiscard]] CapacityReport capacity_report(Report report);

/// One self-contained page: inline SVG and CSS, no script, no request to anywhere; light and dark,
/// printable on A4.
[[nodiscard]] std::string render_html(const CapacityReport& report);
/// The picture of a plan's memory under its verdict, as an HTML fragment: for a notebook's cell.
[[nodiscard]] std::string render_picture(const Report& report);
/// The same without the pictures, their numbers as tables.
[[nodiscard]] std::string render_markdown(const CapacityReport& report);

}  // namespace kvplan
