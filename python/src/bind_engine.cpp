#include "kvplan/engine.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_engine(py::module_& module) {
  const auto spelled = [](const EngineRules& rules) { return rules.name + "@" + rules.version; };
  py::class_<EngineRules>(module, "Engine", "An engine's release whose rules kvplan has.")
      .def_readonly("name", &EngineRules::name)
      .def_readonly("version", &EngineRules::version)
      .def_readonly("note", &EngineRules::note, "empty, or what is inferred about these rules")
      .def_readonly("gpu_memory_utilization", &EngineRules::gpu_memory_utilization,
                    "the default of that release")
      .def("__str__", spelled, "As plan(engine=…) takes it: 'vllm@0.33'.")
      .def("__repr__",
           [spelled](const EngineRules& e) { return "<kvplan.Engine " + spelled(e) + ">"; });
  module.def(
      "engines",
      [] {
        const auto table = engine_table();
        return std::vector<EngineRules>(table.begin(), table.end());
      },
      "Every release whose rules kvplan has, newest first in each engine.");
}

}  // namespace kvplan::python
