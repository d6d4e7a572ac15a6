#include "kvplan/flips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "kvplan/rule.hpp"
#include "what_if.hpp"

namespace kvplan {
namespace {

/// An input as whole steps from its present value, 0; each step is asked once.
class Scale {
 public:
  explicit Scale(std::function<Outcome(std::int64_t)> ask) : ask_(std::move(ask)) {}

  const Outcome& at(std::int64_t step) {
    const auto known = known_.find(step);
    return known != known_.end() ? known->second : known_.emplace(step, ask_(step)).first->second;
  }

  /// The step nearest to `here` on the way to `there` (inclusive) at which another layout is
  /// taken than at `here`. Whether a layout starts and holds the need changes but once along an
  /// input, so between two steps with equal signs there is nothing to find.
  std::optional<std::int64_t> first_change(std::int64_t here, std::int64_t there) {
    if (here == there || at(here).signs == at(there).signs) return std::nullopt;
    if (std::abs(there - here) == 1) {
      return at(here).id != at(there).id ? std::optional(there) : std::nullopt;
    }
    const std::int64_t middle = here + (there - here) / 2;
    if (const auto nearer = first_change(here, middle)) return nearer;
    return first_change(middle, there);
  }

 private:
  std::function<Outcome(std::int64_t)> ask_;
  std::map<std::int64_t, Outcome> known_;
};

constexpr Bytes bytes_step = 10_MiB;

class FlipSearch {
 public:
  FlipSearch(const PlanRequest& request, std::span<const LayoutPlan> layouts)
      : request_(request),
        what_if_(request, layouts),
        layouts_(layouts),
        present_(outcome_of(layouts, request.need)) {}

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

  void add(Flip flip, double present) {
    const double scale = std::max(std::abs(present), 1e-9);
    const double distance = std::abs(number(flip.to) - present) / scale;
    found_.push_back({std::move(flip), distance});
  }

  /// Both ways from the present value.
  void search(const Input& input, std::int64_t low, std::int64_t high, Scale scale) {
    if (scale.at(0).id != present_.id) return;  // not the same question
    for (const std::int64_t end : {high, low}) {
      const auto to = scale.first_change(0, end);
      if (!to) continue;
      const std::int64_t from = *to - (end > 0 ? 1 : -1);
      const Outcome& there = scale.at(*to);
      add({input.name, input.type, input.value(from), input.value(*to), there.family, there.id, {}},
          input.present);
    }
  }

  /// An input that is an integer itself.
  void integer(const std::string& name, std::int64_t now, std::int64_t low, std::int64_t high,
               const std::function<Outcome(std::int64_t)>& ask) {
    search({name, "integer", [now](std::int64_t step) { return Value{now + step}; },
            static_cast<double>(now)},
           std::min<std::int64_t>(0, low - now), std::max<std::int64_t>(0, high - now),
           Scale([&ask, now](std::int64_t step) { return ask(now + step); }));
  }

  void need_requests() {
    std::int64_t most = 0;
    for (const LayoutPlan& plan : layouts_) most = std::max(most, requests_held(plan));
    integer("need_requests", request_.need.at_least_requests(), 1, most + 1,
            [&](std::int64_t requests) {
              Need need = request_.need;
              need.requests = requests;
              return outcome_of(layouts_, need);
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
      return outcome_of(layouts_, need);
    });
  }

  [[nodiscard]] Outcome outcome(std::span<const LayoutPlan> plans) const {
    return outcome_of(plans, request_.need);
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
           Scale([&](std::int64_t step) { return outcome(what_if_.at_utilization(step)); }));
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
           -steps, steps, Scale([&](std::int64_t step) {
             return outcome(what_if_.at_weights(now + step * bytes_step));
           }));
  }

  void max_model_len() {
    const std::int64_t now = layouts_.front().cache->serving.max_model_len.count();
    const std::int64_t longest =
        std::max(now, request_.model->architecture.derived_max_model_len.count());
    integer("max_model_len", now, 1, longest,
            [&](std::int64_t length) { return outcome(what_if_.at_length(length)); });
  }

  void cache_dtype() {
    const std::string now = layouts_.front().cache->serving.kv_cache_dtype;
    const CacheDtype present = layouts_.front().cache->serving.cache_dtype;
    for (const char* other : {"bfloat16", "fp8", "nvfp4"}) {
      if (parse_cache_dtype(other) == present) continue;
      const auto plans = what_if_.at_cache_dtype(other);
      if (plans.empty()) continue;
      if (const Outcome there = outcome(plans); there.id != present_.id) {
        found_.push_back(
            {{"kv_cache_dtype", "string", now, std::string(other), there.family, there.id, {}},
             1.0});
      }
    }
  }

  /// Services of so many bytes more on every box, at the share that they leave.
  void services() {
    const auto any_unified = std::ranges::any_of(request_.boxes, &Box::unified);
    if (!any_unified || request_.kv_cache_memory) return;
    const auto changed = [&](std::int64_t step) {
      return with_room_for_services(what_if_, what_if_.with_services(step * bytes_step));
    };
    const auto ask = [&](std::int64_t step) {
      const auto there = step == 0 ? std::optional(request_) : changed(step);
      return there ? outcome(what_if_.with_memory(*there)) : Outcome{"none", "none", "none"};
    };
    const std::int64_t most =
        std::ranges::max(request_.boxes, {}, &Box::total).total.count() / bytes_step.count();
    const std::size_t before = found_.size();
    search({"services_bytes", "integer",
            [](std::int64_t step) { return Value{(step * bytes_step).count()}; }, 0},
           0, most, Scale(ask));
    if (found_.size() == before) return;
    Found& found = found_.back();
    const std::int64_t to = std::get<std::int64_t>(found.flip.to);
    if (const auto there = changed(to / bytes_step.count())) {
      found.flip.with_utilization = there->utilization;
    }
    const Bytes total = request_.boxes.front().total;
    found.distance = static_cast<double>(to) / static_cast<double>(total.count());
  }

  const PlanRequest& request_;
  WhatIf what_if_;
  std::span<const LayoutPlan> layouts_;
  Outcome present_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<Flip> flips(const PlanRequest& request, std::span<const LayoutPlan> layouts) {
  return FlipSearch(request, layouts).all();
}

}  // namespace kvplan
