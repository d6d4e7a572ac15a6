#include "kvplan/config.hpp"

#include "bind.hpp"
#include "kvplan/error.hpp"

namespace kvplan::python {
namespace {

/// A node that says of itself what the given one says: same value, same place.
ConfigNode placed(const std::string& text, const Error::Where& where) {
  const std::string& pointer = where.pointer;
  const py::object dumps = py::module_::import("json").attr("dumps");
  std::vector<std::string> keys;
  for (std::size_t at = 0; at < pointer.size();) {
    const std::size_t next = std::min(pointer.find('/', at + 1), pointer.size());
    py::str key(pointer.substr(at + 1, next - at - 1));
    key = py::str(key.attr("replace")("~1", "/").attr("replace")("~0", "~"));
    keys.emplace_back(key);
    at = next;
  }
  std::string before;
  for (const std::string& key : keys) before += "{" + std::string(py::str(dumps(key))) + ":";
  const std::string document = before + text + std::string(keys.size(), '}');
  ConfigNode node = parse_json(document, where.file);
  for (const std::string& key : keys) node = node.at(key);
  return node;
}

}  // namespace

void bind_config(py::module_&) {
  class_of<ConfigNode>()
      .def("__eq__",
           [](const ConfigNode& a, const ConfigNode& b) {
             return a.pointer() == b.pointer() && a.dump() == b.dump();
           })
      .def("__hash__", [](const ConfigNode& node) { return py::hash(py::str(node.dump())); })
      .def("__repr__",
           [](const ConfigNode& node) {
             return "<ConfigNode " + node.file() + ": " + node.pointer() + ": " + node.text() + ">";
           })
      .def("__copy__", [](const ConfigNode& node) { return node; })
      .def(
          "__deepcopy__", [](const ConfigNode& node, const py::dict&) { return node; },
          py::arg("memo"))
      .def(py::pickle(
          [](const ConfigNode& node) {
            return py::make_tuple(node.dump(), node.file(), node.pointer());
          },
          [](const py::tuple& state) {
            return placed(state[0].cast<std::string>(),
                          {state[1].cast<std::string>(), state[2].cast<std::string>()});
          }))
      .def(
          "to_python",
          [](const ConfigNode& node) {
            return py::object(py::module_::import("json").attr("loads")(node.dump()));
          },
          "The value as dicts, lists and numbers.");
}

}  // namespace kvplan::python
