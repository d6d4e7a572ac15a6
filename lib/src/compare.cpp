#include "kvplan/compare.hpp"

#include <algorithm>

#include "box_memory.hpp"
#include "estimate/calibrated.hpp"
#include "experts.hpp"
#include "holding.hpp"
#include "kvplan/error.hpp"
#include "too_large.hpp"
#include "weight_sharing.hpp"

namespace kvplan {
namespace {

/// Boxes that differ in name alone are estimated once.
bool like_first(const PlanRequest& request, const Box& box) {
  Box renamed = box;
  renamed.name = request.boxes.front().name;
  return renamed == request.boxes.front();
}

PlannedStart planned_start(const PlanRequest& request, const EngineOptions& options,
                           const CachePlan& cache, std::size_t box) {
  PlannedStart start;
  start.model = request.model->config.name;
  start.engine = request.engine.rules.name;
  start.tensor_parallel = options.tensor_parallel_size;
  start.pipeline_parallel = options.pipeline_parallel_size;
  start.max_num_batched_tokens = cache.serving.max_num_batched_tokens;
  start.max_num_seqs = cache.serving.max_num_seqs;
  start.enforce_eager = options.enforce_eager;
  start.drafts = options.speculative_config.has_value();
  const Release& release = request.engine.rules.release;
  start.version = std::to_string(release[0]) + "." + std::to_string(release[1]);
  start.unified = request.boxes[box].unified;
  start.utilization = request.utilization[box];
  return start;
}

std::vector<BoxEstimate> estimates(const PlanRequest& request, const LayoutPlan& plan,
                                   const estimate::ModelShapes& shapes, Estimated what) {
  const EngineOptions options = options_for(request, plan.layout);
  std::vector<BoxEstimate> all;
  for (const Box& box : request.boxes) {
    EstimateInputs inputs;
    inputs.model = request.model.get();
    inputs.facts = &request.facts;
    inputs.options = &options;
    inputs.cache = plan.cache.get();
    inputs.box = &box;
    inputs.rules = &request.engine.rules;
    const bool same = !all.empty() && like_first(request, box) &&
                      request.utilization[all.size()] == request.utilization.front();
    if (same) {
      all.push_back(all.front());
      continue;
    }
    const bool whole = what == Estimated::all;
    Estimate inside = inside_budget(inputs, shapes, whole);
    if (request.calibration) {
      inside = estimate::calibrated(std::move(inside), *request.calibration,
                                    planned_start(request, options, *plan.cache, all.size()),
                                    rank_weights(request, *plan.shares, 0), box.unified);
    }
    if (!whole) inside.terms.clear();
    all.push_back({std::move(inside), whole ? after_profile(inputs, shapes) : Estimate{}});
  }
  return all;
}

CopyPlan plan_copy(const PlanRequest& request, const CopyPlacement& place, const LayoutPlan& plan,
                   Edge edge) {
  const CachePlan& cache = *plan.cache;
  const Layout& layout = plan.layout;
  CopyPlan copy;
  copy.boxes = place.boxes;
  for (std::int64_t rank = 0; rank < layout.world(); ++rank) {
    const std::size_t box = box_of(layout, place, rank);
    const std::int64_t stage = rank / layout.tensor_parallel;
    const auto at_stage = static_cast<std::size_t>(stage);
    const Bytes available = pool(request, plan, box, at_stage, edge);
    const BytesPerBlock block = cache.groups.bytes_per_block[at_stage];
    const Blocks blocks = block.amount == Bytes{0} ? Blocks{0} : blocks_in(available, block);
    copy.ranks.push_back({box, rank, stage, rank_weights(request, *plan.shares, at_stage),
                          available, block, blocks});
  }
  const auto binding = std::ranges::min_element(copy.ranks, {}, [](const RankPlan& one) {
    return binding_order(one.available, one.bytes_per_block);
  });
  copy.binding_rank = static_cast<std::size_t>(binding - copy.ranks.begin());
  copy.available =
      pool(request, plan, binding->box, static_cast<std::size_t>(binding->pipeline_stage));
  copy.bytes_per_block = binding->bytes_per_block;
  copy.capacity = capacity(cache.groups, poorest_by_stage(request, plan, place, edge),
                           cache.serving, request.options, request.engine.rules);
  copy.block_size = final_block_size(cache.groups);
  return copy;
}

/// The cache's bytes on one rank: whole blocks of what is available.
Band cache_band(const CopyPlan& copy, const RankPlan& rank) {
  if (!copy.capacity.fits) return exactly(Bytes{0}, "the engine does not start");
  const auto pool = [&](Bytes available) {
    return rank.bytes_per_block.amount == Bytes{0}
               ? Bytes{0}
               : blocks_in(available, rank.bytes_per_block) * rank.bytes_per_block;
  };
  const Bytes likely = copy.capacity.num_blocks * rank.bytes_per_block;
  return {std::min(likely, pool(copy.available.low)), likely,
          std::max(likely, pool(copy.available.high)), "num_blocks × bytes_per_block"};
}

std::vector<Service> services_on(const PlanRequest& request, const Box& box) {
  std::vector<Service> here;
  for (const Service& service : request.services) {
    if (!service.box || *service.box == box.name) here.push_back(service);
  }
  return here;
}

/// The facts' parts of the model on the host, else the tables that the engine itself pins.
std::vector<HostPart> host_parts(const PlanRequest& request, const WeightShares& shares) {
  if (!request.facts.host_parts.empty() || request.weights) return request.facts.host_parts;
  if (!shares.formula_host || *shares.formula_host == Bytes{0}) return {};
  return {{"tables pinned in host memory", false, exactly(*shares.formula_host, "config formula")}};
}

/// A box's own use where it only works for an engine whose head is elsewhere: the API server and
/// the coordination are at the head, 5.6 GiB of a two-box recipe and 7 GiB in another comparison
/// (GB10.md 3). The reserve was measured on single boxes, which are their own head.
Band worker_reserve(const Band& reserve) {
  constexpr Bytes likely = 5734_MiB;
  const Band less{std::max(Bytes{0}, reserve.low - 7_GiB),
                  std::max(Bytes{0}, reserve.likely - likely), reserve.high,
                  reserve.source + "; less the head's part, 5.6 GiB of public two-box reports"};
  return {std::min(less.low, less.likely), less.likely, less.high, less.source};
}

/// True where an engine runs on the box whose first rank is on another box.
bool only_works(const LayoutPlan& plan, std::size_t index) {
  const auto& placed = plan.layout.copies;
  if (plan.layout.data_parallel > 1) return placed.front().boxes.front() != index;
  return std::ranges::any_of(placed, [&](const CopyPlacement& copy) {
    return copy.boxes.front() != index && std::ranges::find(copy.boxes, index) != copy.boxes.end();
  });
}

Ledger box_ledger(const PlanRequest& request, const LayoutPlan& plan, std::size_t index) {
  Box box = request.boxes[index];
  if (box.unified && box.reserve.high > Bytes{0} && only_works(plan, index)) {
    box.reserve = worker_reserve(box.reserve);
  }
  BoxLoad load;
  load.box = &box;
  load.services = services_on(request, box);
  load.headroom = headroom_on(request, box, !load.services.empty());
  for (const CopyPlan& copy : plan.copies) {
    const auto rank = std::ranges::find(copy.ranks, index, &RankPlan::box);
    if (rank == copy.ranks.end()) continue;
    load.weights = rank->weights;
    load.other = (*plan.estimates)[index].inside.total;
    load.after = beyond_reserve((*plan.estimates)[index].after);
    load.cache = cache_band(copy, *rank);
    if (box.unified) load.host_parts = host_parts(request, *plan.shares);
  }
  return ledger_of(load);
}

std::optional<MixCapacity> requests_at_once(const LayoutPlan& plan) {
  if (!plan.demand || !plan.fits) return std::nullopt;
  std::vector<Blocks> pools;
  for (const CopyPlan& copy : plan.copies) pools.push_back(copy.capacity.num_blocks);
  return plan.demand->held_by(pools);
}

void sum_up(const PlanRequest& request, LayoutPlan& plan) {
  plan.fits =
      std::ranges::all_of(plan.copies, [](const CopyPlan& copy) { return copy.capacity.fits; });
  plan.largest_request = plan.cache->serving.max_model_len;
  for (const CopyPlan& copy : plan.copies) {
    plan.kv_cache_tokens += copy.capacity.tokens.value_or(Tokens{0});
    plan.full_context_requests += copy.capacity.full_context_requests;
    plan.largest_request = std::min(plan.largest_request, copy.capacity.estimated_max_model_len);
  }
  for (std::size_t i = 0; i < request.boxes.size(); ++i) {
    plan.ledgers.push_back(box_ledger(request, plan, i));
    plan.services_fit = plan.services_fit && plan.ledgers.back().shortfall == Bytes{0};
  }
  plan.at_once = requests_at_once(plan);
  plan.serves_with_one_box_down = survives_a_box(plan.layout, request.boxes.size());
  const bool over_boxes = plan.copies.front().boxes.size() > 1 ||
                          (plan.layout.data_parallel > 1 && request.boxes.size() > 1);
  plan.start = over_boxes ? request.facts.split_start : request.facts.copy_start;
}

bool asked_for(const PlanRequest& request, const Layout& layout) {
  const EngineOptions& options = request.options;
  if (request.layout && *request.layout != name(layout.family) && *request.layout != layout.id()) {
    return false;
  }
  const bool sizes_given = options.tensor_parallel_size > 1 || options.pipeline_parallel_size > 1 ||
                           options.data_parallel_size > 1;
  return !sizes_given || (layout.tensor_parallel == options.tensor_parallel_size &&
                          layout.pipeline_parallel == options.pipeline_parallel_size &&
                          layout.data_parallel == options.data_parallel_size);
}

/// The layouts to plan: ranks of data parallelism pay only where experts can be shared, or where
/// they were asked for.
std::vector<Layout> wanted_layouts(const PlanRequest& request) {
  const EngineOptions& options = request.options;
  const bool asked = options.data_parallel_size > 1 || request.layout.has_value();
  const bool share = experts_of(request.model->config.text).has_value();
  std::vector<Layout> wanted;
  for (Layout& layout : layouts_of(request.boxes)) {
    if (layout.data_parallel == 1) layout.expert_parallel = options.enable_expert_parallel;
    if (layout.data_parallel > 1 && options.data_parallel_size > 1) {
      layout.expert_parallel = options.enable_expert_parallel;
    }
    if (layout.data_parallel > 1 && !share && !asked) continue;
    if (asked_for(request, layout)) wanted.push_back(std::move(layout));
  }
  return wanted;
}

}  // namespace

LayoutPlan without_memory(const LayoutPlan& known) {
  LayoutPlan plan;
  plan.layout = known.layout;
  plan.cache = known.cache;
  plan.shares = known.shares;
  plan.estimates = known.estimates;
  plan.demand = known.demand;
  return plan;
}

LayoutPlan without_memory(const PlanRequest& request, const LayoutPlan& known,
                          const estimate::ModelShapes& shapes, Estimated what) {
  // Every rank resolves the same options; a copy over unequal boxes is taken at its first.
  const Box& first = request.boxes[known.layout.copies.front().boxes.front()];
  LayoutPlan plan;
  plan.layout = known.layout;
  plan.shares = known.shares;
  const EngineOptions options = options_for(request, known.layout);
  const EngineRules& rules = request.engine.rules;
  plan.cache = std::make_shared<const CachePlan>(
      known.cache ? plan_cache(*request.model, options, first.platform(), rules, *known.cache)
                  : plan_cache(*request.model, options, first.platform(), rules));
  plan.estimates =
      std::make_shared<const std::vector<BoxEstimate>>(estimates(request, plan, shapes, what));
  const Serving& serving = plan.cache->serving;
  if (request.need.mix) {
    plan.demand = std::make_shared<const MixDemand>(request.need.mix, plan.cache->groups,
                                                    serving.max_model_len, serving.max_num_seqs,
                                                    known.layout.copies.size());
  }
  return plan;
}

LayoutPlan plan_again(const PlanRequest& request, const LayoutPlan& known, Edge edge) {
  LayoutPlan plan = without_memory(known);
  for (const CopyPlacement& place : plan.layout.copies) {
    plan.copies.push_back(plan_copy(request, place, plan, edge));
  }
  sum_up(request, plan);
  return plan;
}

namespace {

LayoutPlan with_options(const PlanRequest& request, const LayoutPlan& known,
                        const estimate::ModelShapes& shapes) {
  return plan_again(request, without_memory(request, known, shapes, Estimated::all));
}

LayoutPlan plan_layout(const PlanRequest& request, const Layout& layout, WeightSharing& weights,
                       const estimate::ModelShapes& shapes) {
  LayoutPlan plan;
  plan.layout = layout;
  plan.shares = std::make_shared<const WeightShares>(weights.shares(layout));
  return with_options(request, plan, shapes);
}

}  // namespace

LayoutPlan plan_with_options(const PlanRequest& request, const LayoutPlan& known) {
  return with_options(request, known, estimate::shapes_of(*request.model));
}

LayoutPlan plan_layout(const PlanRequest& request, const Layout& layout) {
  WeightSharing weights(request);
  return plan_layout(request, layout, weights, estimate::shapes_of(*request.model));
}

Comparison compare(const PlanRequest& request) {
  Comparison comparison;
  std::optional<Error> refusal;
  WeightSharing weights(request);
  const estimate::ModelShapes shapes = estimate::shapes_of(*request.model);
  for (const Layout& layout : wanted_layouts(request)) {
    try {
      comparison.layouts.push_back(
          within_64_bits(request, [&] { return plan_layout(request, layout, weights, shapes); }));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::unknown) throw;
      comparison.left_out.push_back({layout.id(), error.what()});
      if (!refusal) refusal = error;
    }
  }
  if (!comparison.layouts.empty()) return comparison;
  if (refusal) throw *refusal;
  const bool sizes = !request.layout.has_value();
  throw invalid(
      {sizes ? "--tensor-parallel-size" : "--layout", ""},
      "a layout of these boxes (single, replicated, split, pipeline, mixed)",
      sizes ? std::to_string(request.options.tensor_parallel_size) : '"' + *request.layout + '"');
}

}  // namespace kvplan
