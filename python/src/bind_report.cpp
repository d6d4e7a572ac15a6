// A report as people look at it: names and nulls are those of `--format json`, sizes are unit
// types. `values` is the same as the library has it.
#include "kvplan/report.hpp"

#include "bind.hpp"
#include "kvplan/capacity_report.hpp"
#include "kvplan/render.hpp"
#include "views.hpp"

namespace kvplan::python {
namespace {

std::vector<LayoutView> layouts(const ReportView& view) {
  std::vector<LayoutView> views;
  for (std::size_t i = 0; i < view.report->layouts.size(); ++i) views.push_back({view.report, i});
  return views;
}

std::string shown(const ReportView& view) {
  const Report& report = *view.report;
  const auto index = report.recommendation.layout;
  return "<kvplan.Report " + report.request.model->config.name + ": " +
         (index ? report.layouts[*index].layout.id() : "nothing fits") + ">";
}

/// A renderer of reports, for a view.
template <auto Render>
std::string rendered(const ReportView& view) {
  return Render(*view.report);
}

constexpr auto as_json = static_cast<std::string (*)(const Report&)>(&render_json);
constexpr auto as_markdown = static_cast<std::string (*)(const Report&)>(&render_markdown);

}  // namespace

void bind_report(py::module_& module) {
  using View = ReportView;
  using Released = py::call_guard<py::gil_scoped_release>;
  py::class_<View>(module, "Report",
                   "A plan: the layouts of the boxes, which is recommended, and why.")
      .def(py::init(
               [](const Report& values) { return View{std::make_shared<const Report>(values)}; }),
           py::arg("values"))
      .def_property_readonly("layouts", &layouts,
                             "every layout that the engine serves on these boxes")
      .def_property_readonly("left_out", [](const View& view) { return view.report->left_out; })
      .def_property_readonly("recommendation",
                             [](const View& view) { return RecommendationView{view.report}; })
      .def_property_readonly("warnings", [](const View& view) { return view.report->warnings; })
      .def_property_readonly(
          "neighbours", [](const View& view) { return view.report->neighbours; },
          "other models on the boxes (beside=…)")
      .def_property_readonly("request", [](const View& view) { return view.report->request; })
      .def_property_readonly(
          "values", [](const View& view) { return *view.report; },
          "the same as lib.Report, which the functions of kvplan.lib take; they take this too")
      .def_property_readonly(
          "exit_code", [](const View& view) { return view.report->exit_code(); },
          "what the command line ends with: 0 fits and meets the need, 1 not")
      .def_property_readonly(
          "not_measured", [](const View& view) { return not_measured(*view.report); },
          "figures of the recommended layout that are only assumed, one line each; the command "
          "line exits 4 on them under --trust measured")
      .def("to_json", &rendered<as_json>, "The text of `kvplan --format json`.")
      .def(
          "to_dict",
          [](const View& view) {
            const std::string text = render_json(*view.report);
            return py::dict(py::module_::import("json").attr("loads")(text));
          },
          "The document of `kvplan --format json` (schema_version 1) as a dict.")
      .def("to_markdown", &rendered<as_markdown>, "The text of `kvplan --format markdown`.")
      .def("explain", &rendered<&render_explanation>,
           "The text of `kvplan explain`: each step from config field to the answer, with its\n"
           "formula, its numbers and its source.")
      .def(
          "to_html",
          [](const View& view) { return render_html(capacity_report(view.report->request)); },
          Released(),
          "The page of `kvplan report`: the plan again with its pictures, self-contained.")
      .def("_repr_markdown_", &rendered<as_markdown>)
      .def("_repr_html_", &rendered<&render_picture>)
      .def("__str__", [](const View& view) { return render_text(*view.report, false); })
      .def("__eq__",
           [](const View& a, const View& b) {
             return a.report == b.report || py::cast(*a.report).equal(py::cast(*b.report));
           })
      .def("__copy__", [](const View& view) { return view; })
      .def(
          "__deepcopy__", [](const View& view, const py::dict&) { return view; }, py::arg("memo"))
      .def(py::pickle([](const View& view) -> py::tuple { return py::make_tuple(*view.report); },
                      [](const py::tuple& state) {
                        return View{std::make_shared<const Report>(state[0].cast<Report>())};
                      }))
      .def("__repr__", &shown);
  class_of<Report>().def(
      py::init([](const View& view) { return std::make_shared<Report>(*view.report); }),
      py::arg("view"));
  py::implicitly_convertible<View, Report>();
}

}  // namespace kvplan::python
