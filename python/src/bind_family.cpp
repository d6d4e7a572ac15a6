#include "kvplan/family.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_family(py::module_& module) {
  py::class_<Family>(module, "Family", "A family of models that is described by one set of rules.")
      .def_property_readonly("name", [](const Family& f) { return std::string(f.name); })
      .def_property_readonly(
          "model_types",
          [](const Family& f) {
            return std::vector<std::string>(f.model_types.begin(), f.model_types.end());
          },
          "config.json \"model_type\" values")
      .def_property_readonly(
          "covers", [](const Family& f) { return std::string(f.covers); },
          "one line: which models, and what of them")
      .def("__repr__",
           [](const Family& f) { return "<kvplan.Family " + std::string(f.name) + ">"; });
  module.def(
      "families",
      [] {
        const auto table = family_table();
        return std::vector<Family>(table.begin(), table.end());
      },
      "Every model family, in the order of `kvplan models`.");
}

}  // namespace kvplan::python
