// The extension module kvplan._core; the package kvplan re-exports what is public.
#include "bind.hpp"
#include "kvplan/version.hpp"

PYBIND11_MODULE(_core, m) {
  m.doc() = "kvplan's C++ library.";
  using namespace kvplan::python;
  bind_error(m);
  bind_units(m);
  bind_budget(m);
  bind_compare(m);
  bind_recommend(m);
  bind_report(m);
  bind_calibration(m);
  bind_question(m);
  bind_options(m);
  bind_batch(m);
  bind_catalog(m);
  bind_family(m);
  bind_engine(m);
  bind_sweep(m);
  bind_check(m);
  bind_fit(m);
  bind_traffic(m);
  bind_simulate(m);
  bind_emit(m);
  bind_lint(m);
  // Functions, not values: the stubs hold neither the version nor a path.
  m.def("version", [] { return std::string(kvplan::version); });
  m.def(
      "source_data_dir", [] { return std::string(KVPLAN_DATA_DIR); },
      "The source tree that this module was built from; it holds models/ and boxes/.");
}
