#include "kvplan/fit.hpp"

#include "asked.hpp"
#include "bind.hpp"

namespace kvplan::python {

void bind_fit(py::module_& module) {
  py::class_<BoxFit>(module, "BoxFit",
                     "What one box has room for. Shares of its memory are in hundredths, rounded "
                     "down.")
      .def_readonly("box", &BoxFit::box)
      .def_readonly("utilization", &BoxFit::utilization,
                    "the answer: the smaller of most and starts; None where there is none")
      .def_readonly("least", &BoxFit::least, "that the need asks for; None where no share holds it")
      .def_readonly("most", &BoxFit::most, "that services, headroom and page cache leave")
      .def_readonly("most_if_pushed_out", &BoxFit::most_if_pushed_out,
                    "the same where services may push the page cache out")
      .def_readonly("starts", &BoxFit::starts, "that the check of free memory lets in, likely")
      .def_readonly("kv_cache_memory_bytes", &BoxFit::kv_cache_memory,
                    "whole blocks that fit at the high end of other use, or None")
      .def_readonly("total_bytes", &BoxFit::total)
      .def_readonly("services_bytes", &BoxFit::services)
      .def_readonly("headroom_bytes", &BoxFit::headroom)
      .def_property_readonly(
          "safer", [](const BoxFit& box) { return std::string(name(box.safer)); },
          "'gpu_memory_utilization' or 'kv_cache_memory_bytes'")
      .def_readonly("reason", &BoxFit::reason, "why that is safer here")
      .def("__repr__", [](const BoxFit& box) {
        return "<kvplan.BoxFit " + box.box + ": " +
               (box.utilization ? format_fixed(*box.utilization, 2) : "no share") + ">";
      });
  py::class_<Fit>(module, "Fit", "The shares that leave services and headroom their memory.")
      .def_readonly("met", &Fit::met,
                    "it starts, holds the need, and leaves services and headroom their memory")
      .def_readonly("met_by_bytes", &Fit::met_by_bytes,
                    "the cache in bytes as named holds the need too")
      .def_readonly("lacking", &Fit::lacking, "what is short where it is not met")
      .def_readonly("boxes", &Fit::boxes)
      .def_property_readonly("layout_id", [](const Fit& fit) { return fit.layout.layout.id(); })
      .def_property_readonly("exit_code", [](const Fit& fit) { return fit.met ? 0 : 1; })
      .def(
          "to_json", [](const Fit& fit) { return render_json(fit); },
          "The text of `kvplan fit --format json`.")
      .def("__str__", [](const Fit& fit) { return render_text(fit, false); })
      .def("__repr__", [](const Fit& fit) {
        return "<kvplan.Fit " + fit.layout.layout.id() + (fit.met ? ">" : ": not met>");
      });
  module.def(
      "fit",
      [](const Asked& question, const std::string& data_dir) {
        return fit(question.request(data_dir));
      },
      py::arg("question"), py::arg("data_dir"), py::call_guard<py::gil_scoped_release>(),
      "The way back: from what else lies on the boxes to their shares.");
}

}  // namespace kvplan::python
