#include "kvplan/sweep.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "box_memory.hpp"
#include "capacity_rule.hpp"
#include "holding.hpp"
#include "kvplan/error.hpp"
#include "kvplan/question.hpp"
#include "parallel.hpp"

namespace kvplan {
namespace {

constexpr const char* share_name = "gpu_memory_utilization";
constexpr const char* weights_name = "weights";

double share_of(const std::string& text) {
  EngineOptions options;
  set_option_text(options, share_name, text);
  return options.gpu_memory_utilization.value_or(0);
}

void set_input(PlanRequest& request, const std::string& name, const std::string& text) {
  if (name == weights_name) {
    request.weights = exactly(parse_size(text, "--weights"), "given by the user");
  } else {
    set_option_text(request.options, name, text);
  }
}

/// What one rank takes of its box at any utilization: all of the budget that is not cache.
struct RankUse {
  Bytes total;
  Bytes used;
  std::optional<Bytes> cache;  ///< fixed, whatever the utilization
  std::size_t stage = 0;
  std::size_t box = 0;
  /// The same at any share that is one for all boxes.
  friend bool operator==(const RankUse& a, const RankUse& b) {
    return a.total == b.total && a.used == b.used && a.cache == b.cache && a.stage == b.stage;
  }

  [[nodiscard]] Bytes available(double share) const {
    return cache ? *cache : requested_memory(total, share) - used;
  }
};

std::vector<RankUse> uses_of(const PlanRequest& request, const LayoutPlan& plan,
                             const CopyPlacement& copy) {
  std::vector<RankUse> uses;
  for (std::int64_t rank = 0; rank < plan.layout.world(); ++rank) {
    const std::size_t box = box_of(plan.layout, copy, rank);
    const auto stage = static_cast<std::size_t>(rank / plan.layout.tensor_parallel);
    const Bytes total = request.boxes[box].total;
    const Bytes budget = requested_memory(total, request.utilization[box]);
    const Bytes available = pool(request, plan, box, stage, Edge::likely);
    uses.push_back({total, budget - available, request.kv_cache_memory, stage, box});
  }
  return uses;
}

/// One layout with one choice of everything but the utilization.
class Stripe {
 public:
  Stripe(const PlanRequest& request, const LayoutPlan& plan)
      : request_(request),
        plan_(plan),
        rule_(rule_of(request, plan)),
        by_stage_(static_cast<std::size_t>(plan.layout.pipeline_parallel)) {
    for (const CopyPlacement& copy : plan.layout.copies) {
      uses_.push_back(uses_of(request, plan, copy));
    }
  }

  /// @param share  of every box; nothing: the request's own
  void fill(std::optional<double> share, SweepColumns& columns, std::size_t row) {
    std::int64_t tokens = 0;
    std::int64_t requests = 0;
    bool fits = true;
    Tokens longest = plan_.cache->serving.max_model_len;
    std::optional<Capacity> poorest;
    Capacity answer;
    for (std::size_t copy = 0; copy < uses_.size(); ++copy) {
      if (copy == 0 || !share || uses_[copy] != uses_[copy - 1]) answer = ask(copy, share);
      fits = fits && answer.fits;
      tokens += answer.tokens.value_or(Tokens{0}).count();
      requests += answer.full_context_requests;
      longest = std::min(longest, answer.estimated_max_model_len);
      if (!poorest || answer.num_blocks < poorest->num_blocks) {
        poorest = answer;
        columns.available_kv_bytes[row] = binding().count();
      }
    }
    columns.state[row] = fits ? SweepState::fits : SweepState::does_not_fit;
    columns.largest_request_tokens[row] = longest.count();
    if (!fits) return;
    columns.num_blocks[row] = poorest->num_blocks.count();
    columns.max_concurrency[row] = poorest->max_concurrency;
    columns.kv_cache_tokens[row] = tokens;
    columns.full_context_requests[row] = requests;
  }

