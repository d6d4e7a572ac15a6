#include "kvplan/catalog.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_catalog(py::module_& module) {
  module.def(
      "model_names", [](const std::string& models) { return model_names(models); },
      py::arg("models"), "The folders under `models` that hold a config.json, sorted.");
}

}  // namespace kvplan::python
