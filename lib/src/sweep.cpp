#include "kvplan/sweep.hpp"

#include <algorithm>
#include <limits>
#include <set>

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
  friend bool operator==(const RankUse&, const RankUse&) = default;

  [[nodiscard]] Bytes available(double share) const {
    return cache ? *cache : requested_memory(total, share) - used;
  }
};

std::vector<RankUse> uses_of(const PlanRequest& request, const CopyPlan& copy) {
  std::vector<RankUse> uses;
  for (const RankPlan& rank : copy.ranks) {
    const Bytes total = request.boxes[rank.box].total;
    const Bytes budget = requested_memory(total, request.utilization[rank.box]);
    uses.push_back({total, budget - rank.available, request.kv_cache_memory,
                    static_cast<std::size_t>(rank.pipeline_stage)});
  }
  return uses;
}

/// One layout with one choice of everything but the utilization.
class Stripe {
 public:
  Stripe(const PlanRequest& request, const LayoutPlan& plan) : request_(request), plan_(plan) {
    for (const CopyPlan& copy : plan.copies) uses_.push_back(uses_of(request, copy));
    options_ = request.options;
    options_.tensor_parallel_size = plan.layout.tensor_parallel;
    options_.pipeline_parallel_size = plan.layout.pipeline_parallel;
  }

  /// @param share  of every box; nothing: the request's own
  void fill(std::optional<double> share, SweepColumns& columns, std::size_t row) {
    std::int64_t tokens = 0;
    std::int64_t requests = 0;
    bool fits = true;
    Tokens longest = plan_.cache->serving.max_model_len;
    const Capacity* poorest = nullptr;
    for (std::size_t copy = 0; copy < uses_.size(); ++copy) {
      if (copy == 0 || !share || uses_[copy] != uses_[copy - 1]) ask(copy, share);
      fits = fits && answer_.fits;
      tokens += answer_.tokens.value_or(Tokens{0}).count();
      requests += answer_.full_context_requests;
      longest = std::min(longest, answer_.estimated_max_model_len);
      if (poorest == nullptr || answer_.num_blocks < poorest_.num_blocks) {
        poorest_ = answer_;
        poorest = &poorest_;
        columns.available_kv_bytes[row] = least_.count();
      }
    }
    columns.state[row] = fits ? SweepState::fits : SweepState::does_not_fit;
    columns.largest_request_tokens[row] = longest.count();
    if (!fits) return;
    columns.num_blocks[row] = poorest_.num_blocks.count();
    columns.max_concurrency[row] = poorest_.max_concurrency;
    columns.kv_cache_tokens[row] = tokens;
    columns.full_context_requests[row] = requests;
  }

 private:
  void ask(std::size_t copy, std::optional<double> share) {
    constexpr Bytes unset{std::numeric_limits<std::int64_t>::max()};
    by_stage_.assign(static_cast<std::size_t>(plan_.layout.pipeline_parallel), unset);
    const auto& ranks = plan_.copies[copy].ranks;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const double of_box = share.value_or(request_.utilization[ranks[i].box]);
      Bytes& stage = by_stage_[uses_[copy][i].stage];
      stage = std::min(stage, uses_[copy][i].available(of_box));
    }
    least_ = *std::ranges::min_element(by_stage_);
    answer_ = capacity(plan_.cache->groups, by_stage_, plan_.cache->serving, options_,
                       request_.engine.rules);
  }

  const PlanRequest& request_;
  const LayoutPlan& plan_;
  EngineOptions options_;
  std::vector<std::vector<RankUse>> uses_;
  std::vector<Bytes> by_stage_;
  Bytes least_;
  Capacity answer_;
  Capacity poorest_;
};

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
  std::vector<std::string> layout_ids;
  std::size_t stripes = 1;

  [[nodiscard]] std::size_t per_stripe() const {
    return std::max<std::size_t>(1, shares.size()) * layouts.size();
  }
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
  void fill(std::size_t stripe, SweepColumns& columns, std::size_t first) const;
};

void Sweep::Grid::fill(std::size_t stripe, SweepColumns& columns, std::size_t first) const {
  const PlanRequest changed = request_of(stripe);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    try {
      const LayoutPlan plan = plan_with_options(changed, layouts[i]);
      Stripe line(changed, plan);
      if (shares.empty()) line.fill(std::nullopt, columns, first + i);
      for (std::size_t k = 0; k < shares.size(); ++k) {
        line.fill(shares[k], columns, first + k * layouts.size() + i);
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
  for (const LayoutPlan& plan : grid->layouts) grid->layout_ids.push_back(plan.layout.id());
  grid_ = std::move(grid);
}
Sweep::~Sweep() = default;
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep& Sweep::operator=(Sweep&&) noexcept = default;

const std::vector<SweepAxis>& Sweep::axes() const { return grid_->axes; }
const std::vector<std::string>& Sweep::layouts() const { return grid_->layout_ids; }
std::size_t Sweep::stripe_rows() const { return grid_->per_stripe(); }
std::size_t Sweep::rows() const { return grid_->stripes * grid_->per_stripe(); }

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

SweepColumns Sweep::stripes(std::size_t first, std::size_t count) const {
  count = std::min(count, grid_->stripes - std::min(first, grid_->stripes));
  SweepColumns columns;
  columns.resize(count * stripe_rows());
  in_parallel(count, 1, [&](std::size_t i) { grid_->fill(first + i, columns, i * stripe_rows()); });
  return columns;
}

SweepColumns Sweep::all() const { return stripes(0, grid_->stripes); }

}  // namespace kvplan
