#include "kvplan/flips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>

#include "box_memory.hpp"
#include "what_if.hpp"

namespace kvplan {
namespace {

/// What the rule comes to at one value of an input.
struct Decision {
  struct Sign {
    const Layout* layout;
    bool fits;
    bool holds;
    friend bool operator==(const Sign&, const Sign&) = default;
  };
  const Layout* best = nullptr;  ///< of the present plans; nullptr: none starts
  bool possible = true;          ///< false: the input has no such value
  std::vector<Sign> signs;       ///< of the layouts that the engine serves
  friend bool operator==(const Decision&, const Decision&) = default;
};

Decision decide(std::span<const Holding> holdings, const Need& need) {
  Decision decision;
  if (const auto best = best_layout(holdings, need)) decision.best = holdings[*best].layout;
  decision.signs.reserve(holdings.size());
  for (const Holding& holding : holdings) {
    decision.signs.push_back({holding.layout, holding.fits, holds_need(holding, need)});
  }
  return decision;
}

/// An input as whole steps from its present value, 0; each step is asked once.
class Scale {
 public:
  explicit Scale(std::function<Decision(std::int64_t)> ask) : ask_(std::move(ask)) {}

  const Decision& at(std::int64_t step) {
    const auto known = known_.find(step);
    return known != known_.end() ? known->second : known_.emplace(step, ask(step)).first->second;
  }

  /// The step nearest to `here` on the way to `there` (inclusive) at which another layout is
  /// taken than at `here`. Whether a layout starts and holds the need changes but once along an
  /// input, so between two steps with equal signs there is nothing to find.
  std::optional<std::int64_t> first_change(std::int64_t here, std::int64_t there) {
    if (here == there || at(here) == at(there)) return std::nullopt;
    if (std::abs(there - here) == 1) {
      return at(here).best != at(there).best ? std::optional(there) : std::nullopt;
    }
    const std::int64_t middle = here + (there - here) / 2;
    if (const auto nearer = first_change(here, middle)) return nearer;
    return first_change(middle, there);
  }

 private:
  /// No input has a value beyond 64 bits.
  Decision ask(std::int64_t step) const {
    try {
      return ask_(step);
    } catch (const std::overflow_error&) {
      return {nullptr, false, {}};
    }
  }

  std::function<Decision(std::int64_t)> ask_;
  std::map<std::int64_t, Decision> known_;
};

constexpr Bytes bytes_step = 10_MiB;

/// What each box must get from its engine for further services.
class RoomForServices {
 public:
  RoomForServices(const PlanRequest& request, std::span<const LayoutPlan> layouts)
      : request_(request) {
    for (std::size_t i = 0; i < request.boxes.size(); ++i) {
      // The share sets what an engine takes in every layout, so the fullest one tells.
      Bytes left = request.boxes[i].total;
      for (const LayoutPlan& plan : layouts) left = std::min(left, left_beside(plan.ledgers[i]));
      left_.push_back(left);
    }
  }

  /// The boxes' shares lowered, in steps, as far as so much more on every box of shared memory
  /// asks; nothing where no share is left.
  [[nodiscard]] std::vector<double> shares(Bytes further) const {
    std::vector<double> shares = request_.utilization;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const Box& box = request_.boxes[i];
      const Bytes lacking = wanted_on(request_, box, further) - left_[i];
      if (lacking <= Bytes{0}) continue;
      const double part =
          static_cast<double>(lacking.count()) / static_cast<double>(box.total.count());
      shares[i] = std::floor((shares[i] - part) * utilization_steps) / utilization_steps;
      if (shares[i] <= 0) return {};
    }
    return shares;
  }

 private:
  /// What a box has left beside its engine, for services and the page cache that they push out.
  static Bytes left_beside(const Ledger& ledger) {
    Bytes left = could_be_free(ledger);
    for (const LedgerRow& row : ledger.rows) {
      if (row.kind == RowKind::service) left += row.bytes.likely;
    }
    return left;
  }

  static Bytes wanted_on(const PlanRequest& request, const Box& box, Bytes further) {
    Bytes wanted = box.unified ? further : Bytes{0};
    bool services = box.unified;
    for (const Service& service : request.services) {
      if (service.box && *service.box != box.name) continue;
      wanted += service.bytes;
      services = true;
    }
    return wanted + headroom_on(request, box, services);
  }

