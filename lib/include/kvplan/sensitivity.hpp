// How sure the decision is: what each end of an uncertain figure would decide, which inputs move
// the answer most, and what to measure next.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kvplan/compare.hpp"
#include "kvplan/flips.hpp"

namespace kvplan {

/// What one input does to the recommended layout, all else equal.
struct Sensitivity {
  std::string input;
  Value low;  ///< the input's own value at the end with fewer tokens
  Value high;
  Tokens tokens_low;  ///< over all copies; 0 where it does not start
  Tokens tokens_high;
  std::int64_t requests_low = 0;
  std::int64_t requests_high = 0;
  bool uncertain = false;  ///< a band of what is not known; else a step that one can take
  std::string source;      ///< of the band, or what the step is
};

/// A figure whose exact value would make the decision surer, and how to get it.
struct NextMeasure {
  std::string input;
  std::string how;
  bool decides = false;  ///< with it alone exact, both ends agree
};

/// The decision at both ends of what is not known exactly.
struct Certainty {
  bool decided = true;  ///< both ends take the same layout and agree on whether it holds
  std::string at_low;   ///< layout id where the least is left for the cache
  std::string at_high;
  bool holds_at_low = true;  ///< the need
  bool holds_at_high = true;
  std::optional<NextMeasure> measure;  ///< nothing where all is known
};

/// @param chosen  the recommended layout, of `layouts`; the widest swing of tokens first
[[nodiscard]] std::vector<Sensitivity> sensitivities(const PlanRequest& request,
                                                     std::span<const LayoutPlan> layouts,
                                                     std::size_t chosen);

[[nodiscard]] Certainty certainty(const PlanRequest& request, std::span<const LayoutPlan> layouts);

}  // namespace kvplan
