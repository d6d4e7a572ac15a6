#include "kvplan/mix.hpp"

#include "bind.hpp"

namespace kvplan::python {

void bind_mix(py::module_&) {
  class_of<RequestMix>()
      .def("__eq__",
           [](const RequestMix& a, const RequestMix& b) {
             return py::cast(a.lengths()).equal(py::cast(b.lengths()));
           })
      .def(py::pickle(
          [](const RequestMix& mix) -> py::tuple { return py::make_tuple(mix.lengths()); },
          [](const py::tuple& state) {
            return std::make_shared<RequestMix>(state[0].cast<RequestLengths>());
          }));
}

}  // namespace kvplan::python
