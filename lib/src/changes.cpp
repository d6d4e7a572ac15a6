#include "kvplan/changes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "kvplan/rule.hpp"
#include "what_if.hpp"

namespace kvplan {
namespace {

/// What a change gives up, the cheapest first.
enum Rank { memory, step_size, precision, drafts, seats, other_layout, length };

/// The step nearest to `here` (exclusive) towards `there` (inclusive) at which `holds`, for a
/// condition that stays once it holds; nothing when it does not even hold at `there`.
std::optional<std::int64_t> first_step(std::int64_t here, std::int64_t there,
                                       const std::function<bool(std::int64_t)>& holds) {
  if (here == there || !holds(there)) return std::nullopt;
  while (std::abs(there - here) > 1) {
    const std::int64_t middle = here + (there - here) / 2;
    (holds(middle) ? there : here) = middle;
  }
  return there;
}

class ChangeSearch {
 public:
  ChangeSearch(const PlanRequest& request, std::span<const LayoutPlan> layouts)
      : request_(request), what_if_(request, layouts), layouts_(layouts) {}

  [[nodiscard]] std::vector<Change> singles() {
    share();
    cache_bytes();
    batched_tokens();
    cache_dtype();
    without_drafts();
    fewer_requests();
    another_layout();
    shorter();
    return std::move(found_);
  }

  /// A narrower cache first, then one more change on top of it.
  [[nodiscard]] std::vector<Change> pairs() {
    for (const auto& [dtype, plans] : narrower_caches()) {
      PlanRequest changed = request_;
      changed.options.kv_cache_dtype = dtype;
      for (Change& second : ChangeSearch(changed, plans).singles()) {
        second.flag = "--kv-cache-dtype " + dtype + " " + second.flag;
        second.gives_up = "some precision of the cache; " + second.gives_up;
        second.rank += precision;
        found_.push_back(std::move(second));
      }
      if (!found_.empty()) break;
    }
    return std::move(found_);
  }

 private:
  using Plans = std::vector<LayoutPlan>;

  /// The layout to take where the need is met.
  [[nodiscard]] std::optional<std::string> met(const Plans& plans) const {
    const auto best = best_layout(plans, request_.need);
    if (best && meets_need(plans[*best], request_.need)) return plans[*best].layout.id();
    const auto other = std::ranges::find_if(
        plans, [&](const LayoutPlan& plan) { return meets_need(plan, request_.need); });
    return other == plans.end() ? std::nullopt : std::optional(other->layout.id());
  }

  /// @return true where the need is met
  bool add(const Plans& plans, const std::string& flag, const std::string& gives_up, Rank rank) {
    const auto layout = met(plans);
    if (layout) found_.push_back({flag, gives_up, *layout, rank});
    return layout.has_value();
  }

  [[nodiscard]] std::string shares_flag(std::int64_t steps) const {
    const auto& now = request_.utilization;
    const bool alike = std::ranges::all_of(now, [&](double share) { return share == now.front(); });
    std::string text = "--util ";
    for (std::size_t i = 0; i < (alike ? 1 : now.size()); ++i) {
      text += (i == 0 ? "" : ",") + format_fixed(utilization_at(now[i], steps), 2);
    }
    return text;
  }

  void share() {
    if (request_.kv_cache_memory) return;
    constexpr double most_share = 0.95;  // above it no public start-up on shared memory is known
    constexpr int hundredth = 10;        // steps
    const auto [least, most] = std::ranges::minmax(request_.utilization);
    const double front = request_.utilization.front();
    const auto onto_hundredths = static_cast<std::int64_t>(
        std::llround(std::round(front * 100) * hundredth - front * utilization_steps));
    for (const int direction : {1, -1}) {
      for (int i = 1; i < 100; ++i) {
        const std::int64_t steps = onto_hundredths + std::int64_t{direction} * i * hundredth;
        if (utilization_at(most, steps) > most_share + 1e-9) break;
        if (utilization_at(least, steps) < 0.01) break;
        if (add(what_if_.with_memory(what_if_.at_utilization(steps)), shares_flag(steps),
                direction > 0 ? "leaves less for others on the box"
                              : "a smaller cache, more for others on the box",
                memory)) {
          break;
        }
      }
    }
  }

  void cache_bytes() {
    if (!request_.kv_cache_memory) return;
    constexpr std::int64_t most_steps = 4096;  // of 256 MiB in a box of up to 1 TiB
    const std::int64_t total = std::ranges::max(request_.boxes, {}, &Box::total).total.count();
    const std::int64_t mebibytes =
        256 * std::max<std::int64_t>(1, ceil_div(total, most_steps * (256_MiB).count()));
    const Bytes step = mebibytes * 1_MiB;
    const std::int64_t now = request_.kv_cache_memory->count() / step.count();
    const std::int64_t most = total / step.count();
    const auto plans = [&](std::int64_t steps) {
      PlanRequest changed = request_;
      changed.kv_cache_memory = steps * step;
      return what_if_.with_memory(changed);
    };
    for (std::int64_t distance = 1; distance <= most; ++distance) {
      for (const std::int64_t steps : {now + distance, now - distance}) {
        if (steps < 1 || steps > most) continue;
        const std::string flag =
            "--kv-cache-memory-bytes " + std::to_string(steps * mebibytes) + "MiB";
        if (add(plans(steps), flag,
                steps > now ? "leaves less for others on the box" : "a smaller cache", memory)) {
          return;
        }
      }
    }
  }

