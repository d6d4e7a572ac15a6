#include "kvplan/question.hpp"

#include "asked.hpp"
#include "bind.hpp"
#include "kvplan/report.hpp"

namespace kvplan::python {

void bind_question(py::module_& module) {
  py::class_<Asked>(module, "Question", "What kvplan.plan() asks, as text. Empty means: not given.")
      .def(py::init<>())
      .def_readwrite("model", &Asked::model)
      .def_readwrite("models_dir", &Asked::models_dir)
      .def_readwrite("boxes", &Asked::boxes)
      .def_readwrite("util", &Asked::util)
      .def_readwrite("kv_cache_memory", &Asked::kv_cache_memory)
      .def_readwrite("engine_options", &Asked::engine_options)
      .def_readwrite("speculative_config", &Asked::speculative_config)
      .def_readwrite("weights", &Asked::weights)
      .def_readwrite("services", &Asked::services)
      .def_readwrite("headroom", &Asked::headroom)
      .def_readwrite("need_requests", &Asked::need_requests)
      .def_readwrite("need_tokens", &Asked::need_tokens)
      .def_readwrite("layout", &Asked::layout)
      .def_readwrite("calibration", &Asked::calibration, "a file")
      .def_readwrite("learned", &Asked::learned, "a Calibration, in place of the file")
      .def_readwrite("free", &Asked::free)
      .def_readwrite("other_engines", &Asked::other_engines)
      .def_readwrite("guards", &Asked::guards)
      .def_readwrite("engine", &Asked::engine)
      .def_readwrite("vllm_args", &Asked::vllm_args);
  module.def(
      "plan",
      [](const Asked& question, const std::string& data_dir) {
        return std::make_shared<Report>(plan(question.request(data_dir)));
      },
      py::arg("question"), py::arg("data_dir"), py::call_guard<py::gil_scoped_release>(),
      "Answers a question; data_dir holds models/ and boxes/.");
}

}  // namespace kvplan::python
