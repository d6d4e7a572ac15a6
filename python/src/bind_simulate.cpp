// Percentiles in seconds, and time series as numpy arrays.
#include "kvplan/simulate.hpp"

#include <pybind11/numpy.h>

#include "bind.hpp"
#include "kvplan/simulation_report.hpp"

namespace kvplan::python {
namespace {

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

}  // namespace

void bind_simulate(py::module_&) {
  class_of<Percentiles>()
      .def("__eq__", [](const Percentiles& a, const Percentiles& b) { return a == b; })
      .def(py::pickle(
          [](const Percentiles& held) -> py::tuple { return py::make_tuple(held.state()); },
          [](const py::tuple& state) { return Percentiles(state[0].cast<Percentiles::State>()); }))
      .def("__repr__", [](const Percentiles& held) {
        return "<Percentiles of " + format_count(held.count()) + " values>";
      });
  class_of<CopyResult>().def_property_readonly(
      "series", &series,
      "The time series as numpy arrays, one value a bin: from_s, to_s (float64, seconds); "
      "arrived, completed, preemptions (int64, requests); prompt_tokens_computed, output_tokens, "
      "prefix_hits (int64, tokens); running_mean, waiting_mean (float64, requests); "
      "kv_cache_usage_mean (float64, share of the blocks)");
  using Run = SimulatedRun;
  class_of<Run>()
      .def_property_readonly("layout_id", [](const Run& run) { return run.fleet.name; })
      .def_property_readonly("routing", [](const Run& run) { return run.fleet.routing; })
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
          "'calibrated: …' or 'roofline: …'");
}

}  // namespace kvplan::python
