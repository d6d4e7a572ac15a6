#include "kvplan/sweep.hpp"

#include <pybind11/numpy.h>

#include "asked.hpp"
#include "bind.hpp"

namespace kvplan::python {
namespace {

using SharedColumns = std::shared_ptr<const SweepColumns>;

/// A grid and its rows.
struct SweepRows {
  std::shared_ptr<const Sweep> sweep;
  SharedColumns columns;
};

/// A column as a read-only array of shape (values of each axis …, layouts), without a copy; it
/// keeps the rows alive.
template <class T, class Stored>
py::array view(const SweepRows& rows, const std::vector<Stored>& column) {
  static_assert(sizeof(T) == sizeof(Stored));
  std::vector<py::ssize_t> shape;
  for (const SweepAxis& axis : rows.sweep->axes()) {
    shape.push_back(static_cast<py::ssize_t>(axis.values.size()));
  }
  shape.push_back(static_cast<py::ssize_t>(rows.sweep->layouts().size()));
  auto* owner = new SharedColumns(rows.columns);
  const py::capsule base(owner, [](void* held) { delete static_cast<SharedColumns*>(held); });
  py::array_t<T> array(shape, reinterpret_cast<const T*>(column.data()), base);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <auto Column>
py::array int64_view(const SweepRows& rows) {
  return view<std::int64_t>(rows, (*rows.columns).*Column);
}

SweepRows swept(const Asked& question,
                const std::vector<std::pair<std::string, std::vector<std::string>>>& axes,
                const std::string& data_dir) {
  std::vector<SweepAxis> grid;
  for (const auto& [name, values] : axes) grid.push_back({name, values});
  auto sweep = std::make_shared<const Sweep>(question.request(data_dir), std::move(grid));
  auto columns = std::make_shared<const SweepColumns>(sweep->all());
  return {std::move(sweep), std::move(columns)};
}

std::vector<std::pair<std::string, std::vector<std::string>>> axes_of(const SweepRows& rows) {
  std::vector<std::pair<std::string, std::vector<std::string>>> axes;
  for (const SweepAxis& axis : rows.sweep->axes()) axes.emplace_back(axis.name, axis.values);
  return axes;
}

}  // namespace

void bind_sweep(py::module_& module) {
  py::class_<SweepRows>(module, "SweepRows",
                        "The rows of a grid as read-only numpy arrays of shape (values of each "
                        "axis …, layouts).\n\nThe numbers are 0 where state is not 0.")
      .def_property_readonly("axes", &axes_of, "(name, values) of each axis, as in the shape")
      .def_property_readonly("layouts", [](const SweepRows& rows) { return rows.sweep->layouts(); })
      .def_property_readonly(
          "state",
          [](const SweepRows& rows) { return view<std::uint8_t>(rows, rows.columns->state); },
          "uint8: 0 fits, 1 does not fit, 2 refused by the engine")
      .def_property_readonly("available_kv_bytes", &int64_view<&SweepColumns::available_kv_bytes>,
                             "int64, bytes: for the cache, per rank, of the rank that binds")
      .def_property_readonly("num_blocks", &int64_view<&SweepColumns::num_blocks>,
                             "int64, blocks of one copy")
      .def_property_readonly("kv_cache_tokens", &int64_view<&SweepColumns::kv_cache_tokens>,
                             "int64, tokens over all copies")
      .def_property_readonly("full_context_requests",
                             &int64_view<&SweepColumns::full_context_requests>,
                             "int64, whole requests over all copies")
      .def_property_readonly("largest_request_tokens",
                             &int64_view<&SweepColumns::largest_request_tokens>,
                             "int64, tokens of the longest request")
      .def_property_readonly(
          "max_concurrency",
          [](const SweepRows& rows) { return view<double>(rows, rows.columns->max_concurrency); },
          "float64, requests of full context in one copy, as the engine prints it");
  module.def("sweep", &swept, py::arg("question"), py::arg("axes"), py::arg("data_dir"),
             py::call_guard<py::gil_scoped_release>(),
             "Answers a question for each point of a grid; data_dir holds models/ and boxes/.");
}

}  // namespace kvplan::python
