// Step "compare": the steps before, once for each layout.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/layout.hpp"
#include "kvplan/request.hpp"
#include "kvplan/startup.hpp"

namespace kvplan {

struct RankPlan {
  std::size_t box = 0;
  std::int64_t rank = 0;
  std::int64_t pipeline_stage = 0;
  Band weights;
  Bytes available;
  BytesPerBlock bytes_per_block;
  Blocks num_blocks;
};

struct CopyPlan {
  std::vector<std::size_t> boxes;
  std::vector<RankPlan> ranks;
  std::size_t binding_rank = 0;  ///< with the fewest blocks; of none, the least memory
  Band available;                ///< of that rank
  Capacity capacity;
  TokensPerBlock block_size;
  BytesPerBlock bytes_per_block;
};

/// What the engine takes on one box beside weights and cache.
struct BoxEstimate {
  Estimate inside;  ///< its budget
  Estimate after;   ///< its profile
};

/// What one rank of each pipeline stage takes of the whole model's weights, and what the config's
/// own formula says where it can.
struct WeightShares {
  std::vector<double> by_stage;               ///< rank bytes ÷ whole model's bytes
  std::optional<std::vector<Bytes>> formula;  ///< rank bytes, drafts included
  std::optional<Bytes> formula_host;          ///< tables that the engine pins in host memory
  Bytes formula_draft;                        ///< of the draft, on a rank of the last stage
  /// The whole model's by WeightsTable::by_kind(), where the shares are taken of them.
  std::optional<std::map<std::string, Bytes>> whole_by_kind;
  std::string source;
};

struct LayoutPlan {
  Layout layout;
  std::shared_ptr<const WeightShares> shares;
  std::shared_ptr<const CachePlan> cache;  ///< what does not depend on the memory
  std::shared_ptr<const std::vector<BoxEstimate>> estimates;  ///< one a box
  std::shared_ptr<const MixDemand> demand;  ///< where the need has a mix; as `cache`
  std::vector<CopyPlan> copies;
  std::vector<Ledger> ledgers;  ///< one a box
  bool fits = false;            ///< every copy starts
  bool services_fit = true;
  Tokens kv_cache_tokens;  ///< over all copies
  std::int64_t full_context_requests = 0;
  std::optional<MixCapacity> at_once;  ///< requests of the need's mix; where the layout starts
  Tokens largest_request;
  bool serves_with_one_box_down = false;
  std::optional<SecondsBand> start;
  std::vector<StartUp> starts;  ///< one a box; filled by plan() alone
};

/// One layout of a request.
/// @throws Error (invalid) for what the engine refuses, (unknown) when the weights are not known
[[nodiscard]] LayoutPlan plan_layout(const PlanRequest& request, const Layout& layout);

/// A layout that the engine refuses, and why.
struct LeftOut {
  std::string layout;
  std::string why;
};

struct Comparison {
  std::vector<LayoutPlan> layouts;
  std::vector<LeftOut> left_out;
};

/// Every layout of the request's boxes that the engine serves, or those that were asked for.
/// @throws Error as plan_layout, when the engine serves none of them
[[nodiscard]] Comparison compare(const PlanRequest& request);

/// Which end of what is not known exactly (weights, the engine's other use) is taken; `low` is
/// the end with the least left for the cache.
enum class Edge { low, likely, high };

/// The same layout at another utilization, weight or need, with the cache plan and the shares of
/// `known`: what a search repeats many times.
[[nodiscard]] LayoutPlan plan_again(const PlanRequest& request, const LayoutPlan& known,
                                    Edge edge = Edge::likely);

/// The same layout with other engine options: a new cache plan, the shares of `known`.
/// @throws Error (invalid) for what the engine refuses
[[nodiscard]] LayoutPlan plan_with_options(const PlanRequest& request, const LayoutPlan& known);

}  // namespace kvplan