 private:
  Capacity ask(std::size_t copy, std::optional<double> share) {
    std::ranges::fill(by_stage_, Bytes{std::numeric_limits<std::int64_t>::max()});
    for (const RankUse& use : uses_[copy]) {
      Bytes& stage = by_stage_[use.stage];
      stage = std::min(stage, use.available(share.value_or(request_.utilization[use.box])));
    }
    return rule_.at(by_stage_);
  }

  /// What the stage has that binds, as CopyPlan::binding_rank.
  [[nodiscard]] Bytes binding() const {
    const std::vector<BytesPerBlock>& blocks = plan_.cache->groups.bytes_per_block;
    std::size_t first = 0;
    for (std::size_t stage = 1; stage < by_stage_.size(); ++stage) {
      const auto order = binding_order(by_stage_[stage], blocks[stage]);
      if (order < binding_order(by_stage_[first], blocks[first])) first = stage;
    }
    return by_stage_[first];
  }

  const PlanRequest& request_;
  const LayoutPlan& plan_;
  const CapacityRule rule_;
  std::vector<std::vector<RankUse>> uses_;  // of each copy
  std::vector<Bytes> by_stage_;             // of the poorest rank
};

/// Points of one stripe, and the row of the answer where theirs begin.
struct Piece {
  std::size_t stripe;
  std::size_t first;  ///< among the stripe's points
  std::size_t count;
  std::size_t row;
};

/// Work for one thread: enough to be worth planning the options for, little enough to share.
constexpr std::size_t points_a_piece = 1024;

}  // namespace

void SweepColumns::resize(std::size_t rows) {
  state.resize(rows, SweepState::refused);
  for (auto* column : {&available_kv_bytes, &num_blocks, &kv_cache_tokens, &full_context_requests,
                       &largest_request_tokens}) {
    column->resize(rows);
  }
  max_concurrency.resize(rows);
}

struct Sweep::Grid {
  PlanRequest request;
  std::vector<SweepAxis> axes;  ///< the utilization last, where it is swept
  std::vector<double> shares;   ///< empty: the request's own
  std::vector<LayoutPlan> layouts;
  estimate::ModelShapes shapes;
  std::vector<std::string> layout_ids;
  std::size_t stripes = 1;

  [[nodiscard]] std::size_t points_a_stripe() const {
    return std::max<std::size_t>(1, shares.size());
  }
  [[nodiscard]] std::size_t points() const { return stripes * points_a_stripe(); }
  /// The values of all axes but the utilization.
  [[nodiscard]] PlanRequest request_of(std::size_t stripe) const {
    PlanRequest changed = request;
    for (std::size_t i = axes.size(); i-- > 0;) {
      if (axes[i].name == share_name) continue;
      const std::size_t count = axes[i].values.size();
      set_input(changed, axes[i].name, axes[i].values[stripe % count]);
      stripe /= count;
    }
    return changed;
  }
  void fill(const Piece& piece, SweepColumns& columns) const;
};

void Sweep::Grid::fill(const Piece& piece, SweepColumns& columns) const {
  const PlanRequest changed = request_of(piece.stripe);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    try {
      const LayoutPlan plan = without_memory(changed, layouts[i], shapes);
      Stripe line(changed, plan);
      for (std::size_t k = 0; k < piece.count; ++k) {
        const auto share = shares.empty() ? std::nullopt : std::optional(shares[piece.first + k]);
        line.fill(share, columns, piece.row + k * layouts.size() + i);
      }
    } catch (const std::exception&) {
      continue;  // the engine refuses it, or its numbers leave 64 bits: the state says so
    }
  }
}

