// The bindings, one file for each public header. They list names, keyword arguments and docstrings
// and compute nothing; kvplan/*.py turns Python values into the library's own.
//
// A Report lives in a shared_ptr; what Python takes out of it (a layout, a copy, a rank) is an
// index that keeps the whole report alive.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace kvplan::python {

namespace py = pybind11;

void bind_units(py::module_& module);
void bind_error(py::module_& module);
void bind_budget(py::module_& module);
void bind_compare(py::module_& module);
void bind_recommend(py::module_& module);
void bind_report(py::module_& module);
void bind_question(py::module_& module);
void bind_options(py::module_& module);
void bind_batch(py::module_& module);
void bind_catalog(py::module_& module);
void bind_family(py::module_& module);
void bind_engine(py::module_& module);
void bind_sweep(py::module_& module);
void bind_check(py::module_& module);
void bind_calibration(py::module_& module);
void bind_fit(py::module_& module);
void bind_traffic(py::module_& module);
void bind_simulate(py::module_& module);
void bind_emit(py::module_& module);
void bind_lint(py::module_& module);

}  // namespace kvplan::python
