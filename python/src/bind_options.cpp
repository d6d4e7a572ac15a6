#include "kvplan/options.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_options(py::module_& module) {
  module.def("is_engine_option", &is_engine_option, py::arg("name"),
             "True for an engine option that kvplan knows, by vLLM's name with underscores.");
}

}  // namespace kvplan::python
