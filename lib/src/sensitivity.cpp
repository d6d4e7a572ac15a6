#include "kvplan/sensitivity.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "box_memory.hpp"
#include "what_if.hpp"

namespace kvplan {
namespace {

/// The figures inside of the engine's budget that may only be known as bands.
enum class Figure { weights, other_use };

const char* input_name(Figure figure) {
  return figure == Figure::weights ? "weights_bytes" : "engine_other_use_bytes";
}

const char* how_to_measure(Figure figure) {
  return figure == Figure::weights
             ? "give the checkpoint's own folder as --model, or the log's `Model loading took`"
             : "start one copy once and give its log to `kvplan calibrate`";
}

/// The engine's other use on the rank that binds.
const Band& other_use_of(const LayoutPlan& plan) {
  const CopyPlan& copy = plan.copies.front();
  return (*plan.estimates)[copy.ranks[copy.binding_rank].box].inside.total;
}

/// Weights of the whole model, as the request has them.
std::optional<Band> weights_of(const PlanRequest& request) {
  return request.weights ? request.weights : request.facts.weights;
}

/// The same question with the weights known exactly.
PlanRequest with_exact_weights(PlanRequest request, Bytes value) {
  auto& weights = request.weights ? request.weights : request.facts.weights;
  weights = exactly(value, "what if");
  return request;
}

/// The same layouts with the engine's other use known exactly, at one end of its band.
std::vector<LayoutPlan> with_exact_other_use(std::span<const LayoutPlan> layouts, Edge edge) {
  std::vector<LayoutPlan> plans;
  for (const LayoutPlan& known : layouts) {
    std::vector<BoxEstimate> estimates(known.estimates->size());
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      estimates[i].inside.total = exactly(at((*known.estimates)[i].inside.total, edge), "what if");
    }
    plans.push_back(without_memory(known));
    plans.back().estimates = std::make_shared<const std::vector<BoxEstimate>>(std::move(estimates));
  }
  return plans;
}

std::optional<Band> band_of(const PlanRequest& request, const LayoutPlan& plan, Figure figure) {
  if (request.kv_cache_memory) return std::nullopt;
  const auto band =
      figure == Figure::weights ? weights_of(request) : std::optional(other_use_of(plan));
  return band && band->low < band->high ? band : std::nullopt;
}

constexpr std::array figures{Figure::weights, Figure::other_use};

/// What the rule comes to.
struct Decision {
  std::string id = "none";  ///< of the layout to take
  bool holds = false;
  friend bool operator==(const Decision&, const Decision&) = default;
};

struct Ends {
  Decision low;
  Decision high;
  [[nodiscard]] bool agree() const { return low == high; }
};

Ends ends_of(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  const auto at_edge = [&](Edge edge) {
    const auto holdings = WhatIf(request, layouts).holdings_with_memory(request, edge);
    const auto best = best_layout(holdings, request.need);
    if (!best) return Decision{};
    return Decision{holdings[*best].layout->id(), holds_need(holdings[*best], request.need)};
  };
  return {at_edge(Edge::low), at_edge(Edge::high)};
}

class SensitivityTable {
 public:
  SensitivityTable(const PlanRequest& request, std::span<const LayoutPlan> layouts,
                   std::size_t chosen)
      : request_(request), chosen_(layouts.subspan(chosen, 1)), what_if_(request, chosen_) {}

  [[nodiscard]] std::vector<Sensitivity> rows() && {
    bands();
    utilization();
    weights();
    length();
    cache_dtype();
    batched_tokens();
    std::ranges::stable_sort(rows_, std::greater{}, [](const Sensitivity& row) {
      return row.tokens_high - row.tokens_low;
    });
    return std::move(rows_);
  }

 private:
  /// Of the chosen layout; empty where the engine refuses it.
  using Held = std::vector<Holding>;
  static Tokens tokens(const Held& held) {
    return !held.empty() && held.front().fits ? held.front().kv_cache_tokens : Tokens{0};
  }
  static std::int64_t requests(const Held& held) {
    return !held.empty() && held.front().fits ? held.front().requests : 0;
  }

  void add(const std::string& input, Value a, const Held& at_a, Value b, const Held& at_b,
           bool uncertain, std::string source) {
    Sensitivity row{input,          std::move(a),   std::move(b), tokens(at_a),     tokens(at_b),
                    requests(at_a), requests(at_b), uncertain,    std::move(source)};
    if (row.tokens_low > row.tokens_high) {
      std::swap(row.low, row.high);
      std::swap(row.tokens_low, row.tokens_high);
      std::swap(row.requests_low, row.requests_high);
    }
    rows_.push_back(std::move(row));
  }

  [[nodiscard]] Held with(const PlanRequest& changed) const {
    return what_if_.holdings_with_memory(changed);
  }
  [[nodiscard]] Held present() const { return {holding_of(chosen_.front())}; }

