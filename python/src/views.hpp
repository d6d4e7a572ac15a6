// Parts of a report as Python holds them: a place in the report, which it keeps alive.
#pragma once

#include <memory>
#include <string>

#include "kvplan/report.hpp"

namespace kvplan::python {

using SharedReport = std::shared_ptr<const Report>;

struct ReportView {
  SharedReport report;
};

struct LayoutView {
  SharedReport report;
  std::size_t layout;
  [[nodiscard]] const LayoutPlan& plan() const { return report->layouts[layout]; }
};

struct CopyView {
  LayoutView of;
  std::size_t copy;
  [[nodiscard]] const CopyPlan& plan() const { return of.plan().copies[copy]; }
  [[nodiscard]] const std::string& box(std::size_t index) const {
    return of.report->request.boxes[index].name;
  }
};

struct RankView {
  CopyView of;
  std::size_t rank;
  [[nodiscard]] const RankPlan& plan() const { return of.plan().ranks[rank]; }
};

struct RecommendationView {
  SharedReport report;
  [[nodiscard]] const Recommendation& result() const { return report->recommendation; }
};

}  // namespace kvplan::python
