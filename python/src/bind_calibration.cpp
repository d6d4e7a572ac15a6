#include "kvplan/calibration.hpp"

#include "bind.hpp"
#include "kvplan/text_file.hpp"

namespace kvplan::python {
namespace {

using Ends = std::tuple<Bytes, Bytes, Bytes>;

std::shared_ptr<Calibration> learned_from(const std::vector<std::string>& files,
                                          std::optional<Bytes> weights,
                                          std::optional<Bytes> total) {
  CalibrationInput input;
  input.weights = weights;
  input.total = total;
  for (const std::string& file : files) add_evidence(input, read_text(file), file);
  return std::make_shared<Calibration>(calibrate(input));
}

std::optional<Ends> cache_at(const Calibration& calibration, const PlannedStart& start,
                             double utilization) {
  const auto band = available_at(calibration, start, utilization);
  if (!band) return std::nullopt;
  return Ends{band->low, band->likely, band->high};
}

void bind_parts(py::module_& module) {
  py::class_<CalibrationTerm>(module, "CalibrationTerm", "One learned figure; low ≤ bytes ≤ high.")
      .def_readonly("name", &CalibrationTerm::name)
      .def_readonly("model", &CalibrationTerm::model,
                    "whose runs it was learned from; '' for any model's")
      .def_readonly("engine", &CalibrationTerm::engine)
      .def_property_readonly("bytes", [](const CalibrationTerm& term) { return term.bytes.likely; })
      .def_property_readonly("low_bytes",
                             [](const CalibrationTerm& term) { return term.bytes.low; })
      .def_property_readonly("high_bytes",
                             [](const CalibrationTerm& term) { return term.bytes.high; })
      .def_property_readonly(
          "source", [](const CalibrationTerm& term) { return term.bytes.source; },
          "from what, and whether measured or fitted")
      .def_readonly("runs", &CalibrationTerm::runs, "how many it was learned from")
      .def_readonly("residual_bytes", &CalibrationTerm::residual,
                    "of a fit: the largest miss over its runs, or None")
      .def_readonly("slope", &CalibrationTerm::slope,
                    "of a fit: bytes of one token or sequence, or None")
      .def("__repr__", [](const CalibrationTerm& term) {
        return "<kvplan.CalibrationTerm " + term.name + ": " + format_gib(term.bytes.likely) + ">";
      });
  py::class_<PlannedStart>(module, "PlannedStart", "A start that has not happened yet.")
      .def(py::init<>())
      .def_readwrite("model", &PlannedStart::model)
      .def_readwrite("engine", &PlannedStart::engine)
      .def_readwrite("tensor_parallel", &PlannedStart::tensor_parallel)
      .def_readwrite("pipeline_parallel", &PlannedStart::pipeline_parallel)
      .def_readwrite("max_num_batched_tokens", &PlannedStart::max_num_batched_tokens)
      .def_readwrite("max_num_seqs", &PlannedStart::max_num_seqs)
      .def_readwrite("enforce_eager", &PlannedStart::enforce_eager);
}

}  // namespace

void bind_calibration(py::module_& module) {
  bind_parts(module);
  py::class_<Calibration, std::shared_ptr<Calibration>>(
      module, "Calibration",
      "What boxes really take beside weights and cache; plan(calibration=…) takes it.")
      .def_readonly("terms", &Calibration::terms)
      .def_readonly("contradictions", &Calibration::contradictions,
                    "runs that do not agree, one sentence each")
      .def_readonly("notes", &Calibration::notes)
      .def_property_readonly(
          "runs", [](const Calibration& calibration) { return calibration.runs.size(); },
          "how many starts it was learned from; to_json() lists them")
      .def(
          "find",
          [](const Calibration& calibration, const std::string& name, const std::string& model) {
            const CalibrationTerm* term = calibration.find(name, model);
            return term == nullptr ? std::nullopt : std::optional(*term);
          },
          py::arg("name"), py::arg("model") = "", "A term, or None where it was not learned.")
      .def("available_at", &cache_at, py::arg("start"), py::arg("utilization"),
           "(low, likely, high) bytes for the cache of one rank at another utilization:\n"
           "ceil(total × utilization) − what lies beside the cache. None where no run of that "
           "model\n"
           "with those options is known.")
      .def(
          "to_json", [](const Calibration& calibration) { return render_json(calibration); },
          "The text of `kvplan calibrate --format json`, which read_calibration() reads.")
      .def("__str__",
           [](const Calibration& calibration) { return render_text(calibration, false); })
      .def("__repr__", [](const Calibration& calibration) {
        return "<kvplan.Calibration of " + std::to_string(calibration.runs.size()) + " starts>";
      });
  module.def("calibrate", &learned_from, py::arg("files"), py::arg("weights"), py::arg("total"),
             py::call_guard<py::gil_scoped_release>(),
             "Learns from start-up logs, /proc/meminfo and /metrics, told apart by content.");
  module.def(
      "read_calibration",
      [](const std::string& file) { return std::make_shared<Calibration>(read_calibration(file)); },
      py::arg("file"), py::call_guard<py::gil_scoped_release>(),
      "Reads a file that `kvplan calibrate --format json` wrote.");
}

}  // namespace kvplan::python
