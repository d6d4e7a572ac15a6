// A simulation of engines behind a proxy, step by step: continuous batching, chunked prefill, paged
// cache with the family's own groups, preemption, prefix caching. What the engine does is vLLM
// 0.33's scheduler (v1/core/sched/scheduler.py, kv_cache_manager.py); what is left out is said in
// lib/src/simulate/README.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/percentiles.hpp"
#include "kvplan/step_time.hpp"
#include "kvplan/trace.hpp"

namespace kvplan {

/// One group of layers, as its requests take blocks.
struct SimulatedGroup {
  Retention retention = EveryToken{};
  std::int64_t block_size = 16;  ///< tokens, over all ranks that share a request
  bool prefix_cacheable = true;
  /// A state whose content at block boundaries is cached (mamba_cache_mode "align"): a request
  /// holds the running one and, for one step after a boundary, the one before.
  bool aligned_state = false;
  std::int64_t draft_blocks = 0;    ///< of an aligned state: one a draft token
  bool prefill_checkpoint = false;  ///< of an aligned state: one more in the last prefill step
  friend bool operator==(const SimulatedGroup&, const SimulatedGroup&) = default;
};

struct SimulatedSpeculation {
  std::int64_t tokens = 0;        ///< drafts a step
  std::int64_t lookahead = 0;     ///< slots that the drafter needs beyond them
  double acceptance = 0;          ///< of the first draft, and of each further one after it
  bool drops_last_block = false;  ///< a prefix hit loses its last block (MTP, EAGLE)
  friend bool operator==(const SimulatedSpeculation&, const SimulatedSpeculation&) = default;
};

/// One copy of the engine.
struct SimulatedEngine {
  std::int64_t num_blocks = 2;  ///< the null block included, as the engine counts
  std::vector<SimulatedGroup> groups;
  std::int64_t max_model_len = 4096;
  std::int64_t max_num_seqs = 256;
  std::int64_t max_num_batched_tokens = 2048;
  std::int64_t max_in_flight_tokens = 2048;
  bool prefix_caching = true;
  bool align_states = false;  ///< prefill chunks end where a state must be cached
  SimulatedSpeculation speculation;
  StepTime step;
};

enum class Routing { least_conn, round_robin, sticky, prefix_aware };
[[nodiscard]] std::string_view name(Routing routing);

/// A copy goes away and comes back empty.
struct Restart {
  std::size_t copy = 0;
  double at_s = 0;
  double seconds = 0;
};

struct Fleet {
  std::string name;
  std::vector<SimulatedEngine> copies;
  Routing routing = Routing::least_conn;
  /// In flight per copy at most, kept by the proxy, which queues the rest; 0: no cap.
  std::int64_t proxy_cap = 0;
  std::vector<Restart> restarts;
  bool retry_lost = true;  ///< a client sends again what a restart cut
  /// Turns of a session begin with all of the turns before.
  bool sessions_share_prefix = false;
};

struct Latencies {
  Percentiles ttft;  ///< arrival to first token, picoseconds as all of these
  Percentiles tpot;  ///< (last token − first) ÷ (tokens − 1), of answers of two tokens or more
  Percentiles itl;   ///< gaps between the steps that gave a request tokens
  Percentiles e2e;   ///< arrival to last token
  Percentiles queue;  ///< arrival to the first step
};

/// What happened in a stretch of time, or to a copy in all.
struct Activity {
  std::int64_t arrived = 0;
  std::int64_t completed = 0;
  std::int64_t prompt_tokens = 0;  ///< computed, again after a preemption too
  std::int64_t output_tokens = 0;
  std::int64_t token_steps = 0;  ///< Σ over steps of the requests that generated
  std::int64_t steps = 0;
  std::int64_t preemptions = 0;
  std::int64_t prefix_queries = 0;  ///< tokens looked up on admission
  std::int64_t prefix_hits = 0;     ///< tokens found
  double busy_s = 0;
  double running_s = 0;  ///< ∫ running requests dt
  double waiting_s = 0;  ///< ∫ requests that wait at the copy dt
  double blocks_s = 0;   ///< ∫ blocks held by requests dt
};

struct Bin {
  double from_s = 0;
  double to_s = 0;
  Activity activity;
};

struct CopyResult {
  Activity total;
  Latencies latencies;
  std::int64_t usable_blocks = 0;
  std::int64_t most_blocks = 0;    ///< held at once
  std::int64_t blocks_at_end = 0;  ///< held when all is done: 0, or a block leaked
  std::int64_t most_running = 0;
  std::int64_t most_waiting = 0;
  std::vector<Bin> bins;
};

struct SimulationResult {
  std::string fleet;
  std::int64_t arrived = 0;
  std::int64_t completed = 0;
  std::int64_t rejected = 0;  ///< longer than max_model_len, or than the whole cache
  std::int64_t failed = 0;    ///< cut by a restart and not sent again
  std::int64_t retried = 0;
  std::int64_t cut = 0;   ///< answers that max_model_len ended
  double duration_s = 0;  ///< first arrival to last completion
  std::int64_t most_at_proxy = 0;
  double at_proxy_s = 0;     ///< ∫ requests that wait at the proxy dt
  Latencies latencies;       ///< over all copies
  Latencies long_latencies;  ///< of a generator's long class alone
  Activity total;
  std::vector<CopyResult> copies;

