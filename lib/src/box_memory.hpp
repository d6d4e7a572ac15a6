// What is asked of a box's memory. A rank finds for its cache what its box's budget leaves beside
// the weights and the engine's other use; services and headroom get the rest.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "kvplan/compare.hpp"

namespace kvplan {

[[nodiscard]] Bytes at(const Band& band, Edge edge);

/// `--quantization` of a checkpoint that is not quantized; else empty.
[[nodiscard]] std::string online_method(const PlanRequest& request);
/// What a source of weights says beside where they are quantized as they load.
[[nodiscard]] std::string saved_as_it_loads(const std::string& online);

/// Weights on one rank: given by the user, else the model's facts, else the config's formula.
/// @throws Error (unknown) where there is none of them
[[nodiscard]] Bytes rank_weights(const PlanRequest& request, const WeightShares& shares,
                                 std::size_t stage, Edge edge);
/// All edges, with the source.
[[nodiscard]] Band rank_weights(const PlanRequest& request, const WeightShares& shares,
                                std::size_t stage);

/// The cache's bytes on a rank of one stage and box, as the engine's own profile would find them.
/// The low edge has the most weights and the most other use.
[[nodiscard]] Bytes pool(const PlanRequest& request, const LayoutPlan& plan, std::size_t box,
                         std::size_t stage, Edge edge);
[[nodiscard]] Band pool(const PlanRequest& request, const LayoutPlan& plan, std::size_t box,
                        std::size_t stage);

/// The rank that binds comes first: the one with the fewest blocks and, where none has any, with
/// the least memory; of equals the first. A stage that keeps no cache never does.
[[nodiscard]] std::pair<Blocks, Bytes> binding_order(Bytes available, BytesPerBlock block);

/// The box that a rank of a copy is on.
[[nodiscard]] std::size_t box_of(const Layout& layout, const CopyPlacement& copy,
                                 std::int64_t rank);

/// The smallest rank of each pipeline stage decides for the stage.
[[nodiscard]] std::vector<Bytes> poorest_by_stage(const PlanRequest& request,
                                                  const LayoutPlan& plan, const CopyPlacement& copy,
                                                  Edge edge);

/// Headroom counts where it was asked for, and beside named services on shared memory.
[[nodiscard]] Bytes headroom_on(const PlanRequest& request, const Box& box, bool services);

}  // namespace kvplan
