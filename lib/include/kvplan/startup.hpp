// Start-up: whether an engine is let in at all, and how little a box has left on the way to
// serving. Steady state is not the tightest moment, least of all where CPU and GPU share the
// memory.
//
//   free at start ── check: free ≥ ceil(total × utilization) ──► load ──► profile ──► cache ──►
//   ready
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kvplan/box.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/facts.hpp"

namespace kvplan {

/// The rôle of a box's engine process in its copy: the head carries the API server and, over
/// several boxes, whatever starts the others.
enum class StartRole { alone, head, worker };
[[nodiscard]] std::string_view name(StartRole role);

enum class StartVerdict {
  passes,       ///< at the low end of what is free too
  may_fail,     ///< only above the low end
  fails,        ///< even at the high end
  not_checked,  ///< this version does not compare
};
[[nodiscard]] std::string_view name(StartVerdict verdict);

/// What a box has left at one moment of the start: low is the tight end.
struct StartPhase {
  std::string name;  ///< "before", "loading", "profile", "cache", "ready"
  Band left;
  std::optional<SecondsBand> seconds;  ///< how long it lasts, where there are measurements
};

struct StartUp {
  std::string box;
  StartRole role = StartRole::alone;
  std::string compared;  ///< what the check reads: "MemAvailable", "cudaMemGetInfo's free memory"
  Bytes requested;       ///< what must be free, whatever --kv-cache-memory-bytes says
  Band free;             ///< at the start, given or assumed
  StartVerdict verdict = StartVerdict::passes;
  Bytes short_at_low;       ///< requested − the low end of free; 0 where it passes
  double highest_util = 0;  ///< that the low end of free lets in
  /// Lacking right after an engine of the same size was stopped and has given nothing back yet.
  Bytes short_after_restart;
  std::vector<StartPhase> phases;
  /// Several engines on the box: the order in which they start, and the first that is refused.
  std::vector<std::string> order;
  std::optional<std::string> stuck;
  [[nodiscard]] const StartPhase& tightest() const;  ///< the phase with the least left, likely
};

struct StartInputs {
  const Box* box = nullptr;
  const EngineRules* rules = nullptr;
  StartRole role = StartRole::alone;
  Bytes requested;
  std::optional<Bytes> free;   ///< given, before other engines; else assumed from the box
  std::optional<Band> system;  ///< measured use before any engine; services are part of it
  Bytes services;              ///< that run already
  Bytes engines;               ///< other engines that start before this one
  Band weights;
  Band other;    ///< inside the budget, less the cache
  Bytes cache;   ///< that is allocated
  Band after;    ///< allocated after the profile
  Bytes pinned;  ///< parts of the model on the host
};

/// Source of the figures: public start-ups on GB10 (free at start 101.3 to 114.5 of 121.69 GiB;
/// peaks 0 to 23 GiB over the budget within ten seconds of the profile; page cache of the shards).
[[nodiscard]] StartUp start_up(const StartInputs& inputs);

/// Free memory of a box before an engine comes, when nobody measured it.
[[nodiscard]] Band assumed_free(const Box& box, Bytes beside);

/// One of several engines of a box.
struct EngineStart {
  std::string name;
  Bytes requested;  ///< compared with what is free
  Bytes uses;       ///< what it then takes, outside of its share too
};

struct StartOrder {
  std::vector<std::size_t> order;    ///< indices; the order in which most can start
  std::vector<Bytes> free_before;    ///< along the order
  std::optional<std::size_t> stuck;  ///< the first along the order that is refused
};

/// The order that lets all start whenever any order does: those first whose request exceeds their
/// use the most, for a request must be free once while a use stays taken.
[[nodiscard]] StartOrder start_order(Bytes free, std::span<const EngineStart> engines);

}  // namespace kvplan
