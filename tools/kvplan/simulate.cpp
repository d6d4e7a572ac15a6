// `kvplan traffic simulate`: a trace or a generator against the planned layouts.
#include <charconv>
#include <iostream>

#include "commands.hpp"
#include "formats.hpp"
#include "kvplan/error.hpp"
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
  app.option("--hash-block", o.trace_options.hash_block, "tokens of one of hash_ids");
  app.option("--speed", o.trace_options.speed, "2: the trace in half the time");
  app.option("--limit", o.trace_options.limit, "only so many requests of the trace");
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
             "prompt tokens a second, for the roofline");
  app.option("--all-reduce-us", o.all_reduce_us, "one all-reduce of a split, for the roofline");
  app.option("--flip", o.flip, "long-share: where the best layout changes").one_of({"long-share"});
  app.option("--by", o.by, "e2e_mean, e2e_p95, ttft_mean, ttft_p95, tpot_p95, duration");
  app.option("--seed", o.simulation.seed, "of all that is drawn");
  app.option("--bin", o.simulation.bin_s, "seconds of a bin of the time series");
}

template <class Value>
Value named(std::span<const Value> values, const std::string& text, const char* option) {
  std::string known;
  for (const Value value : values) {
    if (name(value) == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name(value));
  }
  throw invalid({option, ""}, known, '"' + text + '"');
}

std::pair<std::string, std::string> halves(const std::string& text, const char* option,
                                           const char* expected) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw invalid({option, ""}, expected, '"' + text + '"');
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

