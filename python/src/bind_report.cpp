#include "kvplan/report.hpp"

#include "bind.hpp"
#include "kvplan/capacity_report.hpp"
#include "kvplan/render.hpp"
#include "views.hpp"

namespace kvplan::python {
namespace {

std::vector<LayoutView> layouts(const SharedReport& report) {
  std::vector<LayoutView> views;
  for (std::size_t i = 0; i < report->layouts.size(); ++i) views.push_back({report, i});
  return views;
}

std::string shown(const Report& report) {
  const auto index = report.recommendation.layout;
  return "<kvplan.Report " + report.request.model->config.name + ": " +
         (index ? report.layouts[*index].layout.id() : "nothing fits") + ">";
}

}  // namespace

void bind_report(py::module_& module) {
  py::class_<Warning>(module, "Warning")
      .def_readonly("id", &Warning::id)
      .def_readonly("text", &Warning::text)
      .def("__repr__", [](const Warning& warning) {
        return "<kvplan.Warning " + warning.id + ": " + warning.text + ">";
      });
  py::class_<Report, std::shared_ptr<Report>>(
      module, "Report", "A plan: the layouts of the boxes, which is recommended, and why.")
      .def_property_readonly(
          "layouts", [](const std::shared_ptr<Report>& report) { return layouts(report); },
          "every layout that the engine serves on these boxes")
      .def_readonly("left_out", &Report::left_out)
      .def_property_readonly(
          "recommendation",
          [](const std::shared_ptr<Report>& report) { return RecommendationView{report}; })
      .def_readonly("warnings", &Report::warnings)
      .def_property_readonly("exit_code", &Report::exit_code,
                             "what the command line ends with: 0 fits and meets the need, 1 not")
      .def_property_readonly("not_measured", &not_measured,
                             "figures of the recommended layout that are only assumed, one line "
                             "each; the command line exits 4 on them under --trust measured")
      .def(
          "to_json", [](const Report& report) { return render_json(report); },
          "The text of `kvplan --format json`.")
      .def(
          "to_dict",
          [](const Report& report) {
            return py::dict(py::module_::import("json").attr("loads")(render_json(report)));
          },
          "The document of `kvplan --format json` (schema_version 1) as a dict.")
      .def(
          "to_markdown", [](const Report& report) { return render_markdown(report); },
          "The text of `kvplan --format markdown`.")
      .def("explain", &render_explanation,
           "The text of `kvplan explain`: each step from config field to the answer, with its\n"
           "formula, its numbers and its source.")
      .def(
          "to_html",
          [](const Report& report) { return render_html(capacity_report(report.request)); },
          py::call_guard<py::gil_scoped_release>(),
          "The page of `kvplan report`: the plan again with its pictures, self-contained.")
      .def("_repr_markdown_", [](const Report& report) { return render_markdown(report); })
      .def("_repr_html_", [](const Report& report) { return render_picture(report); })
      .def("__str__", [](const Report& report) { return render_text(report, false); })
      .def("__repr__", &shown);
}

}  // namespace kvplan::python
