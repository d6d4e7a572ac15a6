#include "kvplan/sweep.hpp"

#include <pybind11/numpy.h>

#include "bind.hpp"

namespace kvplan::python {
namespace {

using SharedColumns = std::shared_ptr<const SweepColumns>;

/// The rows of a grid as they come: stripes are computed into one set of columns.
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

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void append(SweepColumns& all, const SweepColumns& more) {
  append(all.state, more.state);
  append(all.available_kv_bytes, more.available_kv_bytes);
  append(all.num_blocks, more.num_blocks);
  append(all.kv_cache_tokens, more.kv_cache_tokens);
  append(all.full_context_requests, more.full_context_requests);
  append(all.largest_request_tokens, more.largest_request_tokens);
  append(all.max_concurrency, more.max_concurrency);
}

using Progress = std::function<void(std::size_t, std::size_t)>;

/// @param done  is told how many rows more are there, and of how many; nothing: all at once
SweepRows swept(const PlanRequest& request, const std::vector<SweepAxis>& axes,
                const Progress& done) {
  auto sweep = std::make_shared<const Sweep>(request, axes);
  auto columns = std::make_shared<SweepColumns>();
  if (!done) {
    *columns = sweep->all();
    return {std::move(sweep), std::move(columns)};
  }
  constexpr std::size_t rows_at_once = 200'000;
  const std::size_t stripes = sweep->rows() / std::max<std::size_t>(sweep->stripe_rows(), 1);
  const std::size_t step =
      std::max<std::size_t>(rows_at_once / std::max<std::size_t>(sweep->stripe_rows(), 1), 1);
  for (std::size_t first = 0; first < stripes; first += step) {
    const SweepColumns more = sweep->stripes(first, std::min(step, stripes - first));
    append(*columns, more);
    done(more.size(), sweep->rows());
  }
  return {std::move(sweep), std::move(columns)};
}

}  // namespace

void bind_sweep(py::module_& module) {
  py::class_<SweepRows>(module, "SweepRows",
                        "The rows of a grid as read-only numpy arrays of shape (values of each "
                        "axis …, layouts).\n\nThe numbers are 0 where state is not 0.")
      .def_property_readonly(
          "axes", [](const SweepRows& rows) { return rows.sweep->axes(); },
          "each axis with its values, as in the shape")
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
  module.def("sweep", &swept, py::arg("request"), py::arg("axes"), py::arg("done") = py::none(),
             py::call_guard<py::gil_scoped_release>(),
             "Answers a request for each point of a grid; done(rows, all) hears of the progress.");
}

}  // namespace kvplan::python
