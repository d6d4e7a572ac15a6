#include <pybind11/pybind11.h>

#include <string>

#include "kvplan/kvplan.hpp"

PYBIND11_MODULE(_core, m) {
  m.doc() = "The bindings of kvplan; import kvplan instead.";
  m.attr("version") = std::string(kvplan::version);
}
