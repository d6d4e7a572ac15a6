#include "kvplan/recommend.hpp"

#include <map>

#include "bind.hpp"
#include "views.hpp"

namespace kvplan::python {
namespace {

void bind_parts(py::module_& module) {
  py::class_<Reason>(module, "Reason", "Why: a rule, in words, with its numbers.")
      .def_readonly("rule", &Reason::rule)
      .def_readonly("text", &Reason::text)
      .def_property_readonly("values",
                             [](const Reason& reason) {
                               return std::map<std::string, Value>(reason.values.begin(),
                                                                   reason.values.end());
                             })
      .def("__repr__",
           [](const Reason& r) { return "<kvplan.Reason " + r.rule + ": " + r.text + ">"; });
  py::class_<Action>(module, "Action", "What to do next.")
      .def_readonly("id", &Action::id)
      .def_readonly("text", &Action::text)
      .def("__repr__",
           [](const Action& a) { return "<kvplan.Action " + a.id + ": " + a.text + ">"; });
  py::class_<Flip>(module, "Flip",
                   "The first value of an input, all else equal, at which another layout is "
                   "recommended.")
      .def_readonly("input", &Flip::input)
      .def_readonly("type", &Flip::type, "'integer', 'number' or 'string'")
      .def_readonly("from_", &Flip::from, "the last value at which the present layout is")
      .def_readonly("to", &Flip::to)
      .def_readonly("layout", &Flip::layout, "the layout's family, or 'none'")
      .def("__repr__",
           [](const Flip& f) { return "<kvplan.Flip " + f.input + " → " + f.layout + ">"; });
  py::class_<Change>(module, "Change",
                     "The smallest single change that makes the plan meet its need.")
      .def_readonly("flag", &Change::flag, "to paste on the command line")
      .def_readonly("gives_up", &Change::gives_up)
      .def("__repr__", [](const Change& c) { return "<kvplan.Change " + c.flag + ">"; });
}

}  // namespace

void bind_recommend(py::module_& module) {
  using View = RecommendationView;
  bind_parts(module);
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
      .def("__repr__", [](const View& view) {
        return "<kvplan.Recommendation decided by " + view.result().decided_by + ">";
      });
}

}  // namespace kvplan::python
