#include "kvplan/startup.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "checked.hpp"

namespace kvplan {
namespace {

/// The engine compares with free memory since 0.9.1 (vllm-versions.md 2.6).
bool checks(const EngineRules& rules) { return rules.release >= Release{0, 9, 1, 0}; }

std::string compared_figure(const Box& box, const EngineRules& rules) {
  std::string cuda = "cudaMemGetInfo's free memory";
  if (!box.unified) return cuda;
  switch (rules.shared_memory) {
    case SharedMemoryRule::cuda_free:
      return cuda + ", page cache counted as used";
    case SharedMemoryRule::available_by_capability: {
      const Capability c = box.capability;
      const bool listed = c == Capability{8, 7} || c == Capability{11, 0} || c == Capability{12, 1};
      return listed ? "MemAvailable" : cuda + ", page cache counted as used";
    }
    case SharedMemoryRule::available_where_integrated:
      return "MemAvailable";
  }
  return cuda;
}

StartVerdict verdict_of(const StartInputs& in, const Band& free) {
  if (!checks(*in.rules)) return StartVerdict::not_checked;
  if (free.low >= in.requested) return StartVerdict::passes;
  return free.high >= in.requested ? StartVerdict::may_fail : StartVerdict::fails;
}

/// Host memory of the engine's processes: the API server, the core, the workers' heaps. A head node
/// was 5.6 GiB of host use (one kit) and 7 GiB heavier than its worker (another).
Band host_processes(StartRole role) {
  switch (role) {
    case StartRole::alone:
      return {1_GiB, 2560_MiB, 4_GiB, "measured: 2 to 3 GiB beside the budget on public kits"};
    case StartRole::head:
      return {2560_MiB, 5734_MiB, 8_GiB,
              "measured: 5.6 GiB on one head node, 7 GiB more than its worker on another"};
    case StartRole::worker:
      return {512_MiB, 1536_MiB, 3_GiB, "assumed: no API server on a worker"};
  }
  return {};
}

/// Over the budget while kernels are compiled and tuned: use went from 83 to about 112 GiB at 0.70
/// (vLLM issue 46307), from 29 to 6.3 GiB available in 9 s (56824), 17 to 19 GiB on both boxes of a
/// pair; most starts show nothing of it.
Band compile_spike(const Box& box) {
  if (!box.unified) return exactly(Bytes{0}, "not on the device");
  return {Bytes{0}, 2_GiB, 23_GiB,
          "measured: most starts none, 17 to 23 GiB for some seconds on three kits"};
}

/// Buffers of the loader itself; mapped shards are page cache, which is given back.
Band loader(const Box& box) {
  if (!box.unified) return {Bytes{0}, 256_MiB, 1_GiB, "assumed: copies on their way"};
  return {Bytes{0}, 1_GiB, 5_GiB,
          "measured: none by mapped files, 4.4 to 5 GiB by InstantTensor (GLM-5.3 on two kits)"};
}

Band minus(const Band& left, const Band& taken, std::string source) {
  return {left.low - taken.high, left.likely - taken.likely, left.high - taken.low,
          std::move(source)};
}

Band minus(const Band& left, Bytes taken, std::string source) {
  return minus(left, exactly(taken, ""), std::move(source));
}

/// 0.11 GiB/s (48.5 GiB in 456 s, mapped, cold) to 1.1 GiB/s (streaming loaders, warm).
SecondsBand loading_seconds(const Band& weights) {
  return {static_cast<std::int64_t>(gib(weights.likely) / 1.1),
          static_cast<std::int64_t>(std::ceil(gib(weights.likely) / 0.106))};
}

Band free_at_start(const StartInputs& in) {
  if (in.free) return exactly(*in.free, "given");
  if (!in.system) return assumed_free(*in.box, in.services);
  return minus(exactly(in.box->total, ""), *in.system, in.system->source);
}

/// The phases on memory that is left: each takes from the one before what stays taken.
std::vector<StartPhase> phases_of(const StartInputs& in, const Band& free) {
  std::vector<StartPhase> phases;
  phases.push_back({"before", free, std::nullopt});
  const Band started = minus(free, host_processes(in.role), "");
  const Band pinned = minus(started, in.pinned, "");
  const Band loaded = minus(pinned, in.weights, "free − engine processes − weights");
  const Band carrying = minus(loaded, loader(*in.box), "");
  phases.push_back({"loading",
                    {carrying.low, carrying.likely, carrying.high,
                     "free − engine processes − weights − " + loader(*in.box).source},
                    loading_seconds(in.weights)});
  const Band profiled = minus(loaded, in.other, "");
  const Band spiked = minus(profiled, compile_spike(*in.box), "");
  phases.push_back({"profile",
                    {spiked.low, spiked.likely, spiked.high,
                     "less the engine's other use and " + compile_spike(*in.box).source},
                    SecondsBand{65, 320}});
  // What the profile misjudged comes off the cache, so weights, other use and cache are one sum.
  const Bytes inside = in.weights.likely + in.other.likely + in.cache;
  const Band cached = minus(pinned, inside, "free − engine processes − weights, other use, cache");
  phases.push_back({"cache", cached, std::nullopt});
  Band ready = minus(cached, in.after, "");
  ready.source = "less what is allocated after the profile";
  phases.push_back({"ready", ready, std::nullopt});
  return phases;
}

}  // namespace

std::string_view name(StartRole role) {
  switch (role) {
    case StartRole::alone:
      return "alone";
    case StartRole::head:
      return "head";
    case StartRole::worker:
      return "worker";
  }
  return "?";
}

std::string_view name(StartVerdict verdict) {
  switch (verdict) {
    case StartVerdict::passes:
      return "passes";
    case StartVerdict::may_fail:
      return "may_fail";
    case StartVerdict::fails:
      return "fails";
    case StartVerdict::not_checked:
      return "not_checked";
  }
  return "?";
}

const StartPhase& StartUp::tightest() const {
  return *std::ranges::min_element(phases, {},
                                   [](const StartPhase& phase) { return phase.left.likely; });
}

Band assumed_free(const Box& box, Bytes beside) {
  const auto left = [&](double share) {
    return std::max(Bytes{0}, share_of(box.total, share) - beside);
  };
  if (box.unified) {
    // Of 121.69 GiB: 101.3 (an unexplained floor on one kit), 112.25 (idle), 114.54 (fresh).
    return {left(101.3 / 121.69), left(112.25 / 121.69), left(114.54 / 121.69),
            "assumed: idle boxes of public reports, 101.3 to 114.5 of 121.69 GiB"};
  }
  // Of 79.33 GiB 77.78 were free; contexts of others take more.
  return {left(0.975), left(0.98), left(0.995), "assumed: 98 % of a card that nobody uses"};
}

StartUp start_up(const StartInputs& in) {
  StartUp start;
  start.box = in.box->name;
  start.role = in.role;
  start.compared = compared_figure(*in.box, *in.rules);
  start.requested = in.requested;
  start.free = free_at_start(in);
  if (in.engines > Bytes{0}) {
    start.free = minus(start.free, in.engines, start.free.source + ", less engines before it");
  }
  start.verdict = verdict_of(in, start.free);
  const bool checked = start.verdict != StartVerdict::not_checked;
  start.short_at_low = checked ? std::max(Bytes{0}, in.requested - start.free.low) : Bytes{0};
  const double share = static_cast<double>(start.free.low.count()) /
                       static_cast<double>(std::max<std::int64_t>(1, in.box->total.count()));
  start.highest_util = std::clamp(std::floor(share * 100) / 100, 0.0, 1.0);
  const Bytes held = in.weights.likely + in.other.likely + in.cache;
  start.short_after_restart =
      checked ? std::max(Bytes{0}, in.requested - (start.free.likely - held)) : Bytes{0};
  start.phases = phases_of(in, start.free);
  return start;
}

StartOrder start_order(Bytes free, std::span<const EngineStart> engines) {
  StartOrder result;
  result.order.resize(engines.size());
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  std::ranges::stable_sort(result.order, [&](std::size_t a, std::size_t b) {
    return engines[a].requested - engines[a].uses > engines[b].requested - engines[b].uses;
  });
  for (const std::size_t index : result.order) {
    result.free_before.push_back(free);
    if (!result.stuck && free < engines[index].requested) result.stuck = index;
    free -= engines[index].uses;
  }
  return result;
}

}  // namespace kvplan
