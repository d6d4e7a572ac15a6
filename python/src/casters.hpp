// How what pybind11 does not know crosses over: the library's enumerations (as text that knows its
// kind), spans (as lists) and shared values (as copies, so that nothing shared can be changed).
#pragma once

#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <memory>
#include <span>

namespace kvplan::python {

namespace py = pybind11;

/// Specialized for each enumeration that Python has (generated): its name in signatures.
template <class E>
struct EnumName {
  static constexpr bool known = false;
};

/// The Python class of an enumeration and its members, in the order of their values.
template <class E>
struct EnumMembers {
  static inline py::handle type;
  static inline std::vector<std::pair<E, py::handle>> members;
};

/// True for a class that pybind11 holds by pointer: not for numbers, text, lists, dicts.
template <class T>
inline constexpr bool is_class =
    std::is_base_of_v<py::detail::type_caster_generic, py::detail::make_caster<T>>;

}  // namespace kvplan::python

namespace pybind11::detail {

#if PYBIND11_VERSION_HEX >= 0x03000000
// pybind11 3 has a caster of its own for every enumeration.
template <class E>
struct type_caster_enum_type_enabled<E, std::enable_if_t<kvplan::python::EnumName<E>::known>>
    : std::false_type {};
#endif

template <class E>
struct type_caster<E, std::enable_if_t<kvplan::python::EnumName<E>::known>> {
  PYBIND11_TYPE_CASTER(E, kvplan::python::EnumName<E>::name);

  bool load(handle source, bool convert) {
    using Members = kvplan::python::EnumMembers<E>;
    const bool own = isinstance(source, Members::type);
    if (!own && !(convert && PyUnicode_CheckExact(source.ptr()))) return false;
    for (const auto& [candidate, member] : Members::members) {
      if (own ? member.is(source) : member.equal(source)) {
        value = candidate;
        return true;
      }
    }
    return false;
  }
  static handle cast(E given, return_value_policy, handle) {
    for (const auto& [candidate, member] : kvplan::python::EnumMembers<E>::members) {
      if (candidate == given) return member.inc_ref();
    }
    return none().release();
  }
};

template <class T>
struct type_caster<std::span<const T>> {
  using List = std::vector<std::remove_const_t<T>>;
  PYBIND11_TYPE_CASTER(std::span<const T>, make_caster<List>::name);

  bool load(handle source, bool convert) {
    if (!list_.load(source, convert)) return false;
    value = std::span<const T>(cast_op<List&>(list_));
    return true;
  }
  static handle cast(std::span<const T> given, return_value_policy, handle parent) {
    list items;
    for (const T& item : given) {
      items.append(
          reinterpret_steal<object>(make_caster<T>::cast(item, return_value_policy::copy, parent)));
    }
    return items.release();
  }

 private:
  make_caster<List> list_;
};

/// A shared value is copied where it can be; what cannot be copied has nothing to change.
template <class T>
struct type_caster<std::shared_ptr<const T>> {
  PYBIND11_TYPE_CASTER(std::shared_ptr<const T>,
                       const_name("Optional[") + make_caster<T>::name + const_name("]"));

  bool load(handle source, bool convert) {
    if (source.is_none()) return true;
    if constexpr (kvplan::python::is_class<T>) {
      make_caster<std::shared_ptr<T>> held;
      if (!held.load(source, convert)) return false;
      value = cast_op<std::shared_ptr<T>>(held);
    } else {
      make_caster<T> held;
      if (!held.load(source, convert)) return false;
      value = std::make_shared<const T>(cast_op<T&&>(std::move(held)));
    }
    return true;
  }
  static handle cast(const std::shared_ptr<const T>& given, return_value_policy, handle parent) {
    if (!given) return none().release();
    if constexpr (kvplan::python::is_class<T> && !std::is_default_constructible_v<T>) {
      return make_caster<std::shared_ptr<T>>::cast(std::const_pointer_cast<T>(given),
                                                   return_value_policy::take_ownership, parent);
    } else {
      return make_caster<T>::cast(*given, return_value_policy::copy, parent);
    }
  }
};

}  // namespace pybind11::detail