  template <class Set>
  [[nodiscard]] Plans with_option(const Set& set) const {
    PlanRequest changed = request_;
    set(changed.options);
    return what_if_.with_options(changed);
  }

  /// The engine's other use grows with the tokens of a step.
  void batched_tokens() {
    constexpr std::int64_t least = 2048;
    std::int64_t tokens = layouts_.front().cache->serving.max_num_batched_tokens.count();
    while (tokens / 2 >= least) {
      tokens /= 2;
      const auto plans =
          with_option([&](EngineOptions& o) { o.max_num_batched_tokens = Tokens{tokens}; });
      if (add(plans, "--max-num-batched-tokens " + std::to_string(tokens),
              "speed of long prompts: fewer tokens a step", step_size)) {
        return;
      }
    }
  }

  [[nodiscard]] std::vector<std::pair<std::string, Plans>> narrower_caches() const {
    std::vector<std::pair<std::string, Plans>> caches;
    if (!is_native(layouts_.front().cache->serving.cache_dtype)) return caches;
    Plans plans = what_if_.with_options(what_if_.at_cache_dtype("fp8"));
    if (!plans.empty()) caches.emplace_back("fp8", std::move(plans));
    return caches;
  }

  void cache_dtype() {
    for (const auto& [dtype, plans] : narrower_caches()) {
      if (add(plans, "--kv-cache-dtype " + dtype, "some precision of the cache", precision)) return;
    }
  }

  void without_drafts() {
    if (!request_.options.speculative_config) return;
    PlanRequest changed = request_;
    changed.options.speculative_config.reset();
    try {
      const Comparison comparison = compare(changed);
      add(comparison.layouts, "without --speculative-config", "the speed that drafts give", drafts);
    } catch (const std::exception&) {  // the engine serves none of the layouts so
      return;
    }
  }

  void fewer_requests() {
    std::int64_t seqs = layouts_.front().cache->serving.max_num_seqs;
    while (seqs > 1) {
      seqs /= 2;
      const auto plans = with_option([&](EngineOptions& o) { o.max_num_seqs = seqs; });
      if (add(plans, "--max-num-seqs " + std::to_string(seqs), "requests at a time", seats)) return;
    }
  }

  /// Where only one layout, or sizes, were asked for.
  void another_layout() {
    const EngineOptions& options = request_.options;
    const bool sizes = options.tensor_parallel_size > 1 || options.pipeline_parallel_size > 1 ||
                       options.data_parallel_size > 1;
    if (!request_.layout && !sizes) return;
    PlanRequest changed = request_;
    changed.layout.reset();
    changed.options.tensor_parallel_size = 1;
    changed.options.pipeline_parallel_size = 1;
    changed.options.data_parallel_size = 1;
    try {
      const Comparison comparison = compare(changed);
      if (const auto layout = met(comparison.layouts)) {
        add(comparison.layouts, "--layout " + *layout, "the layout that was asked for",
            other_layout);
      }
    } catch (const std::exception&) {
      return;
    }
  }

  void shorter() {
    constexpr std::int64_t least = 1024;
    const std::int64_t now = layouts_.front().cache->serving.max_model_len.count();
    const auto plans_at = [&](std::int64_t value) {
      return what_if_.with_options(what_if_.at_length(value));
    };
    const auto holds = [&](std::int64_t value) { return met(plans_at(value)).has_value(); };
    const auto shorter = first_step(now, 1, holds);
    if (!shorter || *shorter < least) return;
    const std::int64_t lost = 100 - *shorter * 100 / now;
    add(plans_at(*shorter), "--max-model-len " + std::to_string(*shorter),
        "longer requests: " + std::to_string(lost) + " % of the context", length);
  }

  const PlanRequest& request_;
  WhatIf what_if_;
  std::span<const LayoutPlan> layouts_;
  std::vector<Change> found_;
};

}  // namespace

std::vector<Change> changes_that_fit(const PlanRequest& request,
                                     std::span<const LayoutPlan> layouts) {
  if (layouts.empty()) return {};
  std::vector<Change> changes = ChangeSearch(request, layouts).singles();
  if (changes.empty()) changes = ChangeSearch(request, layouts).pairs();
  std::ranges::stable_sort(changes, {}, &Change::rank);
  return changes;
}

}  // namespace kvplan
