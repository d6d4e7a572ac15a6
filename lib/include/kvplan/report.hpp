// The whole pipeline in one call: a request → a report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kvplan/recommend.hpp"

namespace kvplan {

struct Warning {
  std::string id;
  std::string text;
};

/// Another model's engine on the same boxes: its own share, its own cache.
struct NeighbourPlan {
  std::string model;
  std::string box;
  double utilization = 0;
  LayoutPlan plan;  ///< on that box alone
};

struct Report {
  PlanRequest request;
  std::vector<LayoutPlan> layouts;
  std::vector<LeftOut> left_out;
  Recommendation recommendation;
  std::vector<Warning> warnings;
  std::vector<NeighbourPlan> neighbours;
  /// 0 fits and meets the need, 1 not, by the contract.
  [[nodiscard]] int exit_code() const;
};

/// Figures of the recommended layout that are only assumed, one line each; empty when all are
/// measured, computed or given (`--trust measured`).
[[nodiscard]] std::vector<std::string> not_measured(const Report& report);

/// @throws Error (unknown) when the weights are not known: nothing can be judged then
[[nodiscard]] Report plan(const PlanRequest& request);

}  // namespace kvplan
