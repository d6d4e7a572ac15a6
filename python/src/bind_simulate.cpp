// Which layouts are simulated, and why not, is what `kvplan traffic simulate` says.
#include "kvplan/simulate.hpp"

#include <pybind11/numpy.h>

#include "asked.hpp"
#include "bind.hpp"
#include "kvplan/compare.hpp"
#include "kvplan/error.hpp"
#include "kvplan/simulation_report.hpp"

namespace kvplan::python {
namespace {

/// What simulate() takes beside the question.
struct SimulateInputs {
  std::string trace;  ///< a file; empty: the generator
  TraceOptions trace_options;
  Generator generator;
  std::string arrivals;  ///< the generator in words
  std::vector<std::string> routings;
  std::int64_t cap = 0;
  bool cap_at_proxy = false;
  bool sessions_share_prefix = false;
  double acceptance = 0.7;
  std::string benchmark;
  Roofline roofline;
  SimulationOptions simulation;
  std::string by = "e2e_p95";
  bool search_long_share = false;
};

template <class Value, std::size_t count>
Value named(const std::array<Value, count>& values, const std::string& text, const char* what) {
  std::string known;
  for (const Value value : values) {
    if (name(value) == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name(value));
  }
  throw invalid({what, ""}, known, '"' + text + '"');
}

Routing routing_named(const std::string& text) {
  return named(
      std::array{Routing::least_conn, Routing::round_robin, Routing::sticky, Routing::prefix_aware},
      text, "--routing");
}

Measure measure_named(const std::string& text) {
  return named(std::array{Measure::e2e_mean, Measure::e2e_p95, Measure::ttft_mean,
                          Measure::ttft_p95, Measure::tpot_p95, Measure::duration},
               text, "--by");
}

StepTime step_for(const SimulateInputs& inputs, const PlanRequest& request,
                  const LayoutPlan& plan) {
  if (inputs.benchmark.empty()) return roofline(request, plan, inputs.roofline);
  SimulatedEngine engine = fleet_of(request, plan, {}).copies.front();
  engine.speculation.acceptance = inputs.acceptance;
  StepTime step =
      calibrated(engine, closed_loop_points(read_measurements({inputs.benchmark}).points));
  step.source += " (" + inputs.benchmark + ")";
  return step;
}

std::string why_left_out(const PlanRequest& request, const LayoutPlan& plan) {
  if (!plan.fits) return "it does not fit";
  if (request.layout) return "";
  if (plan.layout.pipeline_parallel > 1) return "pipeline stages are not simulated";
  if (plan.layout.id().find("dp") != std::string::npos) {
    return "ranks that share experts are not simulated";
  }
  return "";
}

std::vector<Fleet> fleets_of(const SimulateInputs& inputs, const PlanRequest& request,
                             std::vector<std::string>& left_out) {
  std::vector<Fleet> fleets;
  for (const LayoutPlan& plan : compare(request).layouts) {
    if (const std::string why = why_left_out(request, plan); !why.empty()) {
      left_out.push_back(plan.layout.id() + ": " + why);
      continue;
    }
    Fleet fleet = fleet_of(request, plan, step_for(inputs, request, plan));
    fleet.sessions_share_prefix = inputs.sessions_share_prefix;
    for (SimulatedEngine& engine : fleet.copies) {
      engine.speculation.acceptance = inputs.acceptance;
      if (inputs.cap > 0 && !inputs.cap_at_proxy) {
        engine.max_num_seqs = std::min(engine.max_num_seqs, inputs.cap);
      }
    }
    if (inputs.cap_at_proxy) fleet.proxy_cap = inputs.cap;
    for (const std::string& routing : inputs.routings) {
      fleet.routing = routing_named(routing);
      fleets.push_back(fleet);
      if (fleet.copies.size() == 1) break;
    }
  }
  return fleets;
}

SimulationReport simulated(const Asked& question, const SimulateInputs& inputs,
                           const std::string& data_dir) {
  SimulationReport report;
  report.measure = measure_named(inputs.by);
  report.seed = inputs.simulation.seed;
  report.arrivals = inputs.arrivals;
  std::optional<Trace> trace;
  if (!inputs.trace.empty()) {
    trace = read_trace(inputs.trace, inputs.trace_options);
    report.arrivals = inputs.trace + " (" + trace->format() + ", " +
                      format_count(static_cast<std::int64_t>(trace->size())) + " requests)";
  }
  const PlanRequest request = question.request(data_dir);
  report.model = request.model->config.name;
  const std::vector<Fleet> fleets = fleets_of(inputs, request, report.left_out);
  for (const Fleet& fleet : fleets) {
    const auto source = trace ? replay(*trace) : generate(inputs.generator);
    report.runs.push_back({fleet, simulate(fleet, *source, inputs.simulation)});
  }
  if (inputs.search_long_share) {
    report.search = search_long_share(fleets, inputs.generator, report.measure, inputs.simulation);
  }
  return report;
}

using Figures = std::map<std::string, std::optional<double>>;

/// Seconds.
Figures figures(const Percentiles& times) {
  const auto seconds = [](auto ps) -> std::optional<double> {
    if (!ps) return std::nullopt;
    return static_cast<double>(*ps) / static_cast<double>(ps_per_second);
  };
  return {{"count", static_cast<double>(times.count())},
          {"mean", seconds(times.mean())},
          {"p50", seconds(times.at(0.5))},
          {"p90", seconds(times.at(0.9))},
          {"p95", seconds(times.at(0.95))},
          {"p99", seconds(times.at(0.99))},
          {"max", seconds(times.max())}};
}

template <auto Member>
Figures latency(const SimulatedRun& run) {
  return figures(run.result.latencies.*Member);
}

template <class T, class Value>
py::array_t<T> column(const std::vector<Bin>& bins, Value value) {
  py::array_t<T> array(std::vector<py::ssize_t>{static_cast<py::ssize_t>(bins.size())});
  T* out = array.mutable_data();
  for (const Bin& bin : bins) *out++ = value(bin);
  return array;
}

py::dict series(const CopyResult& copy) {
  py::dict columns;
  const auto count = [&](const char* name, std::int64_t Activity::*member) {
    columns[name] =
        column<std::int64_t>(copy.bins, [&](const Bin& bin) { return bin.activity.*member; });
  };
  const auto mean = [&](const char* name, double Activity::*member, double whole) {
    columns[name] = column<double>(copy.bins, [&](const Bin& bin) {
      const double span = bin.to_s - bin.from_s;
      return span > 0 ? bin.activity.*member / span / whole : 0;
    });
  };
  columns["from_s"] = column<double>(copy.bins, [](const Bin& bin) { return bin.from_s; });
  columns["to_s"] = column<double>(copy.bins, [](const Bin& bin) { return bin.to_s; });
  count("arrived", &Activity::arrived);
  count("completed", &Activity::completed);
  count("prompt_tokens_computed", &Activity::prompt_tokens);
  count("output_tokens", &Activity::output_tokens);
  count("prefix_hits", &Activity::prefix_hits);
  count("preemptions", &Activity::preemptions);
  mean("running_mean", &Activity::running_s, 1);
  mean("waiting_mean", &Activity::waiting_s, 1);
  mean("kv_cache_usage_mean", &Activity::blocks_s,
       static_cast<double>(std::max<std::int64_t>(copy.usable_blocks, 1)));
  return columns;
}

void bind_inputs(py::module_& module) {
  using I = SimulateInputs;
  const auto length = [](Length Generator::*member, const char* option) {
    return [member, option](I& inputs, const std::string& text) {
      inputs.generator.*member = parse_length(text, option);
    };
  };
  py::class_<I>(module, "SimulateInputs", "What simulate() takes beside the question.")
      .def(py::init<>())
      .def_readwrite("trace", &I::trace)
      .def("set_trace_options",
           [](I& inputs, const std::map<std::string, std::string>& columns, std::int64_t hash_block,
              double speed, std::int64_t limit) {
             inputs.trace_options.columns.insert(columns.begin(), columns.end());
             inputs.trace_options.hash_block = hash_block;
             inputs.trace_options.speed = speed;
             inputs.trace_options.limit = limit;
           })
      .def("set_generator",
           [](I& inputs, double rate, double burstiness, std::int64_t clients, double think_s,
              std::int64_t requests, double long_share, std::int64_t shared_prefix) {
             Generator& g = inputs.generator;
             g.rate = rate;
             g.burstiness = burstiness;
             g.clients = clients;
             g.think_s = think_s;
             g.requests = requests;
             g.long_share = long_share;
             g.shared_prefix = shared_prefix;
           })
      .def("set_in", length(&Generator::in, "--in"))
      .def("set_out", length(&Generator::out, "--out"))
      .def("set_long_in", length(&Generator::long_in, "--long-in"))
      .def("set_long_out", length(&Generator::long_out, "--long-out"))
      .def("set_seed",
           [](I& inputs, std::uint64_t seed) {
             inputs.simulation.seed = seed;
             inputs.generator.seed = seed;
           })
      .def("set_bin", [](I& inputs, double seconds) { inputs.simulation.bin_s = seconds; })
      .def("set_prefill",
           [](I& inputs, double tok_s) { inputs.roofline.prefill_tokens_per_s = tok_s; })
      .def("set_all_reduce",
           [](I& inputs, double seconds) { inputs.roofline.all_reduce_s = seconds; })
      .def_readwrite("arrivals", &I::arrivals)
      .def_readwrite("routings", &I::routings)
      .def_readwrite("cap", &I::cap)
      .def_readwrite("cap_at_proxy", &I::cap_at_proxy)
      .def_readwrite("sessions_share_prefix", &I::sessions_share_prefix)
      .def_readwrite("acceptance", &I::acceptance)
      .def_readwrite("benchmark", &I::benchmark)
      .def_readwrite("by", &I::by)
      .def_readwrite("search_long_share", &I::search_long_share);
}

void bind_results(py::module_& module) {
  py::class_<CopyResult>(module, "CopyResult", "One copy of a simulated layout.")
      .def_readonly("usable_blocks", &CopyResult::usable_blocks)
      .def_readonly("most_blocks", &CopyResult::most_blocks, "held at once")
      .def_readonly("most_running", &CopyResult::most_running, "requests")
      .def_readonly("most_waiting", &CopyResult::most_waiting, "requests")
      .def_property_readonly("completed", [](const CopyResult& c) { return c.total.completed; })
      .def_property_readonly("preemptions", [](const CopyResult& c) { return c.total.preemptions; })
      .def_property_readonly(
          "series", &series,
          "The time series as numpy arrays, one value a bin: from_s, to_s (float64, seconds); "
          "arrived, completed, preemptions (int64, requests); prompt_tokens_computed, "
          "output_tokens, prefix_hits (int64, tokens); running_mean, waiting_mean (float64, "
          "requests); kv_cache_usage_mean (float64, share of the blocks)");
  using Run = SimulatedRun;
  py::class_<Run>(module, "SimulatedRun", "One layout with one routing.")
      .def_property_readonly("layout_id", [](const Run& run) { return run.fleet.name; })
      .def_property_readonly("routing",
                             [](const Run& run) { return std::string(name(run.fleet.routing)); })
      .def_property_readonly("arrived", [](const Run& run) { return run.result.arrived; })
      .def_property_readonly("completed", [](const Run& run) { return run.result.completed; })
      .def_property_readonly(
          "rejected", [](const Run& run) { return run.result.rejected; },
          "requests longer than max_model_len, or than the whole cache")
      .def_property_readonly("preemptions",
                             [](const Run& run) { return run.result.total.preemptions; })
      .def_property_readonly(
          "duration_s", [](const Run& run) { return run.result.duration_s; },
          "seconds from the first arrival to the last completion")
      .def_property_readonly("output_tok_s",
                             [](const Run& run) { return run.result.output_tok_s(); })
      .def_property_readonly("req_s", [](const Run& run) { return run.result.requests_per_s(); })
      .def_property_readonly("ttft_s", &latency<&Latencies::ttft>,
                             "seconds to the first token: count, mean, p50, p90, p95, p99, max")
      .def_property_readonly("tpot_s", &latency<&Latencies::tpot>, "seconds a further token")
      .def_property_readonly("itl_s", &latency<&Latencies::itl>, "seconds between tokens")
      .def_property_readonly("e2e_s", &latency<&Latencies::e2e>, "seconds of the whole request")
      .def_property_readonly("queue_s", &latency<&Latencies::queue>,
                             "seconds from arrival to the first step")
      .def_property_readonly(
          "step_time_source", [](const Run& run) { return run.fleet.copies.front().step.source; },
          "'calibrated: …' or 'roofline: …'")
      .def_property_readonly("copies", [](const Run& run) { return run.result.copies; })
      .def("__repr__", [](const Run& run) {
        return "<kvplan.SimulatedRun " + run.fleet.name + ", " +
               std::string(name(run.fleet.routing)) + ">";
      });
  py::class_<ShareFlip>(module, "ShareFlip", "Where the best layout changes.")
      .def_readonly("from_", &ShareFlip::from, "the last share looked at with the old winner")
      .def_readonly("to", &ShareFlip::to, "the first with the new one")
      .def_readonly("before", &ShareFlip::before, "index into the report's runs")
      .def_readonly("after", &ShareFlip::after, "index into the report's runs");
  py::class_<SimulationReport>(module, "SimulationReport", "What was simulated and what came out.")
      .def_readonly("model", &SimulationReport::model)
      .def_readonly("arrivals", &SimulationReport::arrivals)
      .def_readonly("runs", &SimulationReport::runs)
      .def_readonly("left_out", &SimulationReport::left_out,
                    "layouts that were not simulated, and why")
      .def_property_readonly(
          "flips",
          [](const SimulationReport& report) {
            return report.search ? report.search->flips : std::vector<ShareFlip>{};
          },
          "of a search over the share of long requests")
      .def(
          "to_json", [](const SimulationReport& report) { return render_simulation_json(report); },
          "The text of `kvplan traffic simulate --format json`.")
      .def(
          "to_csv", [](const SimulationReport& report) { return render_simulation_csv(report); },
          "The time series: a line for each run, copy and bin.")
      .def("__str__", [](const SimulationReport& report) { return render_simulation_text(report); })
      .def("__repr__", [](const SimulationReport& report) {
        return "<kvplan.SimulationReport: " + std::to_string(report.runs.size()) + " runs>";
      });
}

}  // namespace

void bind_simulate(py::module_& module) {
  bind_inputs(module);
  bind_results(module);
  module.def("simulate", &simulated, py::arg("question"), py::arg("inputs"), py::arg("data_dir"),
             py::call_guard<py::gil_scoped_release>(),
             "Replays a trace, or generated requests, against the layouts of a plan.");
}

}  // namespace kvplan::python
