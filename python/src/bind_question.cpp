#include "kvplan/question.hpp"

#include "bind.hpp"
#include "kvplan/report.hpp"

namespace kvplan::python {

void bind_question(py::module_& module) {
  py::class_<Question>(module, "Question",
                       "What kvplan.plan() asks, as text. Empty means: not given.")
      .def(py::init<>())
      .def_readwrite("model", &Question::model)
      .def_readwrite("models_dir", &Question::models_dir)
      .def_readwrite("boxes", &Question::boxes)
      .def_readwrite("util", &Question::util)
      .def_readwrite("kv_cache_memory", &Question::kv_cache_memory)
      .def_readwrite("engine_options", &Question::engine_options)
      .def_readwrite("speculative_config", &Question::speculative_config)
      .def_readwrite("weights", &Question::weights)
      .def_readwrite("services", &Question::services)
      .def_readwrite("headroom", &Question::headroom)
      .def_readwrite("need_requests", &Question::need_requests)
      .def_readwrite("need_tokens", &Question::need_tokens)
      .def_readwrite("layout", &Question::layout)
      .def_readwrite("engine", &Question::engine)
      .def_readwrite("vllm_args", &Question::vllm_args);
  module.def(
      "plan",
      [](const Question& question, const std::string& data_dir) {
        return std::make_shared<Report>(plan(request_from(question, data_dir)));
      },
      py::arg("question"), py::arg("data_dir"), py::call_guard<py::gil_scoped_release>(),
      "Answers a question; data_dir holds models/ and boxes/.");
}

}  // namespace kvplan::python
