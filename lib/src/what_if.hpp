// The layouts of a request planned again with one input changed, keeping what the change leaves
// valid: what searches for flips, changes and sensitivities repeat many times. Where the figures
// that layouts are ranked by are enough, holdings take a hundredth of the time of plans. It keeps
// what it worked out: not for two threads at once.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holding.hpp"

namespace kvplan {

class WhatIf {
 public:
  WhatIf(const PlanRequest& request, std::span<const LayoutPlan> layouts)
      : request_(request), layouts_(layouts) {}

  [[nodiscard]] const PlanRequest& request() const { return request_; }
  [[nodiscard]] std::span<const LayoutPlan> layouts() const { return layouts_; }

  /// Every box's share of the request, moved by so many steps, in a copy of it.
  void set_utilization(PlanRequest& changed, std::int64_t steps) const;
  /// The request with one input changed.
  [[nodiscard]] PlanRequest at_utilization(std::int64_t steps) const;
  [[nodiscard]] PlanRequest at_length(std::int64_t length) const;
  [[nodiscard]] PlanRequest at_cache_dtype(const std::string& dtype) const;

  /// For changes of memory, need or services: the cache plans stay.
  [[nodiscard]] std::vector<LayoutPlan> with_memory(const PlanRequest& changed) const;
  [[nodiscard]] std::vector<Holding> holdings_with_memory(const PlanRequest& changed,
                                                          Edge edge = Edge::likely) const;
  /// For changes of engine options. A layout that the engine then refuses is missing.
  [[nodiscard]] std::vector<LayoutPlan> with_options(const PlanRequest& changed) const;
  [[nodiscard]] std::vector<Holding> holdings_with_options(const PlanRequest& changed) const;

 private:
  const PlanRequest& request_;
  std::span<const LayoutPlan> layouts_;
  // Once they are asked for:
  mutable std::vector<CapacityRule> rules_;              ///< of the layouts
  mutable std::optional<estimate::ModelShapes> shapes_;  ///< of the model
};

/// Shares are searched in thousandths.
inline constexpr double utilization_steps = 1000;

/// `now` moved by so many steps, on their grid and free of noise; `now` itself for none.
[[nodiscard]] double utilization_at(double now, std::int64_t steps);

}  // namespace kvplan
