#include "bind.hpp"
#include "kvplan/error.hpp"

namespace kvplan::python {
namespace {

const char* name(ErrorKind kind) { return kind == ErrorKind::unknown ? "unknown" : "invalid"; }

/// kvplan._error.Error is a Python class, so that its attributes have types and it pickles.
void raise(const Error& error) {
  const py::object type = py::module_::import("kvplan._error").attr("Error");
  const py::object value = type(error.what(), name(error.kind()), error.file(), error.pointer(),
                                error.expected(), error.found());
  PyErr_SetObject(type.ptr(), value.ptr());
}

}  // namespace

void bind_error(py::module_&) {
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 asks for this very type
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace kvplan::python
