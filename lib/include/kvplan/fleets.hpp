// From a request to the fleets that are simulated: which layouts of its plan, behind which routing,
// with which caps, restarts and step times. What `kvplan traffic simulate` and Python's simulate()
// both ask.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kvplan/simulate.hpp"

namespace kvplan {

struct FleetOptions {
  /// One fleet each for layouts of several copies; a single copy has the first alone.
  std::vector<Routing> routings = {Routing::least_conn};
  std::int64_t cap = 0;                 ///< requests in flight per copy at most; 0: no cap
  bool cap_at_proxy = false;            ///< the proxy queues the rest; else the engine does
  std::vector<Restart> restarts;        ///< those of copies that a layout has count for it
  bool retry_lost = true;               ///< a client sends again what a restart cut
  bool sessions_share_prefix = false;   ///< a turn of a session begins with all turns before
  double acceptance = 0.7;              ///< chance of a draft token, given those before it
  std::vector<std::string> benchmarks;  ///< [LAYOUT=]FILE: results that calibrate the step time
  Roofline roofline;                    ///< where no benchmark is of a layout
};

struct Fleets {
  std::vector<Fleet> fleets;
  std::vector<std::string> left_out;  ///< layouts that are not simulated, and why
};

/// The step time of a layout: calibrated by the first benchmark that is of it, else a roofline. A
/// benchmark without a layout is of every layout; where there are several, of single boxes.
/// @throws Error as calibrated(), roofline() and read_measurements()
[[nodiscard]] StepTime step_for(const PlanRequest& request, const LayoutPlan& plan,
                                const FleetOptions& options);

/// Every layout of the plan that fits and can be simulated.
/// @throws Error (invalid) for a cap or an acceptance out of range; as compare() and step_for()
[[nodiscard]] Fleets fleets_of(const PlanRequest& request, const FleetOptions& options);

/// "least_conn", … @throws Error (invalid) naming `--routing`
[[nodiscard]] Routing parse_routing(const std::string& text);
/// "e2e_p95", … @throws Error (invalid) naming `--by`
[[nodiscard]] Measure parse_measure(const std::string& text);
/// "2@600:300": the second copy goes away after 600 s for 300 s.
/// @throws Error (invalid) naming `--restart`
[[nodiscard]] Restart parse_restart(const std::string& text);

/// What parse_length() reads: "512", "100..900", "512~exp", "512~0.8".
[[nodiscard]] std::string spelled(const Length& length);
/// A generator in words: "200 requests, 2.000 a second, Poisson, 512 in and 256 out".
[[nodiscard]] std::string spelled(const Generator& generator);

}  // namespace kvplan
