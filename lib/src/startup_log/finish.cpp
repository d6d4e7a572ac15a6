// From lines to a run: which rank binds, what follows from several lines, what is missing.
#include <algorithm>
#include <cmath>

#include "checked.hpp"
#include "startup_log/start.hpp"

namespace kvplan::startup_log {
namespace {

/// Two decimals of GiB: what a printed figure may be off by.
constexpr Bytes rounding = 6_MiB;

bool about_equal(Bytes a, Bytes b) { return a - b <= rounding && b - a <= rounding; }

template <class T>
void fill(std::optional<T>& field, const std::optional<T>& other) {
  if (!field) field = other;
}

/// What the binding rank does not say itself, another process of its start may have said: the
/// engine's core prints some lines, its worker others, and one rank speaks for all in a third kind.
void fill_from(RankFigures& rank, const RankFigures& other) {
  fill(rank.total, other.total);
  fill(rank.free_at_start, other.free_at_start);
  fill(rank.requested, other.requested);
  fill(rank.weights, other.weights);
  fill(rank.available_kv, other.available_kv);
  fill(rank.consumed, other.consumed);
  fill(rank.peak_activation, other.peak_activation);
  fill(rank.non_torch, other.non_torch);
  fill(rank.graphs_estimated, other.graphs_estimated);
  fill(rank.graphs, other.graphs);
  fill(rank.load_seconds, other.load_seconds);
  fill(rank.num_blocks, other.num_blocks);
  fill(rank.tokens, other.tokens);
  fill(rank.max_concurrency, other.max_concurrency);
}

/// The binding rank: the one with the least for its cache; where none says, the heaviest.
RankFigures binding(const std::map<std::string, RankFigures>& ranks) {
  const RankFigures* binds = nullptr;
  for (const auto& [name, rank] : ranks) {
    if (binds == nullptr) binds = &rank;
    const bool less =
        rank.available_kv && (!binds->available_kv || *rank.available_kv < *binds->available_kv);
    const bool heavier = !rank.available_kv && !binds->available_kv && rank.weights &&
                         (!binds->weights || *rank.weights > *binds->weights);
    if (less || heavier) binds = &rank;
  }
  RankFigures bound = binds == nullptr ? RankFigures{} : *binds;
  for (const auto& [name, rank] : ranks) fill_from(bound, rank);
  return bound;
}

/// A share or a number of ranks that no engine starts with is a line that was cut or made up.
void drop_impossible(Start& start) {
  const auto keep = [](auto& field, auto largest) {
    if (field && !(*field > 0 && *field <= largest)) field.reset();
  };
  constexpr std::int64_t most_ranks = 65536;
  keep(start.memory_fraction, 1.0);
  keep(start.run.gpu_memory_utilization, 1.0);
  keep(start.run.tensor_parallel, most_ranks);
  keep(start.run.pipeline_parallel, most_ranks);
}

/// An option in whole bytes is exact where the printed figure is it, rounded.
void take_exact_memory(StartupRun& run) {
  const auto given = run.options.find("kv_cache_memory_bytes");
  if (given == run.options.end() || !run.kv_cache_memory || !run.bound.available_kv) return;
  if (about_equal(*run.kv_cache_memory, *run.bound.available_kv)) {
    run.bound.available_kv = run.kv_cache_memory;
  } else {
    run.notes.emplace_back(
        "kv_cache_memory_bytes was given and another size was set: the environment "
        "or a start-up plan decided");
    run.kv_cache_memory = run.bound.available_kv;
  }
}

void resolve_budget(Start& start) {
  StartupRun& run = start.run;
  RankFigures& bound = run.bound;
  if (start.memory_fraction && bound.free_at_start) {
    // SGLang: pool = after load − (1 − fraction) × before load (GB10.md 2).
    bound.requested = share_of(*bound.free_at_start, *start.memory_fraction);
  }
  if (!bound.requested && bound.total && run.gpu_memory_utilization && run.engine == "vllm" &&
      !run.kv_cache_memory) {
    bound.requested = Bytes{static_cast<std::int64_t>(
        std::ceil(static_cast<double>(bound.total->count()) * *run.gpu_memory_utilization))};
  }
}

void resolve_capacity(Start& start) {
  StartupRun& run = start.run;
  if (!start.token_lines.empty()) run.tokens = *std::ranges::min_element(start.token_lines);
  for (const auto& [name, rank] : start.ranks) {
    if (rank.max_concurrency &&
        (!run.max_concurrency || *rank.max_concurrency < *run.max_concurrency)) {
      run.max_concurrency = rank.max_concurrency;
    }
  }
  run.complete = run.tokens || run.bound.num_blocks || run.max_concurrency;
}

void say_what_is_missing(Start& start) {
  StartupRun& run = start.run;
  if (!start.announced) {
    run.notes.emplace_back("the beginning is missing: no version and no options");
  }
  if (!run.refused && !run.complete && !start.cause.empty()) {
    run.refused = "it stopped with " + start.cause;
  }
  if (run.refused) {
    run.notes.push_back("the engine did not start: " + *run.refused);
  } else if (!run.complete) {
    run.notes.emplace_back("the log ends before the size of the cache");
  }
  if (run.engine == "vllm" && !run.kv_cache_memory && run.bound.available_kv &&
      !run.bound.requested) {
    run.notes.emplace_back(
        "the box's total memory is not in this log, so its budget is not known: give --box or "
        "--total");
  }
}

void check_against_itself(StartupRun& run) {
  const RankFigures& bound = run.bound;
  if (bound.graphs_estimated && *bound.graphs_estimated < Bytes{}) {
    run.notes.push_back("the estimate of CUDA graphs is below zero (" +
                        format_gib(*bound.graphs_estimated) +
                        "): the cache was given that much "
                        "more than the profile found");
  }
  if (run.beside_cache() && *run.beside_cache() < Bytes{}) {
    run.notes.emplace_back(
        "the cache is larger than the budget: the lines are of different starts");
  }
}

}  // namespace

StartupRun finished(Start start) {
  StartupRun& run = start.run;
  for (const auto& [name, rank] : start.ranks) {
    if (!name.empty()) run.ranks.push_back(rank);
  }
  run.bound = binding(start.ranks);
  drop_impossible(start);
  take_exact_memory(run);
  resolve_budget(start);
  resolve_capacity(start);
  say_what_is_missing(start);
  check_against_itself(run);
  return std::move(start.run);
}

}  // namespace kvplan::startup_log

namespace kvplan {

std::optional<Bytes> StartupRun::beside_cache() const {
  if (kv_cache_memory || !bound.requested || !bound.available_kv) return std::nullopt;
  return *bound.requested - *bound.available_kv;
}

std::optional<Bytes> StartupRun::weights() const {
  if (bound.weights) return bound.weights;
  // The CPU backend prints no weights; its checkpoint is what it loads, in parts over the ranks.
  if (backend != "cpu" || !checkpoint) return std::nullopt;
  const std::int64_t parts = tensor_parallel.value_or(1) * pipeline_parallel.value_or(1);
  if (parts < 1) return std::nullopt;
  return Bytes{checkpoint->count() / parts};
}

std::optional<Bytes> StartupRun::other() const {
  const auto beside = beside_cache();
  const auto held = weights();
  if (!beside || !held) return std::nullopt;
  return *beside - *held;
}

}  // namespace kvplan