/// "2@600:300": the second copy goes away after 600 s for 300 s.
Restart restart_of(const std::string& text) {
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

StepTime step_for(const SimulateOptions& o, const PlanRequest& request, const LayoutPlan& plan) {
  for (const std::string& benchmark : o.benchmarks) {
    std::string file = benchmark;
    if (const std::size_t equals = benchmark.find('='); equals != std::string::npos) {
      const std::string layout = benchmark.substr(0, equals);
      if (layout == plan.layout.id() || layout == name(plan.layout.family)) {
        file = benchmark.substr(equals + 1);
      } else if (layout.find('/') == std::string::npos) {
        continue;
      }
    } else if (plan.layout.copies.front().boxes.size() > 1 && o.benchmarks.size() > 1) {
      continue;
    }
    SimulatedEngine engine = fleet_of(request, plan, {}).copies.front();
    engine.speculation.acceptance = o.acceptance;
    StepTime step = calibrated(engine, closed_loop_points(read_measurements({file}).points));
    step.source += " (" + file + ")";
    return step;
  }
  Roofline extra = o.roofline;
  if (o.all_reduce_us >= 0) extra.all_reduce_s = o.all_reduce_us / 1e6;
  return roofline(request, plan, extra);
}

std::vector<Fleet> fleets_of(const SimulateOptions& o, const PlanRequest& request,
                             std::vector<std::string>& left_out) {
  constexpr std::array routings{Routing::least_conn, Routing::round_robin, Routing::sticky,
                                Routing::prefix_aware};
  std::vector<Fleet> fleets;
  for (const LayoutPlan& plan : compare(request).layouts) {
    if (!plan.fits) {
      left_out.push_back(plan.layout.id() + ": it does not fit");
      continue;
    }
    if (plan.layout.pipeline_parallel > 1 && !request.layout) {
      left_out.push_back(plan.layout.id() + ": pipeline stages are not simulated");
      continue;
    }
    if (plan.layout.data_parallel > 1 && !request.layout) {
      left_out.push_back(plan.layout.id() + ": ranks that share experts are not simulated");
      continue;
    }
    Fleet fleet = fleet_of(request, plan, step_for(o, request, plan));
    fleet.sessions_share_prefix = o.sessions_share_prefix;
    fleet.retry_lost = o.lost == "retry";
    if (o.cap < 0) throw invalid({"--cap", ""}, "0 or more", std::to_string(o.cap));
    for (SimulatedEngine& engine : fleet.copies) {
      engine.speculation.acceptance = o.acceptance;
      if (o.cap > 0 && o.cap_at == "copy")
        engine.max_num_seqs = std::min(engine.max_num_seqs, o.cap);
    }
    if (o.cap_at == "proxy") fleet.proxy_cap = o.cap;
    for (const std::string& text : o.restarts) {
      const Restart restart = restart_of(text);
      if (restart.copy < fleet.copies.size()) fleet.restarts.push_back(restart);
    }
    const bool several = fleet.copies.size() > 1;
    for (const std::string& text : o.routings) {
      fleet.routing = named<Routing>(routings, text, "--routing");
      fleets.push_back(fleet);
      if (!several) break;
    }
  }
  return fleets;
}

std::string described(const SimulateOptions& o) {
  const Generator& g = o.generator;
  std::string text = format_count(g.requests) + " requests, ";
  if (g.clients > 0) {
    text += std::to_string(g.clients) + " clients in a closed loop";
  } else {
    text += format_fixed(g.rate, 3) + " a second, " +
            (g.burstiness == 1 ? "Poisson" : "gamma of shape " + format_fixed(g.burstiness, 2));
  }
  text += ", " + o.in + " in and " + o.out + " out";
  if (g.long_share > 0) {
    text += ", " + format_fixed(100 * g.long_share, 2) + " % of them " + o.long_in + " in and " +
            o.long_out + " out";
  }
  return text;
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

}  // namespace

int run_simulate(int argc, char** argv) {
  constexpr int does_not_fit = 1;
  constexpr std::array measures{Measure::e2e_mean, Measure::e2e_p95,  Measure::ttft_mean,
                                Measure::ttft_p95, Measure::tpot_p95, Measure::duration};
  CommandLine app{"Replays a trace, or generated requests, against the layouts of a plan.",
                  "kvplan traffic simulate"};
  SimulateOptions o;
  add_plan_options(app, o.question);
  add_engine_option(app, o.question);
  add_output_options(app, o.output, formats().listed());
  add_arrival_options(app, o);
  add_fleet_options(app, o);
  if (const auto over = app.parse(argc, argv)) return *over;
  if (o.routings.empty()) o.routings = {"least_conn"};
  for (const std::string& text : o.map) {
    o.trace_options.columns.insert(halves(text, "--map", "KEY=COLUMN"));
  }
  if (!(o.acceptance >= 0 && o.acceptance <= 1)) {
    throw invalid({"--acceptance", ""}, "0 to 1", format_fixed(o.acceptance, 3));
  }
  if (!(o.simulation.bin_s >= 0 && o.simulation.bin_s <= 1e6)) {
    throw invalid({"--bin", ""}, "0 to 1000000 seconds", format_fixed(o.simulation.bin_s, 3));
  }
  fill_generator(o);

  SimulationReport report;
  report.measure = named<Measure>(measures, o.by, "--by");
  report.seed = o.simulation.seed;
  std::optional<Trace> trace;
  if (!o.trace.empty()) {
    trace = read_trace(o.trace, o.trace_options);
    report.arrivals = o.trace + " (" + trace->format() + ", " +
                      format_count(static_cast<std::int64_t>(trace->size())) + " requests)";
  } else {
    if (!app.given("--poisson") && !app.given("--clients")) {
      throw invalid({"--trace", ""}, "--trace FILE, --poisson RATE or --clients N", "none of them");
    }
    report.arrivals = described(o);
  }
  if (trace && !o.flip.empty()) {
    throw invalid({"--flip", ""}, "--poisson or --clients, whose share of long requests can change",
                  "--trace");
  }
  const PlanRequest request = plan_request(o.question);
  report.model = request.model->config.name;
  std::vector<Fleet> fleets = fleets_of(o, request, report.left_out);
  if (fleets.empty()) {
    for (const std::string& line : report.left_out) std::cerr << "kvplan: " << line << '\n';
    return does_not_fit;
  }
  for (const Fleet& fleet : fleets) {
    const auto source = trace ? replay(*trace) : generate(o.generator);
    report.runs.push_back({fleet, simulate(fleet, *source, o.simulation)});
  }
  if (!o.flip.empty()) {
    report.search = search_long_share(fleets, o.generator, report.measure, o.simulation);
  }
  return answer(o.output, 0, formats(), report);
}

}  // namespace kvplan::tool
