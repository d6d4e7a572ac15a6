#include "kvplan/lint.hpp"

#include "asked.hpp"
#include "bind.hpp"

namespace kvplan::python {
namespace {

struct Linted {
  std::vector<Finding> findings;
  std::size_t files = 0;
};

Linted linted(const std::vector<std::string>& paths, const Asked& question,
              std::optional<double> restart_seconds, double longest_answer_seconds,
              const std::string& data_dir) {
  const std::vector<std::filesystem::path> names(paths.begin(), paths.end());
  const DeploymentFiles files = read_deployment(names);
  return {lint(files, {question, data_dir, restart_seconds, longest_answer_seconds}),
          files.files.size()};
}

}  // namespace

void bind_lint(py::module_& module) {
  py::class_<Finding>(module, "Finding", "What a rule of lint() has to say about a line.")
      .def_readonly("rule", &Finding::rule)
      .def_property_readonly(
          "severity", [](const Finding& f) { return std::string(name(f.severity)); },
          "'note', 'warning' or 'error'")
      .def_readonly("file", &Finding::file)
      .def_readonly("line", &Finding::line)
      .def_readonly("text", &Finding::text)
      .def_readonly("seconds", &Finding::seconds, "the consequence as a time, or None")
      .def_readonly("bytes", &Finding::bytes, "the consequence as memory, or None")
      .def_readonly("fix", &Finding::fix)
      .def("__repr__", [](const Finding& f) {
        return "<kvplan.Finding " + f.rule + " " + f.file + ":" + std::to_string(f.line) + ">";
      });
  py::class_<Linted>(module, "Linted", "The findings of lint(), by file, line and rule.")
      .def_readonly("findings", &Linted::findings)
      .def_readonly("files", &Linted::files, "how many were read")
      .def(
          "to_json", [](const Linted& linted) { return render_findings_json(linted.findings); },
          "The text of `kvplan lint --format json`.")
      .def(
          "to_sarif",
          [](const Linted& linted) {
            return render_sarif("kvplan lint", linted.findings, finding_rules());
          },
          "SARIF 2.1.0.")
      .def("__str__",
           [](const Linted& linted) {
             return render_findings_text(linted.findings, linted.files, false);
           })
      .def("__len__", [](const Linted& linted) { return linted.findings.size(); })
      .def("__repr__", [](const Linted& linted) {
        return "<kvplan.Linted: " + std::to_string(linted.findings.size()) + " findings>";
      });
  module.def("lint", &linted, py::arg("paths"), py::arg("question"), py::arg("restart_seconds"),
             py::arg("longest_answer_seconds"), py::arg("data_dir"),
             py::call_guard<py::gil_scoped_release>(),
             "Judges the files that start, front and watch engines.");
}

}  // namespace kvplan::python
