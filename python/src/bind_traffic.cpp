#include "kvplan/traffic.hpp"

#include "bind.hpp"

namespace kvplan::python {
namespace {

void bind_measurements(py::module_& module) {
  py::class_<Measurement>(module, "Measurement",
                          "One run of a benchmark, or one level of concurrency.")
      .def_readonly("concurrency", &Measurement::concurrency, "requests in flight in the copy")
      .def_readonly("output_tok_s", &Measurement::output_tok_s, "output tokens a second, or None")
      .def_readonly("req_s", &Measurement::req_s, "requests a second, or None")
      .def_readonly("prompt_tokens", &Measurement::prompt_tokens, "mean of a request, or None")
      .def_readonly("output_tokens", &Measurement::output_tokens, "mean of a request, or None")
      .def_readonly("traffic_class", &Measurement::traffic_class)
      .def_readonly("tool", &Measurement::tool, "'vllm bench serve', 'CSV', …")
      .def_readonly("file", &Measurement::file)
      .def_readonly("place", &Measurement::place, "JSON pointer or 'line 7'")
      .def("__repr__", [](const Measurement& m) {
        return "<kvplan.Measurement at " + format_fixed(m.concurrency, 0) + " in flight>";
      });
  py::class_<Measurements>(module, "Measurements", "What files hold of a running service.")
      .def_readonly("points", &Measurements::points)
      .def_readonly("notes", &Measurements::notes, "what was left out or assumed while reading")
      .def("__len__", [](const Measurements& m) { return m.points.size(); })
      .def("__repr__", [](const Measurements& m) {
        return "<kvplan.Measurements: " + std::to_string(m.points.size()) + " points>";
      });
  module.def(
      "read_measurements",
      [](const std::vector<std::string>& files, std::optional<double> seconds) {
        return read_measurements(files, ReadOptions{seconds});
      },
      py::arg("files"), py::arg("seconds"), py::call_guard<py::gil_scoped_release>(),
      "Reads files of any known format, told apart by what is in them.");
}

void bind_traffic_question(py::module_& module) {
  using Q = TrafficQuestion;
  py::class_<Q>(module, "TrafficQuestion", "What traffic_report() asks; times in seconds.")
      .def(py::init<>())
      .def_readwrite("ttft_limit_s", &Q::ttft_limit_s)
      .def_readwrite("tpot_limit_s", &Q::tpot_limit_s)
      .def_readwrite("e2e_limit_s", &Q::e2e_limit_s)
      .def_readwrite("percentile", &Q::percentile)
      .def_readwrite("present", &Q::present)
      .def_readwrite("copies", &Q::copies)
      .def_readwrite("extrapolate", &Q::extrapolate)
      .def_readwrite("max_num_seqs", &Q::max_num_seqs)
      .def_readwrite("request_tokens", &Q::request_tokens)
      .def_readwrite("mix", &Q::mix)
      .def(
          "set_ceilings",
          [](Q& question, const Report& report) { question.ceilings = ceilings_of(report); },
          py::arg("report"), "Of the recommended layout of a plan: its slots and its cache.");
}

void bind_class(py::module_& module) {
  py::class_<Cap>(module, "Cap", "Requests in flight per copy; low ≤ value ≤ high.")
      .def_readonly("value", &Cap::value, "whole; None where no level keeps the limits")
      .def_readonly("low", &Cap::low)
      .def_readonly("high", &Cap::high)
      .def_readonly("extrapolated", &Cap::extrapolated, "beyond the last level measured");
  py::class_<CapChange>(module, "CapChange",
                        "From the present cap to the recommended one. Shares: 0.2 is +20 %.")
      .def_readonly("from_", &CapChange::from)
      .def_readonly("to", &CapChange::to)
      .def_readonly("throughput", &CapChange::throughput)
      .def_readonly("throughput_low", &CapChange::throughput_low)
      .def_readonly("throughput_high", &CapChange::throughput_high)
      .def_readonly("requests", &CapChange::requests)
      .def_readonly("requests_low", &CapChange::requests_low)
      .def_readonly("requests_high", &CapChange::requests_high)
      .def_readonly("seconds", &CapChange::seconds, "of the time that a request is in flight")
      .def_readonly("seconds_low", &CapChange::seconds_low)
      .def_readonly("seconds_high", &CapChange::seconds_high)
      .def_readonly("interpolated", &CapChange::interpolated);
  py::class_<TrafficLevel>(module, "TrafficLevel", "All that was measured at one concurrency.")
      .def_readonly("concurrency", &TrafficLevel::concurrency)
      .def_readonly("throughput", &TrafficLevel::throughput, "mean, in the class's unit")
      .def_readonly("lowest", &TrafficLevel::lowest, "of its repetitions")
      .def_readonly("highest", &TrafficLevel::highest, "of its repetitions")
      .def_readonly("repetitions", &TrafficLevel::repetitions)
      .def_readonly("req_s", &TrafficLevel::req_s, "requests a second, mean, or None")
      .def_readonly("seconds_in_flight", &TrafficLevel::seconds_in_flight,
                    "measured, else by Little's law; or None")
      .def_readonly("keeps_limits", &TrafficLevel::keeps_limits, "None without limits");
  using C = TrafficClass;
  py::class_<C>(module, "TrafficClass", "One class of traffic: its levels, knee, peak and cap.")
      .def_readonly("name", &C::name)
      .def_readonly("tokens", &C::tokens,
                    "throughput is output tokens a second, else requests a second")
      .def_readonly("levels", &C::levels)
      .def_readonly("knee", &C::knee,
                    "the smallest level from which on no doubling of the requests in flight adds "
                    "10 % of throughput; None where the data shows none")
      .def_readonly("knee_low", &C::knee_low)
      .def_readonly("knee_high", &C::knee_high)
      .def_readonly("peak", &C::peak,
                    "the level of the largest throughput where a later one falls behind it by "
                    "more than noise, or None")
      .def_readonly("peak_low", &C::peak_low)
      .def_readonly("peak_high", &C::peak_high)
      .def_readonly("shape", &C::shape,
                    "'grows to the last level', 'knee', 'falls', 'flat', 'one level' or 'none'")
      .def_readonly("cap", &C::cap)
      .def_readonly("binds", &C::binds, "what the cap comes from: knee, growth, limits, slots, …")
      .def_readonly("slots_ceiling", &C::slots_ceiling)
      .def_readonly("cache_ceiling", &C::cache_ceiling)
      .def_readonly("change", &C::change, "against the present cap, or None")
      .def_readonly("confidence", &C::confidence, "'firm', 'fair', 'weak' or 'none'")
      .def_readonly("measure_next", &C::measure_next, "levels that would narrow the cap")
      .def_readonly("notes", &C::notes)
      .def("__repr__", [](const C& c) {
        return "<kvplan.TrafficClass " + c.name + ": " +
               (c.cap.value ? "cap " + format_fixed(*c.cap.value, 0) : "no cap") + ">";
      });
}

}  // namespace

void bind_traffic(py::module_& module) {
  bind_measurements(module);
  bind_traffic_question(module);
  bind_class(module);
  py::class_<TrafficReport>(module, "TrafficReport",
                            "Requests in flight per copy, by class of traffic.")
      .def_readonly("classes", &TrafficReport::classes)
      .def_readonly("notes", &TrafficReport::notes)
      .def_property_readonly("exit_code", &TrafficReport::exit_code,
                             "0; 1 when limits were given and a class keeps them at no level")
      .def(
          "to_json", [](const TrafficReport& report) { return render_json(report); },
          "The text of `kvplan traffic --format json`.")
      .def("to_markdown", [](const TrafficReport& report) { return render_markdown(report); })
      .def(
          "to_svg", [](const TrafficReport& report) { return render_svg(report); },
          "Points, fitted curve, knee and cap of each class; self-contained.")
      .def("_repr_svg_", [](const TrafficReport& report) { return render_svg(report); })
      .def("__str__", [](const TrafficReport& report) { return render_text(report, false); })
      .def("__repr__", [](const TrafficReport& report) {
        return "<kvplan.TrafficReport: " + std::to_string(report.classes.size()) + " classes>";
      });
  module.def(
      "traffic_report", &traffic_report, py::arg("measurements"), py::arg("question"),
      py::call_guard<py::gil_scoped_release>(),
      "Curves of throughput by concurrency, the knee, the peak and a cap with its interval.");
}

}  // namespace kvplan::python