  void bands() {
    if (const auto band = band_of(request_, chosen_.front(), Figure::weights)) {
      add(input_name(Figure::weights), band->high.count(),
          with(with_exact_weights(request_, band->high)), band->low.count(),
          with(with_exact_weights(request_, band->low)), true, band->source);
    }
    if (const auto band = band_of(request_, chosen_.front(), Figure::other_use)) {
      const auto at = [&](Edge edge) {
        const auto plans = with_exact_other_use(chosen_, edge);
        return WhatIf(request_, plans).holdings_with_memory(request_);
      };
      add(input_name(Figure::other_use), band->high.count(), at(Edge::high), band->low.count(),
          at(Edge::low), true, band->source);
    }
  }

  void utilization() {
    if (request_.kv_cache_memory) return;
    constexpr std::int64_t hundredth = 10;
    const double now = request_.utilization.front();
    const auto [least, most] = std::ranges::minmax(request_.utilization);
    if (utilization_at(least, -hundredth) <= 0 || utilization_at(most, hundredth) > 1) return;
    add("gpu_memory_utilization", utilization_at(now, -hundredth),
        with(what_if_.at_utilization(-hundredth)), utilization_at(now, hundredth),
        with(what_if_.at_utilization(hundredth)), false, "0.01 less and more");
  }

  void weights() {
    const auto known = weights_of(request_);
    if (!known || request_.kv_cache_memory || known->likely <= 1_GiB) return;
    add("weights_bytes", (known->likely + 1_GiB).count(),
        with(with_exact_weights(request_, known->likely + 1_GiB)), (known->likely - 1_GiB).count(),
        with(with_exact_weights(request_, known->likely - 1_GiB)), false, "1 GiB more and less");
  }

  void length() {
    const std::int64_t now = chosen_.front().cache->serving.max_model_len.count();
    if (now < 2) return;
    const Held half = what_if_.holdings_with_options(what_if_.at_length(now / 2));
    if (half.empty()) return;
    add("max_model_len", now, present(), now / 2, half, false, "half the context");
  }

  void cache_dtype() {
    const Serving& serving = chosen_.front().cache->serving;
    const std::string other = is_native(serving.cache_dtype) ? "fp8" : "bfloat16";
    const Held there = what_if_.holdings_with_options(what_if_.at_cache_dtype(other));
    if (there.empty()) return;
    add("kv_cache_dtype", std::string(name(serving.cache_dtype)), present(), other, there, false,
        "another type of the cache");
  }

  void batched_tokens() {
    const std::int64_t now = chosen_.front().cache->serving.max_num_batched_tokens.count();
    PlanRequest changed = request_;
    changed.options.max_num_batched_tokens = Tokens{now / 2};
    const Held half = now < 2 ? Held{} : what_if_.holdings_with_options(changed);
    if (half.empty() || tokens(half) == chosen_.front().kv_cache_tokens) return;
    add("max_num_batched_tokens", now, present(), now / 2, half, false,
        "half the tokens of a step");
  }

  const PlanRequest& request_;
  std::span<const LayoutPlan> chosen_;
  WhatIf what_if_;
  std::vector<Sensitivity> rows_;
};

/// The ends that stay when one figure is known exactly.
Ends ends_with(const PlanRequest& request, std::span<const LayoutPlan> layouts, Figure figure) {
  if (figure == Figure::other_use) {
    return ends_of(request, with_exact_other_use(layouts, Edge::likely));
  }
  const auto weights = weights_of(request);
  return ends_of(weights ? with_exact_weights(request, weights->likely) : request, layouts);
}

/// The uncertain figure whose band is widest, and whether it alone would decide.
std::optional<NextMeasure> next_measure(const PlanRequest& request,
                                        std::span<const LayoutPlan> layouts, const Ends& ends) {
  std::optional<NextMeasure> widest;
  Bytes width;
  for (const Figure figure : figures) {
    const auto band = band_of(request, layouts.front(), figure);
    if (!band) continue;
    const bool decides = !ends.agree() && ends_with(request, layouts, figure).agree();
    const bool better = !widest || (decides && !widest->decides) ||
                        (decides == widest->decides && band->high - band->low > width);
    if (!better) continue;
    width = band->high - band->low;
    widest = NextMeasure{input_name(figure), how_to_measure(figure), decides};
  }
  return widest;
}

}  // namespace

std::vector<Sensitivity> sensitivities(const PlanRequest& request,
                                       std::span<const LayoutPlan> layouts, std::size_t chosen) {
  return SensitivityTable(request, layouts, chosen).rows();
}

Certainty certainty(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  const Ends ends = ends_of(request, layouts);
  Certainty result;
  result.decided = ends.agree();
  result.at_low = ends.low.id;
  result.at_high = ends.high.id;
  result.holds_at_low = ends.low.holds;
  result.holds_at_high = ends.high.holds;
  result.measure = next_measure(request, layouts, ends);
  return result;
}

}  // namespace kvplan