namespace {

std::vector<SweepAxis> checked(std::vector<SweepAxis> axes) {
  std::set<std::string> names;
  for (SweepAxis& axis : axes) {
    std::ranges::replace(axis.name, '-', '_');
    if (axis.name == "util") axis.name = share_name;
    const bool size = axis.name.ends_with("_parallel_size");
    if ((!is_engine_option(axis.name) && axis.name != weights_name) || size) {
      throw invalid({"--axis", ""}, "util, weights or an option of the engine but for its sizes",
                    '"' + axis.name + '"');
    }
    if (!names.insert(axis.name).second) {
      throw invalid({"--axis", ""}, "each input once", '"' + axis.name + "\" again");
    }
    if (axis.values.empty()) throw invalid({"--axis " + axis.name, ""}, "values", "none");
  }
  const auto share = std::ranges::find(axes, share_name, &SweepAxis::name);
  if (share != axes.end()) std::rotate(share, share + 1, axes.end());
  return axes;
}

}  // namespace

Sweep::Sweep(PlanRequest request, std::vector<SweepAxis> axes) {
  auto grid = std::make_unique<Grid>();
  grid->axes = checked(std::move(axes));
  grid->request = std::move(request);
  for (const SweepAxis& axis : grid->axes) {
    for (const std::string& value : axis.values) {  // read once, so that no thread meets a bad one
      PlanRequest trial = grid->request;
      if (axis.name == share_name) {
        grid->shares.push_back(share_of(value));
      } else {
        set_input(trial, axis.name, value);
      }
    }
    constexpr std::int64_t most_rows = std::int64_t{1} << 53;
    const auto count = static_cast<std::int64_t>(axis.values.size());
    const std::int64_t rows = product(static_cast<std::int64_t>(grid->stripes), count);
    if (rows > most_rows) throw invalid({"--axis", ""}, "at most 2^53 points", "more");
    if (axis.name != share_name) grid->stripes = static_cast<std::size_t>(rows);
  }
  grid->layouts = compare(grid->request).layouts;
  grid->shapes = estimate::shapes_of(*grid->request.model);
  for (const LayoutPlan& plan : grid->layouts) grid->layout_ids.push_back(plan.layout.id());
  grid_ = std::move(grid);
}
Sweep::~Sweep() = default;
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep& Sweep::operator=(Sweep&&) noexcept = default;

const std::vector<SweepAxis>& Sweep::axes() const { return grid_->axes; }
const std::vector<std::string>& Sweep::layouts() const { return grid_->layout_ids; }
std::size_t Sweep::points() const { return grid_->points(); }
std::size_t Sweep::stripe_rows() const { return grid_->points_a_stripe() * grid_->layouts.size(); }
std::size_t Sweep::rows() const { return grid_->points() * grid_->layouts.size(); }

std::vector<std::size_t> Sweep::place_of(std::size_t row) const {
  std::vector<std::size_t> place(grid_->axes.size() + 1);
  place.back() = row % grid_->layouts.size();
  row /= grid_->layouts.size();
  for (std::size_t i = grid_->axes.size(); i-- > 0;) {
    place[i] = row % grid_->axes[i].values.size();
    row /= grid_->axes[i].values.size();
  }
  return place;
}

SweepColumns Sweep::at(std::size_t first, std::size_t count, std::size_t threads) const {
  const std::size_t layouts = grid_->layouts.size();
  const std::size_t each = grid_->points_a_stripe();
  const std::size_t end = std::min(points(), first + std::min(count, points()));
  SweepColumns columns;
  if (first >= end) return columns;
  columns.resize((end - first) * layouts);
  std::vector<Piece> pieces;
  for (std::size_t point = first; point < end;) {
    const std::size_t in_stripe = point % each;
    const std::size_t here = std::min({points_a_piece, each - in_stripe, end - point});
    pieces.push_back({point / each, in_stripe, here, (point - first) * layouts});
    point += here;
  }
  in_parallel(
      pieces.size(), 1, [&](std::size_t i) { grid_->fill(pieces[i], columns); }, threads);
  return columns;
}

SweepColumns Sweep::stripes(std::size_t first, std::size_t count) const {
  const std::size_t each = grid_->points_a_stripe();
  first = std::min(first, grid_->stripes);
  return at(first * each, std::min(count, grid_->stripes - first) * each);
}

SweepColumns Sweep::all() const { return at(0, points()); }

}  // namespace kvplan
