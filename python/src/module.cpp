// The extension module kvplan._core; the package kvplan re-exports what is public.
#include "bind.hpp"
#include "kvplan/version.hpp"

PYBIND11_MODULE(_core, m) {
  m.doc() = "kvplan's C++ library.";
  using namespace kvplan::python;
  bind_error(m);
  py::module_ lib = m.def_submodule(
      "lib", "The library, name by name: what the headers in lib/include/kvplan declare.");
  bind_units(lib);  // before values that are one
  declare_lib(lib);
  bind_config(lib);
  bind_mix(lib);
  define_lib(lib);
  bind_trace(lib);
  bind_simulate(lib);
  bind_compare(m);
  bind_recommend(m);
  bind_report(m);
  bind_sweep(m);
  // A function, not a value: the stubs hold no path.
  m.def(
      "source_data_dir", [] { return std::string(KVPLAN_DATA_DIR); },
      "The source tree that this module was built from; it holds models/ and boxes/.");
}
