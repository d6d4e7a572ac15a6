// What is asked: a model, boxes, options, and what must fit.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/allocation.hpp"
#include "kvplan/budget.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/mix.hpp"

namespace kvplan {

struct Calibration;  // calibration.hpp
struct TensorFiles;  // tensor_files.hpp

/// What the cache must hold, over the whole fleet. A request lies in one copy's cache.
struct Need {
  std::optional<std::int64_t> requests;  ///< whole requests of full context, or of the mix
  std::optional<Tokens> tokens;
  std::optional<Tokens> longest;  ///< the longest single request
  /// How long the requests are: `requests` counts requests of this mix then.
  std::shared_ptr<const RequestMix> mix;
  [[nodiscard]] std::int64_t at_least_requests() const { return requests.value_or(tokens ? 0 : 1); }
  friend bool operator==(const Need&, const Need&) = default;
};

/// Free memory of a box when the engine starts, as --free gives it.
struct GivenFree {
  Bytes bytes;
  std::optional<std::string> box;  ///< nothing: of every box
};

/// Another engine on a box: its share decides when it can start, its size what it then takes.
struct OtherEngine {
  std::string name;
  double utilization = 0;
  std::optional<Bytes> uses;       ///< nothing: its share, and what it takes outside of it
  std::optional<std::string> box;  ///< nothing: on every box
};

/// Something on the boxes that is to keep memory in bounds.
enum class Guard { container_limit, earlyoom, systemd_oomd, swap, ray_monitor };

/// A file that the deployment is made of (a unit, a compose file, a launch script), as text.
struct FleetFile {
  std::string name;
  std::string text;
};

/// How the fleet is run: for the rows on speed and availability. Memory does not depend on it.
struct Operation {
  std::optional<SecondsBand> restart;            ///< of a copy, in place of the model's own facts
  std::optional<double> fault_every_days;        ///< of each box
  std::optional<std::int64_t> in_flight;         ///< requests at once over all copies
  std::optional<Tokens> context;                 ///< of a request in flight, on average
  std::map<std::string, double> measured_tok_s;  ///< by layout id or family
  std::vector<FleetFile> files;
};

struct PlanRequest {
  std::shared_ptr<const Model> model;
  ModelFacts facts;
  std::shared_ptr<const TensorFiles> files;  ///< headers or index of the model's folder
  std::vector<Box> boxes;
  std::vector<double> utilization;  ///< one a box
  EngineOptions options;
  EngineChoice engine;
  std::optional<Band> weights;           ///< given by the user: all ranks together
  std::optional<Bytes> kv_cache_memory;  ///< --kv-cache-memory-bytes: per rank, replaces the budget
  std::vector<Service> services;
  std::optional<Bytes> headroom;
  Need need;
  Operation operation;
  std::optional<std::string> layout;               ///< plan only this one: a family or an id
  std::shared_ptr<const Calibration> calibration;  ///< what these boxes really take
  std::vector<GivenFree> free;                     ///< nothing: assumed
  std::vector<OtherEngine> other_engines;
  std::vector<Guard> guards;
  /// Other models' engines (`--beside`), each on one of the boxes; their shares are services too.
  std::vector<std::shared_ptr<const PlanRequest>> beside;
};

}  // namespace kvplan
