// `kvplan traffic simulate`: a trace or a generator against the planned layouts.
#include <iostream>

#include "commands.hpp"
#include "formats.hpp"
#include "kvplan/error.hpp"
#include "kvplan/fleets.hpp"
#include "kvplan/simulation_report.hpp"
#include "options.hpp"

namespace kvplan::tool {
namespace {

struct SimulateOptions {
  Question question;
  OutputOptions output;
  std::string trace;
  std::vector<std::string> map;
  TraceOptions trace_options;
  Generator generator;
  std::string in = "512";
  std::string out = "256";
  std::string long_in;
  std::string long_out;
  std::vector<std::string> routings;
  std::int64_t cap = 0;
  std::string cap_at = "copy";
  std::vector<std::string> restarts;
  std::string lost = "retry";
  bool sessions_share_prefix = false;
  double acceptance = 0.7;
  std::vector<std::string> benchmarks;
  Roofline roofline;
  double all_reduce_us = -1;
  std::string flip;
  std::string by = "e2e_p95";
  SimulationOptions simulation;
};

void add_arrival_options(CommandLine& app, SimulateOptions& o) {
  app.option("--trace", o.trace, "CSV or JSON Lines: t,in,out; Azure, BurstGPT, Mooncake, Bailian");
  app.option("--map", o.map, "KEY=COLUMN for t, in, out, session, hash_ids; repeatable");
  app.option("--hash-block", o.trace_options.hash_block, "tokens of one of hash_ids").at_least(1);
  app.option("--speed", o.trace_options.speed, "2: the trace in half the time");
  app.option("--limit", o.trace_options.limit, "only so many requests of the trace; 0: all")
      .at_least(0);
  app.option("--poisson", o.generator.rate, "requests a second");
  app.option("--burstiness", o.generator.burstiness, "gamma shape of the gaps; 1: Poisson");
  app.option("--clients", o.generator.clients, "a closed loop of so many, instead of a rate");
  app.option("--think", o.generator.think_s, "seconds between an answer and the next request");
  app.option("--requests", o.generator.requests, "how many to generate");
  app.option("--in", o.in, "prompt tokens: 512, 100..900, 512~exp, 512~0.8");
  app.option("--out", o.out, "answer tokens, likewise");
  app.option("--long-share", o.generator.long_share, "share of long requests, 0 to 1");
  app.option("--long-in", o.long_in, "their prompt tokens");
  app.option("--long-out", o.long_out, "their answer tokens");
  app.option("--shared-prefix", o.generator.shared_prefix, "tokens that every prompt begins with");
  app.flag("--sessions-share-prefix", o.sessions_share_prefix,
           "a turn of a session begins with all turns before");
}

void add_fleet_options(CommandLine& app, SimulateOptions& o) {
  app.option("--routing", o.routings, "least_conn, round_robin, sticky, prefix_aware; repeatable");
  app.option("--cap", o.cap, "requests in flight per copy at most");
  app.option("--cap-at", o.cap_at, "copy: the engine queues the rest; proxy: the proxy does")
      .one_of({"copy", "proxy"});
  app.option("--restart", o.restarts, "COPY@SECONDS:SECONDS: which, when, how long; repeatable");
  app.option("--lost", o.lost, "what a restart cuts: retry or fail").one_of({"retry", "fail"});
  app.option("--acceptance", o.acceptance, "chance of a draft token, given those before it");
  app.option(
      "--benchmark", o.benchmarks,
      "[LAYOUT=]FILE: benchmark results, as `traffic` reads them, that calibrate the step time");
  app.option("--prefill-tok-s", o.roofline.prefill_tokens_per_s,
             "prompt tokens a second, for the roofline")
      .between(1e-3, 1e9);
  app.option("--all-reduce-us", o.all_reduce_us, "one all-reduce of a split, for the roofline")
      .between(0, 1e6);
  app.option("--flip", o.flip, "long-share: where the best layout changes").one_of({"long-share"});
  app.option("--by", o.by, "e2e_mean, e2e_p95, ttft_mean, ttft_p95, tpot_p95, duration");
  app.option("--seed", o.simulation.seed, "of all that is drawn");
  app.option("--bin", o.simulation.bin_s, "seconds of a bin of the time series");
}

std::pair<std::string, std::string> halves(const std::string& text, const char* option,
                                           const char* expected) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw invalid({option, ""}, expected, '"' + text + '"');
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

FleetOptions fleet_options(const SimulateOptions& o) {
  FleetOptions fleets;
  if (!o.routings.empty()) fleets.routings.clear();
  for (const std::string& text : o.routings) fleets.routings.push_back(parse_routing(text));
  fleets.cap = o.cap;
  fleets.cap_at_proxy = o.cap_at == "proxy";
  for (const std::string& text : o.restarts) fleets.restarts.push_back(parse_restart(text));
  fleets.retry_lost = o.lost == "retry";
  fleets.sessions_share_prefix = o.sessions_share_prefix;
  fleets.acceptance = o.acceptance;
  fleets.benchmarks = o.benchmarks;
  fleets.roofline = o.roofline;
  if (o.all_reduce_us >= 0) fleets.roofline.all_reduce_s = o.all_reduce_us / 1e6;
  return fleets;
}

void fill_generator(SimulateOptions& o) {
  o.generator.seed = o.simulation.seed;
  o.generator.in = parse_length(o.in, "--in");
  o.generator.out = parse_length(o.out, "--out");
  if (o.long_in.empty()) o.long_in = o.in;
  if (o.long_out.empty()) o.long_out = o.out;
  o.generator.long_in = parse_length(o.long_in, "--long-in");
  o.generator.long_out = parse_length(o.long_out, "--long-out");
}

const Formats<SimulationReport>& formats() {
  static const Formats<SimulationReport> all{
      {"text", [](const SimulationReport& report, bool) { return render_simulation_text(report); }},
      {"json", [](const SimulationReport& report, bool) { return render_simulation_json(report); }},
      {"csv", [](const SimulationReport& report, bool) { return render_simulation_csv(report); }},
  };
  return all;
}

void check_ranges(const SimulateOptions& o) {
  if (!(o.simulation.bin_s >= 0 && o.simulation.bin_s <= 1e6)) {
    throw invalid({"--bin", ""}, "0 to 1000000 seconds", format_fixed(o.simulation.bin_s, 3));
  }
  if (!o.trace.empty() && !o.flip.empty()) {
    throw invalid({"--flip", ""}, "--poisson or --clients, whose share of long requests can change",
                  "--trace");
  }
}

/// The trace, or nothing: the generator then.
std::optional<Trace> read_arrivals(const SimulateOptions& o, SimulationReport& report) {
  if (o.trace.empty()) {
    report.arrivals = spelled(o.generator);
    return std::nullopt;
  }
  Trace trace = read_trace(o.trace, o.trace_options);
  report.arrivals = o.trace + " (" + trace.format() + ", " +
                    format_count(static_cast<std::int64_t>(trace.size())) + " requests)";
  return trace;
}

}  // namespace

int run_simulate(int argc, char** argv) {
  constexpr int does_not_fit = 1;
  CommandLine app{"Replays a trace, or generated requests, against the layouts of a plan.",
                  "kvplan traffic simulate"};
  SimulateOptions o;
  add_plan_options(app, o.question);
  add_engine_option(app, o.question);
  add_output_options(app, o.output, formats().listed());
  add_arrival_options(app, o);
  add_fleet_options(app, o);
  if (const auto over = app.parse(argc, argv)) return *over;
  if (o.trace.empty() && !app.given("--poisson") && !app.given("--clients")) {
    throw invalid({"--trace", ""}, "--trace FILE, --poisson RATE or --clients N", "none of them");
  }
  for (const std::string& text : o.map) {
    o.trace_options.columns.insert(halves(text, "--map", "KEY=COLUMN"));
  }
  check_ranges(o);
  fill_generator(o);
  const FleetOptions options = fleet_options(o);

  SimulationReport report;
  report.measure = parse_measure(o.by);
  report.seed = o.simulation.seed;
  const std::optional<Trace> trace = read_arrivals(o, report);
  const PlanRequest request = plan_request(o.question);
  report.model = request.model->config.name;
  const Fleets simulated = fleets_of(request, options);
  report.left_out = simulated.left_out;
  if (simulated.fleets.empty()) {
    for (const std::string& line : report.left_out) std::cerr << "kvplan: " << line << '\n';
    return does_not_fit;
  }
  for (const Fleet& fleet : simulated.fleets) {
    const auto source = trace ? replay(*trace) : generate(o.generator);
    report.runs.push_back({fleet, simulate(fleet, *source, o.simulation)});
  }
  if (!o.flip.empty()) {
    report.search = search_long_share(simulated.fleets, o.generator, report.measure, o.simulation);
  }
  return answer(o.output, 0, formats(), report);
}

}  // namespace kvplan::tool
