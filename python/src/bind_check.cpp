#include "kvplan/check.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_check(py::module_& module) {
  py::class_<LimitResult>(module, "LimitResult", "One limit of a policy against a plan.")
      .def_readonly("id", &LimitResult::id, "its name in the policy")
      .def_property_readonly(
          "state", [](const LimitResult& limit) { return std::string(name(limit.state)); },
          "'met', 'missed', 'ignored' or 'unjudged'")
      .def_property_readonly("met", &LimitResult::met)
      .def_readonly("required", &LimitResult::required,
                    "a count, bytes (min_headroom), or a list of words")
      .def_readonly("found", &LimitResult::found, "the same of the plan; None: cannot be known")
      .def_property_readonly("file", [](const LimitResult& limit) { return limit.place.file; })
      .def_property_readonly("line", [](const LimitResult& limit) { return limit.place.line; })
      .def_readonly("text", &LimitResult::text)
      .def_readonly("smallest_change", &LimitResult::smallest_change,
                    "a flag that would meet it, or None")
      .def("__repr__", [](const LimitResult& limit) {
        return "<kvplan.LimitResult " + std::string(name(limit.state)) + " " + limit.text + ">";
      });
  py::class_<Check>(module, "Check", "A policy's limits against a plan (`kvplan check`).")
      .def_property_readonly(
          "verdict", [](const Check& check) { return std::string(name(check.verdict())); },
          "'pass', 'fail' or 'unjudged'")
      .def_property_readonly("exit_code", &Check::exit_code, "0, 1 or 4")
      .def_readonly("limits", &Check::limits)
      .def_readonly("notes", &Check::notes)
      .def_property_readonly(
          "report", [](const Check& check) { return std::make_shared<Report>(check.report); })
      .def("to_json", [](const Check& check) { return render_json(check); })
      .def("to_markdown", [](const Check& check) { return render_markdown(check); })
      .def("__str__", [](const Check& check) { return render_text(check, false); })
      .def("__repr__", [](const Check& check) { return "<kvplan.Check " + headline(check) + ">"; });
  module.def(
      "check",
      [](const std::string& policy, const std::string& today, const std::string& data_dir) {
        return check(read_policy(policy), Question{}, data_dir, today);
      },
      py::arg("policy"), py::arg("today"), py::arg("data_dir"),
      py::call_guard<py::gil_scoped_release>(),
      "Checks a policy's plan against its limits; an ignore counts until its day.");
}

}  // namespace kvplan::python
