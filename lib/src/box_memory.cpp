#include "box_memory.hpp"

#include <algorithm>
#include <limits>

#include "checked.hpp"
#include "kvplan/error.hpp"

namespace kvplan {
namespace {

const std::optional<Band>& whole_model(const PlanRequest& request) {
  return request.weights ? request.weights : request.facts.weights;
}

/// Facts without the draft: the last stage has it beside its share.
Bytes draft_beside(const PlanRequest& request, const WeightShares& shares, std::size_t stage) {
  const bool last = stage + 1 == shares.by_stage.size();
  const bool without_drafts = !request.weights && !request.facts.drafts_included;
  return last && without_drafts ? shares.formula_draft : Bytes{0};
}

/// The missing file is named where it is one.
Error no_weights(const ModelConfig& config) {
  const std::string expected = "weights that are known (give --weights SIZE)";
  if (!config.unrecognized_quantization) {
    return unknown({config.root.file(), ""}, expected, "none for this model");
  }
  return unknown({*config.unrecognized_quantization, ""}, expected,
                 "no \"producer\": the engine does not recognize the file, and which modules are "
                 "quantized is in the checkpoint's whole hf_quant_config.json");
}

Edge opposite(Edge edge) {
  return edge == Edge::low ? Edge::high : edge == Edge::high ? Edge::low : Edge::likely;
}

}  // namespace

Bytes headroom_on(const PlanRequest& request, const Box& box, bool services) {
  if (request.headroom) return *request.headroom;
  return services && box.unified ? default_headroom : Bytes{0};
}

Bytes at(const Band& band, Edge edge) {
  return edge == Edge::low ? band.low : edge == Edge::high ? band.high : band.likely;
}

std::string online_method(const PlanRequest& request) {
  if (!request.model->config.quant_method().empty()) return "";
  return request.options.quantization.value_or("");
}

std::string saved_as_it_loads(const std::string& online) {
  return ", less what --quantization " + online + " saves as it loads";
}

Bytes rank_weights(const PlanRequest& request, const WeightShares& shares, std::size_t stage,
                   Edge edge) {
  if (const auto& total = whole_model(request)) {
    return share_of(at(*total, edge), shares.by_stage[stage]) +
           draft_beside(request, shares, stage);
  }
  if (shares.formula) return (*shares.formula)[stage];
  throw no_weights(request.model->config);
}

Band rank_weights(const PlanRequest& request, const WeightShares& shares, std::size_t stage) {
  const auto bytes = [&](Edge edge) { return rank_weights(request, shares, stage, edge); };
  Band band{bytes(Edge::low), bytes(Edge::likely), bytes(Edge::high), "config formula"};
  if (const auto& total = whole_model(request)) {
    const bool draft = draft_beside(request, shares, stage) > Bytes{0};
    band.source =
        total->source + shares.source + (draft ? "; and the draft by the config's formula" : "");
  } else if (const std::string online = online_method(request); !online.empty()) {
    band.source += saved_as_it_loads(online);
  }
  return band;
}

Bytes pool(const PlanRequest& request, const LayoutPlan& plan, std::size_t box, std::size_t stage,
           Edge edge) {
  if (request.kv_cache_memory) return *request.kv_cache_memory;
  const Edge use = opposite(edge);
  return requested_memory(request.boxes[box].total, request.utilization[box]) -
         rank_weights(request, *plan.shares, stage, use) -
         at((*plan.estimates)[box].inside.total, use);
}

Band pool(const PlanRequest& request, const LayoutPlan& plan, std::size_t box, std::size_t stage) {
  const auto bytes = [&](Edge edge) { return pool(request, plan, box, stage, edge); };
  return {bytes(Edge::low), bytes(Edge::likely), bytes(Edge::high),
          request.kv_cache_memory ? "given" : "budget − weights − other use"};
}

std::pair<Blocks, Bytes> binding_order(Bytes available, BytesPerBlock block) {
  constexpr Blocks never{std::numeric_limits<std::int64_t>::max()};
  if (block.amount == Bytes{0}) return {never, available};
  const Blocks blocks = blocks_in(available, block);
  return {blocks, blocks == Blocks{0} ? available : Bytes{0}};
}

std::size_t box_of(const Layout& layout, const CopyPlacement& copy, std::int64_t rank) {
  const auto boxes = static_cast<std::int64_t>(copy.boxes.size());
  return copy.boxes[static_cast<std::size_t>(rank * boxes / layout.world())];
}

std::vector<Bytes> poorest_by_stage(const PlanRequest& request, const LayoutPlan& plan,
                                    const CopyPlacement& copy, Edge edge) {
  constexpr Bytes unset{std::numeric_limits<std::int64_t>::max()};
  const Layout& layout = plan.layout;
  std::vector<Bytes> poorest(static_cast<std::size_t>(layout.pipeline_parallel), unset);
  for (std::int64_t rank = 0; rank < layout.world(); ++rank) {
    const auto stage = static_cast<std::size_t>(rank / layout.tensor_parallel);
    const Bytes own = pool(request, plan, box_of(layout, copy, rank), stage, edge);
    poorest[stage] = std::min(poorest[stage], own);
  }
  return poorest;
}

}  // namespace kvplan
