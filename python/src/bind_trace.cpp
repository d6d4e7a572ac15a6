#include "kvplan/trace.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_trace(py::module_&) {
  class_of<Trace>()
      .def("__len__", &Trace::size)
      .def(
          "__getitem__",
          [](const Trace& trace, std::size_t i) {
            if (i >= trace.size()) throw py::index_error("a trace of fewer requests");
            return trace[i];
          },
          py::arg("i"), py::keep_alive<0, 1>());
  class_of<ArrivalSource>()
      .def("__iter__", [](py::object self) { return self; })
      .def(
          "__next__",
          [](ArrivalSource& source) {
            const auto arrival = source.next();
            if (!arrival) throw py::stop_iteration();
            return *arrival;
          },
          py::keep_alive<0, 1>());
}

}  // namespace kvplan::python