  const PlanRequest& request_;
  std::vector<Bytes> left_;
};

class FlipSearch {
 public:
  FlipSearch(const PlanRequest& request, std::span<const LayoutPlan> layouts)
      : request_(request), what_if_(request, layouts), layouts_(layouts) {
    for (const LayoutPlan& plan : layouts) present_holdings_.push_back(holding_of(plan));
    present_ = decide(present_holdings_, request.need).best;
  }

  [[nodiscard]] std::vector<Flip> all() {
    need_requests();
    need_tokens();
    utilization();
    weights();
    max_model_len();
    cache_dtype();
    services();
    std::ranges::stable_sort(found_, {}, &Found::distance);
    std::vector<Flip> flips;
    for (Found& found : found_) flips.push_back(std::move(found.flip));
    return flips;
  }

 private:
  struct Found {
    Flip flip;
    double distance;
  };
  struct Input {
    std::string name;
    std::string type;
    std::function<Value(std::int64_t)> value;  ///< of a step
    double present;
  };

  static double number(const Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      return static_cast<double>(*integer);
    }
    const auto* real = std::get_if<double>(&value);
    return real == nullptr ? 0 : *real;
  }

  void add(Flip flip, const Layout* to, double present) {
    const double scale = std::max(std::abs(present), 1e-9);
    const double distance = std::abs(number(flip.to) - present) / scale;
    add_at(distance, std::move(flip), to);
  }
  void add_at(double distance, Flip flip, const Layout* to) {
    flip.layout = to == nullptr ? "none" : name(to->family);
    flip.layout_id = to == nullptr ? "none" : to->id();
    found_.push_back({std::move(flip), distance});
  }

  /// Both ways from the present value.
  void search(const Input& input, std::int64_t low, std::int64_t high, Scale scale) {
    if (scale.at(0).best != present_) return;  // not the same question
    for (const std::int64_t end : {high, low}) {
      const auto to = scale.first_change(0, end);
      if (!to) continue;
      const std::int64_t from = *to - (end > 0 ? 1 : -1);
      add({input.name, input.type, input.value(from), input.value(*to), "", "", {}},
          scale.at(*to).best, input.present);
    }
  }

  /// An input that is an integer itself.
  void integer(const std::string& name, std::int64_t now, std::int64_t low, std::int64_t high,
               const std::function<Decision(std::int64_t)>& ask) {
    search({name, "integer", [now](std::int64_t step) { return Value{now + step}; },
            static_cast<double>(now)},
           std::min<std::int64_t>(0, low - now), std::max<std::int64_t>(0, high - now),
           Scale([&ask, now](std::int64_t step) { return ask(now + step); }));
  }

  void need_requests() {
    std::int64_t most = 0;
    for (const Holding& holding : present_holdings_) most = std::max(most, holding.requests);
    integer("need_requests", request_.need.at_least_requests(), 1, most + 1,
            [&](std::int64_t requests) {
              Need need = request_.need;
              need.requests = requests;
              return decide(present_holdings_, need);
            });
  }

  void need_tokens() {
    std::int64_t most = 0;
    for (const LayoutPlan& plan : layouts_) most = std::max(most, plan.kv_cache_tokens.count());
    const std::int64_t now = request_.need.tokens.value_or(Tokens{0}).count();
    integer("need_tokens", now, std::min<std::int64_t>(now, 1), most + 1, [&](std::int64_t tokens) {
      Need need = request_.need;
      need.requests = request_.need.at_least_requests();
      need.tokens = Tokens{tokens};
      return decide(present_holdings_, need);
    });
  }

  [[nodiscard]] Decision with_memory(const PlanRequest& changed) const {
    return decide(what_if_.holdings_with_memory(changed), request_.need);
  }
  [[nodiscard]] Decision with_options(const PlanRequest& changed) const {
    return decide(what_if_.holdings_with_options(changed), request_.need);
  }

