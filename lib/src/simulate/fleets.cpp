#include "kvplan/fleets.hpp"

#include <array>
#include <charconv>
#include <optional>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

template <class Value, std::size_t count>
Value named(const std::array<Value, count>& values, const std::string& text, const char* option) {
  std::string known;
  for (const Value value : values) {
    if (name(value) == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name(value));
  }
  throw invalid({option, ""}, known, '"' + text + '"');
}

/// The file of a benchmark that is of this layout.
std::optional<std::string> file_for(const std::string& benchmark, const LayoutPlan& plan,
                                    bool one_of_several) {
  const std::size_t equals = benchmark.find('=');
  if (equals == std::string::npos) {
    if (one_of_several && plan.layout.copies.front().boxes.size() > 1) return std::nullopt;
    return benchmark;
  }
  const std::string layout = benchmark.substr(0, equals);
  if (layout == plan.layout.id() || layout == name(plan.layout.family)) {
    return benchmark.substr(equals + 1);
  }
  if (layout.find('/') == std::string::npos) return std::nullopt;
  return benchmark;  // a path with an equals sign
}

std::string why_left_out(const PlanRequest& request, const LayoutPlan& plan) {
  if (!plan.fits) return "it does not fit";
  if (request.layout) return "";
  if (plan.layout.pipeline_parallel > 1) return "pipeline stages are not simulated";
  if (plan.layout.data_parallel > 1) return "ranks that share experts are not simulated";
  return "";
}

Fleet set_up(Fleet fleet, const FleetOptions& options) {
  fleet.sessions_share_prefix = options.sessions_share_prefix;
  fleet.retry_lost = options.retry_lost;
  for (SimulatedEngine& engine : fleet.copies) {
    engine.speculation.acceptance = options.acceptance;
    if (options.cap > 0 && !options.cap_at_proxy) {
      engine.max_num_seqs = std::min(engine.max_num_seqs, options.cap);
    }
  }
  if (options.cap_at_proxy) fleet.proxy_cap = options.cap;
  for (const Restart& restart : options.restarts) {
    if (restart.copy < fleet.copies.size()) fleet.restarts.push_back(restart);
  }
  return fleet;
}

/// "512", "0.8", "0.75": as people write it, to three decimals.
std::string number(double value) {
  std::string text = format_fixed(value, 3);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

StepTime step_for(const PlanRequest& request, const LayoutPlan& plan, const FleetOptions& options) {
  for (const std::string& benchmark : options.benchmarks) {
    const auto file = file_for(benchmark, plan, options.benchmarks.size() > 1);
    if (!file) continue;
    SimulatedEngine engine = fleet_of(request, plan, {}).copies.front();
    engine.speculation.acceptance = options.acceptance;
    StepTime step = calibrated(engine, closed_loop_points(read_measurements({*file}).points));
    step.source += " (" + *file + ")";
    return step;
  }
  return roofline(request, plan, options.roofline);
}

Fleets fleets_of(const PlanRequest& request, const FleetOptions& options) {
  if (options.cap < 0) throw invalid({"--cap", ""}, "0 or more", std::to_string(options.cap));
  if (!(options.acceptance >= 0 && options.acceptance <= 1)) {
    throw invalid({"--acceptance", ""}, "0 to 1", format_fixed(options.acceptance, 3));
  }
  Fleets result;
  for (const LayoutPlan& plan : compare(request).layouts) {
    if (const std::string why = why_left_out(request, plan); !why.empty()) {
      result.left_out.push_back(plan.layout.id() + ": " + why);
      continue;
    }
    Fleet fleet = set_up(fleet_of(request, plan, step_for(request, plan, options)), options);
    for (const Routing routing : options.routings) {
      fleet.routing = routing;
      result.fleets.push_back(fleet);
      if (fleet.copies.size() == 1) break;
    }
  }
  return result;
}

Routing parse_routing(const std::string& text) {
  return named(
      std::array{Routing::least_conn, Routing::round_robin, Routing::sticky, Routing::prefix_aware},
      text, "--routing");
}

Measure parse_measure(const std::string& text) {
  return named(std::array{Measure::e2e_mean, Measure::e2e_p95, Measure::ttft_mean,
                          Measure::ttft_p95, Measure::tpot_p95, Measure::duration},
               text, "--by");
}

Restart parse_restart(const std::string& text) {
  Restart restart;
  const char* at = text.data();
  const char* end = at + text.size();
  const auto part = [&](auto& value, char after) {
    const auto [rest, error] = std::from_chars(at, end, value);
    const bool good =
        error == std::errc{} && (after == 0 ? rest == end : rest != end && *rest == after);
    at = rest == end ? rest : rest + 1;
    return good;
  };
  if (!part(restart.copy, '@') || !part(restart.at_s, ':') || !part(restart.seconds, 0) ||
      restart.copy < 1) {
    throw invalid({"--restart", ""}, "COPY@SECONDS:SECONDS, such as 2@600:300", '"' + text + '"');
  }
  --restart.copy;
  return restart;
}

std::string spelled(const Length& length) {
  switch (length.shape) {
    case Length::Shape::uniform:
      return number(length.low) + ".." + number(length.high);
    case Length::Shape::exponential:
      return number(length.mean) + "~exp";
    case Length::Shape::lognormal:
      return number(length.mean) + "~" + number(length.variation);
    case Length::Shape::fixed:
      break;
  }
  return number(length.mean);
}

std::string spelled(const Generator& generator) {
  std::string text = format_count(generator.requests) + " requests, ";
  if (generator.clients > 0) {
    text += std::to_string(generator.clients) + " clients in a closed loop";
  } else {
    text += format_fixed(generator.rate, 3) + " a second, " +
            (generator.burstiness == 1 ? "Poisson"
                                       : "gamma of shape " + format_fixed(generator.burstiness, 2));
  }
  text += ", " + spelled(generator.in) + " in and " + spelled(generator.out) + " out";
  if (generator.long_share > 0) {
    text += ", " + format_fixed(100 * generator.long_share, 2) + " % of them " +
            spelled(generator.long_in) + " in and " + spelled(generator.long_out) + " out";
  }
  return text;
}

}  // namespace kvplan
