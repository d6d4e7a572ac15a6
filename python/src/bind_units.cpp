#include "kvplan/units.hpp"

#include <pybind11/operators.h>

#include "bind.hpp"

namespace kvplan::python {
namespace {

std::string text(Bytes size) {
  const bool small = size < 1_GiB && Bytes{-1 * bytes_per_gib} < size;
  return small ? format_count(size.count()) + " B" : format_gib(size);
}
std::string text(Tokens count) { return format_count(count.count()); }
std::string text(Blocks count) { return format_count(count.count()); }

// NOLINTBEGIN(misc-redundant-expression): py::self == py::self names an operator
template <class Quantity>
void bind_quantity(py::module_& module, const char* name, const char* doc) {
  py::class_<Quantity, std::shared_ptr<Quantity>>(module, name, doc)
      .def(py::init<std::int64_t>(), py::arg("count").noconvert() = 0,
           "A whole number of this unit.")
      .def("__int__", &Quantity::count)
      .def("count", &Quantity::count, "The number.")
      .def("__bool__", [](Quantity self) { return self.count() != 0; })
      .def(py::self + py::self)
      .def(py::self - py::self)
      .def(
          "__rmul__", [](Quantity self, std::int64_t n) { return n * self; }, py::is_operator())
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
      .def("__copy__", [](Quantity self) { return self; })
      .def(
          "__deepcopy__", [](Quantity self, const py::dict&) { return self; }, py::arg("memo"))
      .def(py::pickle(
          [](Quantity self) -> py::tuple { return py::make_tuple(self.count()); },
          [](const py::tuple& state) { return Quantity{state[0].cast<std::int64_t>()}; }));
}

/// So much for every one of another unit; `rate * count` is the whole.
template <class Num, class Den>
void bind_rate(py::module_& module, const char* name, const char* doc) {
  using Rate = Per<Num, Den>;
  py::class_<Rate, std::shared_ptr<Rate>>(module, name, doc)
      .def(py::init([](Num amount) { return Rate{amount}; }), py::arg_v("amount", Num{}, "..."))
      .def_property_readonly("amount", [](Rate self) { return self.amount; })
      .def(
          "__rmul__", [](Rate self, Den count) { return count * self; }, py::is_operator())
      .def(py::self == py::self)
      .def(py::self != py::self)
      .def(py::self < py::self)
      .def("__hash__", [](Rate self) { return py::hash(py::int_(self.amount.count())); })
      .def("__repr__",
           [name = std::string(name)](Rate self) { return name + "(" + text(self.amount) + ")"; })
      .def("__copy__", [](Rate self) { return self; })
      .def(
          "__deepcopy__", [](Rate self, const py::dict&) { return self; }, py::arg("memo"))
      .def(py::pickle([](Rate self) -> py::tuple { return py::make_tuple(self.amount); },
                      [](const py::tuple& state) { return Rate{state[0].cast<Num>()}; }));
}
// NOLINTEND(misc-redundant-expression)

}  // namespace

void bind_units(py::module_& lib) {
  bind_quantity<Bytes>(lib, "Bytes",
                       "A size in bytes. Adds to and compares with its own kind only; int(b) is "
                       "the number.\n\n>>> Bytes(71 * 2**30)\nBytes(71.00 GiB)");
  bind_quantity<Tokens>(lib, "Tokens",
                        "A number of tokens. Adds to and compares with its own kind only; int(t) "
                        "is the number.");
  bind_quantity<Blocks>(lib, "Blocks",
                        "A number of cache blocks. Adds to and compares with its own kind only; "
                        "int(b) is the number.");
  bind_rate<Bytes, Tokens>(lib, "BytesPerToken", "Bytes for every token.");
  bind_rate<Bytes, Blocks>(lib, "BytesPerBlock", "A page: bytes for every block.");
  bind_rate<Tokens, Blocks>(lib, "TokensPerBlock", "A block size: tokens in every block.");
}

}  // namespace kvplan::python
