#include "kvplan/batch.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_batch(py::module_& module) {
  py::class_<Batch>(module, "Batch", "Answers JSON Lines; each config file is parsed once.")
      .def(py::init<std::string>(), py::arg("root"))
      .def(
          "answers",
          [](const Batch& batch, const std::vector<std::string>& lines) {
            return batch.answers(lines);
          },
          py::arg("lines"), py::call_guard<py::gil_scoped_release>(),
          "One JSON document for each line, in the same order, on all cores.");
}

}  // namespace kvplan::python
