// How near the decision is: the first value of each input at which another layout is recommended,
// found by search over the plan itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

using Value = std::variant<std::int64_t, double, std::string>;

/// The first value of an input, all else equal, at which another layout is recommended.
struct Flip {
  std::string input;
  std::string type;  ///< "integer", "number", "string"
  Value from;        ///< the last value at which the present one is
  Value to;
  std::string layout;     ///< family, or "none"
  std::string layout_id;  ///< "none" likewise
  /// Only for `services_bytes` (further services on every box): they act through the share that
  /// they leave to the engine, which is this at `to`, one for each box. Else empty.
  std::vector<double> with_utilization;
};

/// Nearest first, by the distance in shares of the present value. Inputs: need_requests,
/// need_tokens, gpu_memory_utilization (of the first box; the others move along), weights_bytes,
/// max_model_len, kv_cache_dtype, services_bytes.
[[nodiscard]] std::vector<Flip> flips(const PlanRequest& request,
                                      std::span<const LayoutPlan> layouts);

}  // namespace kvplan
