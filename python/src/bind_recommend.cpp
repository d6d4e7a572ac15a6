#include "kvplan/recommend.hpp"

#include "bind.hpp"
#include "views.hpp"

namespace kvplan::python {
void bind_recommend(py::module_& module) {
  using View = RecommendationView;
  py::class_<View>(module, "Recommendation", "Which layout, why, and what would change it.")
      .def_property_readonly(
          "layout_id",
          [](const View& view) -> std::optional<std::string> {
            const auto index = view.result().layout;
            if (!index) return std::nullopt;
            return view.report->layouts[*index].layout.id();
          },
          "None where nothing fits")
      .def_property_readonly(
          "layout",
          [](const View& view) {
            const auto index = view.result().layout;
            return std::string(index ? name(view.report->layouts[*index].layout.family) : "none");
          },
          "the layout's family; 'none' where nothing fits")
      .def_property_readonly("need_met", [](const View& view) { return view.result().need_met; })
      .def_property_readonly("decided_by",
                             [](const View& view) { return view.result().decided_by; })
      .def_property_readonly("reasons", [](const View& view) { return view.result().reasons; })
      .def_property_readonly("actions", [](const View& view) { return view.result().actions; })
      .def_property_readonly(
          "flips_when", [](const View& view) { return view.result().flips; }, "nearest first")
      .def_property_readonly(
          "changes", [](const View& view) { return view.result().changes; },
          "empty when the need is met")
      .def_property_readonly("certainty", [](const View& view) { return view.result().certainty; })
      .def_property_readonly(
          "sensitivities", [](const View& view) { return view.result().sensitivities; },
          "the widest swing of tokens first")
      .def_property_readonly("speeds", [](const View& view) { return view.result().speeds; })
      .def_property_readonly("availability",
                             [](const View& view) { return view.result().availability; })
      .def_property_readonly("common_causes",
                             [](const View& view) { return view.result().common_causes; })
      .def_property_readonly(
          "values", [](const View& view) { return view.result(); },
          "the same as lib.Recommendation")
      .def("__eq__", [](const View& a,
                        const View& b) { return py::cast(a.result()).equal(py::cast(b.result())); })
      .def(py::pickle(
          [](const View& view) -> py::tuple { return py::make_tuple(ReportView{view.report}); },
          [](const py::tuple& state) { return View{state[0].cast<ReportView>().report}; }))
      .def("__repr__", [](const View& view) {
        return "<kvplan.Recommendation decided by " + view.result().decided_by + ">";
      });
}

}  // namespace kvplan::python
