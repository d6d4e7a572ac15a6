#include "values.hpp"

#include <algorithm>

namespace kvplan::python {
namespace {

py::handle held_type(py::handle self) { return py::type::handle_of(self); }

void* pointer_of(py::handle self) {
  return reinterpret_cast<py::detail::instance*>(self.ptr())->get_value_and_holder().value_ptr();
}

void checked(py::handle self, py::handle type) {
  if (!py::isinstance(self, type)) throw py::type_error("self is of another class");
}

/// Long lists and what lies deep inside are only named.
class ShownText {
 public:
  explicit ShownText(int& depth) : depth_(depth) { ++depth_; }
  ~ShownText() { --depth_; }
  ShownText(const ShownText&) = delete;
  ShownText& operator=(const ShownText&) = delete;

  [[nodiscard]] static std::string of(const py::object& value) {
    constexpr std::size_t most_items = 6;
    if (py::isinstance<py::list>(value) && py::len(value) > most_items) {
      return "[… " + std::to_string(py::len(value)) + " items]";
    }
    return std::string(py::repr(value));
  }

 private:
  int& depth_;
};

std::string shown(py::handle type, const Fields& fields, py::handle self) {
  constexpr int deepest = 3;
  thread_local int depth = 0;
  const auto name = std::string(py::str(type.attr("__name__")));
  if (depth >= deepest) return name + "(…)";
  const ShownText deeper(depth);
  std::string text;
  const py::object unset = type();  // what has its default is not shown
  for (const Field& field : fields) {
    const py::object value = field.get(pointer_of(self), self);
    if (value.equal(field.get(pointer_of(unset), unset))) continue;
    text += (text.empty() ? "" : ", ") + std::string(field.name) + "=" + ShownText::of(value);
  }
  return name + "(" + text + ")";
}

bool equal(const Fields& fields, py::handle a, py::handle b) {
  const void* left = pointer_of(a);
  const void* right = pointer_of(b);
  return left == right || std::all_of(fields.begin(), fields.end(), [&](const Field& field) {
           return field.get(left, a).equal(field.get(right, b));
         });
}

py::tuple reduced(const Fields& fields, py::handle self) {
  py::dict state;
  for (const Field& field : fields) state[field.name] = field.get(pointer_of(self), self);
  const py::object restored = py::module_::import("kvplan._values").attr("restored");
  return py::make_tuple(restored, py::make_tuple(held_type(self), state));
}

std::string qualified(py::handle type) {
  return std::string(py::str(type.attr("__module__"))) + "." +
         std::string(py::str(type.attr("__qualname__")));
}

void add_property(py::handle type, const Field& field) {
  const std::string self = "(self: " + qualified(type);
  const std::string reads = self + ") -> " + field.type + "\n\n" + field.doc;
  const py::cpp_function get(
      [field, type](py::handle value) {
        checked(value, type);
        return field.get(pointer_of(value), value);
      },
      reads.c_str());
  py::object set = py::none();
  if (field.set != nullptr) {
    const std::string writes = self + ", arg0: " + field.type + ") -> None";
    set = py::cpp_function(
        [field, type](py::handle value, py::handle given) {
          checked(value, type);
          py::dict one;
          one[field.name] = given;
          assign({field}, pointer_of(value), value, one);
        },
        writes.c_str());
  }
  const py::object property = py::reinterpret_borrow<py::object>(
      reinterpret_cast<PyObject*>(&PyProperty_Type))(get, set, py::none(), field.doc);
  py::setattr(type, field.name, property);
}

}  // namespace

void assign(const Fields& fields, void* value, py::handle owner, const py::dict& given) {
  for (const auto& [key, item] : given) {
    const auto name = std::string(py::str(key));
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& each) { return each.name == name; });
    const std::string place = std::string(py::str(held_type(owner).attr("__name__"))) + "." + name;
    if (field == fields.end()) throw py::type_error(place + ": there is no such field");
    if (field->set == nullptr) throw py::type_error(place + " cannot be set");
    try {
      field->set(value, owner, item);
    } catch (const py::cast_error&) {
      throw py::type_error(place + ": expected " + field->type + ", found " +
                           std::string(py::repr(item)));
    }
  }
}

void finish_value(py::handle type, const Fields& fields, const ValueOps& ops,
                  const char* signature) {
  py::options options;
  options.disable_function_signatures();
  for (const Field& field : fields) add_property(type, field);
  const py::is_method method(type);
  const auto add = [&](const char* name, const auto& function, const std::string& doc,
                       const auto&... extra) {
    py::setattr(type, name,
                py::cpp_function(function, py::name(name), method, doc.c_str(), extra...));
  };
  if (ops.make != nullptr) {
    add(
        "__init__",
        [fields, ops](py::detail::value_and_holder& place, const py::kwargs& given) {
          std::unique_ptr<void, void (*)(void*)> made(ops.make(), ops.destroy);
          assign(fields, made.get(), reinterpret_cast<PyObject*>(place.inst), given);
          place.value_ptr() = made.release();
        },
        signature, py::detail::is_new_style_constructor());
  }
  const std::string takes_self = "(self: " + qualified(type);
  add(
      "__copy__",
      [ops, type](py::handle value) {
        checked(value, type);
        return ops.copy(pointer_of(value));
      },
      "__copy__" + takes_self + ") -> " + qualified(type));
  add(
      "__deepcopy__",
      [ops, type](py::handle value, const py::dict&) {
        checked(value, type);
        return ops.copy(pointer_of(value));
      },
      "__deepcopy__" + takes_self + ", memo: dict) -> " + qualified(type), py::arg("memo"));
  const bool is_restored =
      ops.make != nullptr &&
      std::all_of(fields.begin(), fields.end(), [](const Field& f) { return f.set != nullptr; });
  add(
      "__eq__",
      [fields, type](py::handle a, py::handle b) -> py::object {
        if (!py::isinstance(a, type) || !py::isinstance(b, type)) {
          return py::reinterpret_borrow<py::object>(Py_NotImplemented);
        }
        return py::bool_(equal(fields, a, b));
      },
      "__eq__(self, arg0: object) -> bool");
  py::setattr(type, "__hash__", py::none());
  add(
      "__repr__",
      [fields, type](py::handle self) {
        checked(self, type);
        return shown(type, fields, self);
      },
      "__repr__(self) -> str");
  if (is_restored) {
    add(
        "__reduce__",
        [fields, type](py::handle self) {
          checked(self, type);
          return reduced(fields, self);
        },
        "__reduce__(self) -> tuple");
  }
}

std::string_view interned(const std::string& text) {
  static std::set<std::string> kept;
  return *kept.insert(text).first;
}

void* make_enum(py::module_& module, const char* name, const char* doc,
                const std::vector<std::pair<std::string, std::string>>& members) {
  py::list pairs;
  for (const auto& [spelled, text] : members) pairs.append(py::make_tuple(spelled, text));
  const py::object base = py::module_::import("kvplan._values").attr("TextEnum");
  py::object type = base(name, pairs, py::arg("module") = module.attr("__name__"));
  type.attr("__doc__") = doc;
  module.attr(name) = type;
  return type.release().ptr();
}

}  // namespace kvplan::python
