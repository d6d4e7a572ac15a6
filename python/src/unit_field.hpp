// A field that is a unit or a rate: Python's are immutable, so that what was read stays as it was
// when the field changes.
#pragma once

#include "values.hpp"

namespace kvplan::python {

template <auto Member>
struct UnitField;
template <class T, class F, F T::*Member>
struct UnitField<Member> {
  static py::object get(const void* value, py::handle) {
    return py::cast(static_cast<const T*>(value)->*Member, py::return_value_policy::copy);
  }
};

}  // namespace kvplan::python
