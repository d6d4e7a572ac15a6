// How fast each layout answers: measured where figures were given, else a roofline from memory
// bandwidth, the weights and the cache that a step reads, and the link of a split. One row of the
// decision, not the rule.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

/// Output tokens a second over all copies. Estimates have two digits, the ends of their band
/// rounded outwards.
struct Speed {
  std::string layout_id;
  std::optional<std::int64_t> in_flight;  ///< requests at once; nothing: as measured
  double low = 0;
  double likely = 0;
  double high = 0;
  bool measured = false;
  std::string source;
  std::string bound;  ///< what a step spends most on: "weights", "cache", "link", "overhead"
};

/// For one request and for the operation's `in_flight` (16 where none was given), each layout; the
/// measured ones first. A layout whose bandwidth or active weights are not known has no row.
[[nodiscard]] std::vector<Speed> speeds(const PlanRequest& request,
                                        std::span<const LayoutPlan> layouts);

/// Bytes that one more token adds over all layers that grow, on one rank: what a step reads of the
/// cache for each token of context.
[[nodiscard]] double bare_bytes_per_token(const CachePlan& cache);

}  // namespace kvplan
