#include <pybind11/operators.h>

#include "bind.hpp"
#include "kvplan/units.hpp"

namespace kvplan::python {
namespace {

std::string text(Bytes size) {
  const bool small = size < 1_GiB && Bytes{-1 * bytes_per_gib} < size;
  return small ? format_count(size.count()) + " B" : format_gib(size);
}
std::string text(Tokens count) { return format_count(count.count()); }
std::string text(Blocks count) { return format_count(count.count()); }

template <class Quantity>
void bind_quantity(py::module_& module, const char* name, const char* doc) {
  py::class_<Quantity>(module, name, doc)
      .def(py::init<std::int64_t>(), py::arg("count").noconvert(), "A whole number of this unit.")
      .def("__int__", &Quantity::count)
      .def("__bool__", [](Quantity self) { return self.count() != 0; })
      .def(py::self + py::self)
      .def(py::self - py::self)
      .def(py::self == py::self)
      .def(py::self != py::self)
      .def(py::self < py::self)
      .def(py::self <= py::self)
      .def(py::self > py::self)
      .def(py::self >= py::self)
      .def("__hash__", [](Quantity self) { return py::hash(py::int_(self.count())); })
      .def("__str__", [](Quantity self) { return text(self); })
      .def("__repr__",
           [name = std::string(name)](Quantity self) { return name + "(" + text(self) + ")"; })
      .def(py::pickle(
          [](Quantity self) { return py::make_tuple(self.count()); },
          [](const py::tuple& state) { return Quantity{state[0].cast<std::int64_t>()}; }));
}

}  // namespace

void bind_units(py::module_& module) {
  bind_quantity<Bytes>(module, "Bytes",
                       "A size in bytes. Adds to and compares with its own kind only; int(b) is "
                       "the number.\n\n>>> Bytes(71 * 2**30)\nBytes(71.00 GiB)");
  bind_quantity<Tokens>(module, "Tokens",
                        "A number of tokens. Adds to and compares with its own kind only; int(t) "
                        "is the number.");
  bind_quantity<Blocks>(module, "Blocks",
                        "A number of cache blocks. Adds to and compares with its own kind only; "
                        "int(b) is the number.");
  module.def("parse_size", &parse_size, py::arg("text"), py::arg("what") = "size",
             "Reads a size as people write it: '71GiB', '5.5 GiB', '128GB', '1000' (bytes).\n\n"
             "A fraction of a byte is dropped. `what` is the name that an error shows.\n"
             "Raises kvplan.Error (invalid) for anything else.\n\n"
             ">>> parse_size('71GiB')\nBytes(71.00 GiB)");
}

}  // namespace kvplan::python
