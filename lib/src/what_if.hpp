// The layouts of a request planned again with one input changed, keeping what the change leaves
// valid: what searches for flips, changes and sensitivities repeat many times.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

class WhatIf {
 public:
  WhatIf(const PlanRequest& request, std::span<const LayoutPlan> layouts)
      : request_(request), layouts_(layouts) {}

  [[nodiscard]] const PlanRequest& request() const { return request_; }
  [[nodiscard]] std::span<const LayoutPlan> layouts() const { return layouts_; }

  /// For changes of memory, need or services: the cache plans stay.
  [[nodiscard]] std::vector<LayoutPlan> with_memory(const PlanRequest& changed,
                                                    Edge edge = Edge::likely) const;
  /// For changes of engine options. A layout that the engine then refuses is missing.
  [[nodiscard]] std::vector<LayoutPlan> with_options(const PlanRequest& changed) const;

  /// Every box's share moved by so many steps.
  [[nodiscard]] std::vector<LayoutPlan> at_utilization(std::int64_t steps) const;
  [[nodiscard]] std::vector<LayoutPlan> at_weights(Bytes total) const;
  [[nodiscard]] std::vector<LayoutPlan> at_length(std::int64_t length) const;
  [[nodiscard]] std::vector<LayoutPlan> at_cache_dtype(const std::string& dtype) const;
  /// Further services of so many bytes on every box of shared memory.
  [[nodiscard]] PlanRequest with_services(Bytes further) const;

 private:
  const PlanRequest& request_;
  std::span<const LayoutPlan> layouts_;
};

/// The request with each box's share lowered as far as its services and headroom ask, in steps.
/// @return nothing where no share is left
[[nodiscard]] std::optional<PlanRequest> with_room_for_services(const WhatIf& what_if,
                                                                PlanRequest changed);

/// Shares are searched in thousandths.
inline constexpr double utilization_steps = 1000;

/// `now` moved by so many steps, on their grid and free of noise; `now` itself for none.
[[nodiscard]] double utilization_at(double now, std::int64_t steps);

}  // namespace kvplan
