// The rule of the recommendation: which of the planned layouts to take. Memory alone decides;
// services act through the share of each box, never by themselves (the story's fifth point).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "kvplan/compare.hpp"

namespace kvplan {

/// Requests that a layout holds at once: of the need's mix (in 19 of 20 mixes) where there is one,
/// else of full context.
[[nodiscard]] std::int64_t requests_held(const LayoutPlan& plan);

/// True when a layout starts and its cache holds the need.
[[nodiscard]] bool holds_need(const LayoutPlan& plan, const Need& need);

/// True when a layout starts, meets the need, and leaves the named services their memory.
[[nodiscard]] bool meets_need(const LayoutPlan& plan, const Need& need);

/// The layout to take: of those that hold the need the first of single, replicated, mixed, split,
/// pipeline, data parallel with shared experts; where none does, the roomiest that starts.
/// @return an index; nothing where no layout starts
[[nodiscard]] std::optional<std::size_t> best_layout(std::span<const LayoutPlan> layouts,
                                                     const Need& need);

/// What a set of layouts comes to.
struct Outcome {
  std::string id;  ///< of the layout to take; "none"
  std::string family;
  /// Which layouts start and hold the need: between two inputs with equal signs nothing changed.
  std::string signs;
};
[[nodiscard]] Outcome outcome_of(std::span<const LayoutPlan> layouts, const Need& need);

}  // namespace kvplan