  void utilization() {
    if (request_.kv_cache_memory) return;
    const auto [least, most] = std::ranges::minmax(request_.utilization);
    const double now = request_.utilization.front();
    const auto steps = [](double distance) {
      return static_cast<std::int64_t>(std::floor(distance * utilization_steps + 1e-6));
    };
    search({"gpu_memory_utilization", "number",
            [now](std::int64_t step) { return Value{utilization_at(now, step)}; }, now},
           -steps(least - 1 / utilization_steps), steps(1 - most),
           Scale([this, changed = request_](std::int64_t step) mutable {
             what_if_.set_utilization(changed, step);
             return with_memory(changed);
           }));
  }

  /// All ranks together with the draft, as --weights gives them.
  [[nodiscard]] std::optional<Bytes> known_weights() const {
    if (request_.weights) return request_.weights->likely;
    if (!request_.facts.weights) return std::nullopt;
    const Bytes draft = layouts_.front().shares->formula_draft;
    return request_.facts.weights->likely + (request_.facts.drafts_included ? Bytes{0} : draft);
  }

  void weights() {
    const auto known = known_weights();
    if (!known || request_.kv_cache_memory) return;
    const Bytes now = *known;
    const std::int64_t steps = now.count() / bytes_step.count();
    search({"weights_bytes", "integer",
            [now](std::int64_t step) { return Value{(now + step * bytes_step).count()}; },
            static_cast<double>(now.count())},
           -steps, steps, Scale([this, now, changed = request_](std::int64_t step) mutable {
             changed.weights = exactly(now + step * bytes_step, "what if");
             return with_memory(changed);
           }));
  }

  void max_model_len() {
    const std::int64_t now = layouts_.front().cache->serving.max_model_len.count();
    const std::int64_t longest =
        std::max(now, request_.model->architecture.derived_max_model_len.count());
    // At the present length the plans are known, unless it was fitted to the memory.
    const bool not_fitted = !layouts_.front().cache->serving.auto_fit;
    integer("max_model_len", now, 1, longest,
            [this, now, not_fitted, changed = request_](std::int64_t length) mutable {
              if (length == now && not_fitted) return decide(present_holdings_, request_.need);
              changed.options.max_model_len = Tokens{length};
              return with_options(changed);
            });
  }

  void cache_dtype() {
    const std::string now = layouts_.front().cache->serving.kv_cache_dtype;
    const CacheDtype present = layouts_.front().cache->serving.cache_dtype;
    for (const char* other : {"bfloat16", "fp8", "nvfp4"}) {
      if (parse_cache_dtype(other) == present) continue;
      const Decision there = with_options(what_if_.at_cache_dtype(other));
      if (there.signs.empty() || there.best == present_) continue;
      add_at(1.0, {"kv_cache_dtype", "string", now, std::string(other), "", "", {}}, there.best);
    }
  }

  /// Services of so many bytes more on every box, at the share that they leave.
  void services() {
    const auto any_unified = std::ranges::any_of(request_.boxes, &Box::unified);
    if (!any_unified || request_.kv_cache_memory) return;
    const RoomForServices room(request_, layouts_);
    const auto ask = [&, changed = request_](std::int64_t step) mutable {
      changed.utilization = step == 0 ? request_.utilization : room.shares(step * bytes_step);
      return changed.utilization.empty() ? Decision{nullptr, false, {}} : with_memory(changed);
    };
    const std::int64_t most =
        std::ranges::max(request_.boxes, {}, &Box::total).total.count() / bytes_step.count();
    const std::size_t before = found_.size();
    search({"services_bytes", "integer",
            [](std::int64_t step) { return Value{(step * bytes_step).count()}; }, 0},
           0, most, Scale(ask));
    if (found_.size() == before) return;
    Found& found = found_.back();
    const Bytes to{std::get<std::int64_t>(found.flip.to)};
    found.flip.with_utilization = room.shares(to);
    const Bytes total = request_.boxes.front().total;
    found.distance = static_cast<double>(to.count()) / static_cast<double>(total.count());
  }

  const PlanRequest& request_;
  WhatIf what_if_;
  std::span<const LayoutPlan> layouts_;
  std::vector<Holding> present_holdings_;
  const Layout* present_ = nullptr;
  std::vector<Found> found_;
};

}  // namespace

std::vector<Flip> flips(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  return FlipSearch(request, layouts).all();
}

}  // namespace kvplan