  [[nodiscard]] double output_tok_s() const;
  [[nodiscard]] double requests_per_s() const;
};

/// What one request saw; times in picoseconds.
struct RequestRecord {
  std::size_t copy = 0;
  std::int64_t arrived = 0;
  std::int64_t scheduled = 0;
  std::int64_t first_token = 0;
  std::int64_t done = 0;
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t preemptions = 0;
  bool is_long = false;
};

struct SimulationOptions {
  std::uint64_t seed = 1;  ///< of what is drawn inside: accepted drafts
  double bin_s = 0;        ///< of the time series; 0: as wide as keeps them below 256
  bool jump = true;        ///< false: step by step also where nothing changes (for tests)
  std::function<void(const RequestRecord&)> on_done;
};

/// The same inputs give the same result, on every platform.
/// @throws Error (invalid) for an engine that cannot be, a restart of no copy, or more than 92 days
[[nodiscard]] SimulationResult simulate(const Fleet& fleet, ArrivalSource& arrivals,
                                        const SimulationOptions& options);

/// The engines of a planned layout. @throws Error (invalid) where it does not fit, (unknown) for
/// pipeline stages, which are not simulated
[[nodiscard]] Fleet fleet_of(const PlanRequest& request, const LayoutPlan& plan,
                             const StepTime& step);

/// The step time with which simulated closed loops take as long as the measured ones did: least
/// squares of the relative errors, no term below zero.
/// @param engine  what was measured; its step is not looked at
/// @throws Error (invalid) for no points
[[nodiscard]] StepTime calibrated(const SimulatedEngine& engine,
                                  std::span<const ClosedLoopPoint> points);

// How well a layout did, by one number: smaller is better.
enum class Measure { e2e_mean, e2e_p95, ttft_mean, ttft_p95, tpot_p95, duration };
[[nodiscard]] std::string_view name(Measure measure);
[[nodiscard]] std::optional<double> measured(const SimulationResult& result, Measure measure);

struct ShareRow {
  double long_share = 0;
  std::vector<std::optional<double>> values;  ///< one a fleet
  std::size_t best = 0;
};
struct ShareFlip {
  double from = 0;  ///< the last share looked at with the old winner
  double to = 0;    ///< the first with the new one
  std::size_t before = 0;
  std::size_t after = 0;
};
struct ShareSearch {
  std::vector<ShareRow> rows;  ///< by share
  std::vector<ShareFlip> flips;
};
/// Which fleet is best as the share of long requests grows, and where the answer changes: a coarse
/// walk, then halving until two shares are `precision` apart.
[[nodiscard]] ShareSearch search_long_share(std::span<const Fleet> fleets,
                                            const Generator& generator, Measure measure,
                                            const SimulationOptions& options,
                                            double precision = 0.001);

}  // namespace kvplan
