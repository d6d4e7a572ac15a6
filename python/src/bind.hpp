// The bindings. kvplan._core.lib mirrors the public headers name by name; its code is generated
// (python/generate/bindings.py). What a table cannot say is here, a file for a header: units, how a
// report is looked at, columns as numpy arrays.
#pragma once

#include "lib_enums.hpp"
#include "values.hpp"

namespace kvplan::python {

// Generated.
void declare_lib(py::module_& lib);
void define_lib(py::module_& lib);

void bind_error(py::module_& module);
void bind_units(py::module_& lib);
void bind_config(py::module_& lib);
void bind_mix(py::module_& lib);
void bind_trace(py::module_& lib);
void bind_simulate(py::module_& lib);
void bind_compare(py::module_& module);
void bind_recommend(py::module_& module);
void bind_report(py::module_& module);
void bind_sweep(py::module_& module);

}  // namespace kvplan::python
