#include "kvplan/options.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_options(py::module_& module) {
  module.def(
      "option_names",
      [] {
        const auto names = option_names();
        return std::vector<std::string>(names.begin(), names.end());
      },
      "The engine options that kvplan knows, by vLLM's names.");
}

}  // namespace kvplan::python
