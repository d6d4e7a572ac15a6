// The library's structs as Python values: fields by name, keyword arguments, ==, repr, copy and
// pickle, all from one table of fields (the tables are generated from the headers).
#pragma once

#include <set>

#include "casters.hpp"

namespace kvplan::python {

struct Field {
  const char* name;
  const char* type;  ///< as Python spells it
  const char* doc;
  py::object (*get)(const void* value, py::handle owner);
  void (*set)(void* value, py::handle owner, py::handle given);  ///< nullptr: cannot be set
};
using Fields = std::vector<Field>;

/// Sets fields from keyword arguments. @throws TypeError for an unknown name or a wrong type
void assign(const Fields& fields, void* value, py::handle owner, const py::dict& given);

/// What Python does with a struct that depends on its type: one set of functions serves all of
/// them.
struct ValueOps {
  void* (*make)();  ///< nullptr: Python cannot make one
  void (*destroy)(void* value);
  py::object (*copy)(const void* value);
};

/// Gives a class its constructor, properties, ==, repr, copy and pickle.
void finish_value(py::handle type, const Fields& fields, const ValueOps& ops,
                  const char* signature);

/// Text that outlives everything: a std::string_view field that Python sets.
[[nodiscard]] std::string_view interned(const std::string& text);

/// Converts, or says what was expected.
template <class T>
T taken(py::handle given, const char* expected) {
  try {
    return given.cast<T>();
  } catch (const py::cast_error&) {
    throw py::type_error(std::string("expected ") + expected + ", found " +
                         std::string(py::repr(given)));
  }
}

/// A field as Python sees it: once for each type of field.
template <class F>
py::object read(const F& field, py::handle owner) {
  if constexpr (std::is_pointer_v<F>) {
    if (field == nullptr) return py::none();
    return py::cast(*field, py::return_value_policy::copy);
  } else if constexpr (is_class<F>) {
    return py::cast(const_cast<F*>(&field), py::return_value_policy::reference_internal, owner);
  } else {
    return py::cast(field, py::return_value_policy::copy);
  }
}

template <class F>
void write(F& field, py::handle owner, py::handle given) {
  if constexpr (std::is_same_v<F, std::string_view>) {
    field = interned(taken<std::string>(given, "str"));
  } else {
    field = given.cast<F>();
    if constexpr (std::is_pointer_v<F>) {
      if (field != nullptr) py::detail::keep_alive_impl(owner, given);
    }
  }
}

template <auto Member>
struct Access;
template <class T, class F, F T::*Member>
struct Access<Member> {
  static py::object get(const void* value, py::handle owner) {
    return read(static_cast<const T*>(value)->*Member, owner);
  }
  static void set(void* value, py::handle owner, py::handle given) {
    write(static_cast<T*>(value)->*Member, owner, given);
  }
};

template <class T>
using Class = py::class_<T, std::shared_ptr<T>>;

template <class T>
Class<T> class_of() {
  return py::reinterpret_borrow<Class<T>>(py::type::of<T>());
}

/// A struct of public fields.
template <class T>
void bind_value(const Fields& fields, const char* signature) {
  ValueOps ops{nullptr, [](void* value) { delete static_cast<T*>(value); },
               [](const void* value) {
                 return py::cast(std::make_shared<T>(*static_cast<const T*>(value)));
               }};
  if constexpr (std::is_default_constructible_v<T>) {
    ops.make = []() -> void* { return new T(); };
  }
  finish_value(class_of<T>(), fields, ops, signature);
}

/// An enumeration as text that knows its kind: RowKind.device == "device".
void* make_enum(py::module_& module, const char* name, const char* doc,
                const std::vector<std::pair<std::string, std::string>>& members);

template <class E>
std::string text_of(E value, const char* spelled) {
  if constexpr (requires { name(value); }) {
    return std::string(name(value));
  } else {
    return spelled;
  }
}

template <class E>
void bind_enum(py::module_& module, const char* name, const char* doc,
               const std::vector<std::pair<E, const char*>>& members) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& [value, spelled] : members) texts.emplace_back(spelled, text_of(value, spelled));
  const py::handle type = static_cast<PyObject*>(make_enum(module, name, doc, texts));
  EnumMembers<E>::type = type;
  for (const auto& [value, spelled] : members) {
    EnumMembers<E>::members.emplace_back(value, py::object(type.attr(spelled)).release());
  }
}

}  // namespace kvplan::python
