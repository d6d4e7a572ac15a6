// Benchmark files, traces, and distributions of lengths.
#include "kvplan/traffic.hpp"
#include "../scratch.hpp"
#include "../targets.hpp"
#include "kvplan/config.hpp"
#include "kvplan/lengths.hpp"
#include "kvplan/simulate.hpp"

namespace kvplan::fuzz {

void read_measurements(std::string_view input) {
  const TrafficReport report = traffic_report(parse_measurements(input, "benchmark"), {});
  static_cast<void>(render_text(report, false));
  static_cast<void>(render_markdown(report));
  static_cast<void>(render_svg(report));
  static_cast<void>(parse_json(render_json(report), "written"));
}

void read_trace(std::string_view input) {
  TraceOptions options;
  options.limit = 1000;
  const Trace trace = parse_trace(input, "trace", options);
  SimulatedEngine engine;
  engine.num_blocks = 1000;
  engine.groups.emplace_back();
  engine.step.fixed = ps_per_second / 50;
  Fleet fleet;
  fleet.copies = {engine};
  const auto source = replay(trace);
  static_cast<void>(simulate(fleet, *source, {}));
}

void read_lengths(std::string_view input) {
  const RequestLengths lengths = input.find('\n') == std::string_view::npos
                                     ? parse_lengths(input)
                                     : kvplan::read_lengths(scratch("lengths.csv", input).string());
  static_cast<void>(lengths.mean());
  static_cast<void>(lengths.longer_than(lengths.longest()));
}

}  // namespace kvplan::fuzz
