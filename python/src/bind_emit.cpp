#include "kvplan/emit.hpp"

#include "bind.hpp"
#include "kvplan/error.hpp"
#include "kvplan/render.hpp"

namespace kvplan::python {
namespace {

/// The files of a plan, or why there are none.
struct Emitted {
  std::optional<std::string> refused;
  std::vector<EmittedFile> files;
  std::vector<std::string> notes;
};

Emitted emitted(const Report& report, const EmitOptions& options) {
  const ConfigNode plan = parse_json(render_json(report), "the plan");
  Emitted result;
  result.refused = refusal(plan, options);
  if (result.refused) return result;
  const Deployment deployment = deployment_from(plan, options);
  result.files = emit(deployment);
  result.notes = deployment.notes;
  return result;
}

void bind_emit_options(py::module_& module) {
  using O = EmitOptions;
  py::class_<O>(module, "EmitOptions", "What a plan does not know: addresses, ports, names.")
      .def(py::init<>())
      .def_property(
          "proxy", [](const O& o) { return o.proxy == ProxyKind::nginx ? "nginx" : "haproxy"; },
          [](O& o, const std::string& text) {
            if (text != "nginx" && text != "haproxy") {
              throw invalid({"--proxy", ""}, "haproxy or nginx", '"' + text + '"');
            }
            o.proxy = text == "nginx" ? ProxyKind::nginx : ProxyKind::haproxy;
          })
      .def_property(
          "split_backend",
          [](const O& o) { return o.split_backend == SplitBackend::ray ? "ray" : "mp"; },
          [](O& o, const std::string& text) {
            if (text != "ray" && text != "mp") {
              throw invalid({"--split-backend", ""}, "mp or ray", '"' + text + '"');
            }
            o.split_backend = text == "ray" ? SplitBackend::ray : SplitBackend::mp;
          })
      .def_readwrite("layout", &O::layout)
      .def_readwrite("cap", &O::cap)
      .def_readwrite("pin_cache_bytes", &O::pin_cache_bytes)
      .def_readwrite("addresses", &O::addresses)
      .def_readwrite("listen", &O::listen)
      .def_readwrite("status", &O::status)
      .def_readwrite("allow_public", &O::allow_public)
      .def_readwrite("port", &O::port)
      .def_readwrite("copy_port", &O::copy_port)
      .def_readwrite("status_port", &O::status_port)
      .def_readwrite("master_port", &O::master_port)
      .def_readwrite("interface", &O::interface)
      .def_readwrite("paths", &O::paths)
      .def_readwrite("serve_model", &O::serve_model)
      .def_readwrite("served_model_name", &O::served_model_name)
      .def_readwrite("vllm", &O::vllm)
      .def_readwrite("image", &O::image)
      .def_readwrite("user", &O::user)
      .def_readwrite("config_dir", &O::config_dir)
      .def_readwrite("run_dir", &O::run_dir)
      .def_readwrite("key_file", &O::key_file)
      .def_readwrite("start_seconds", &O::start_seconds)
      .def_readwrite("prefill_tok_s", &O::prefill_tok_s)
      .def_readwrite("answer_seconds", &O::answer_seconds)
      .def_readwrite("queue_seconds", &O::queue_seconds)
      .def_readwrite("drain_seconds", &O::drain_seconds)
      .def_readwrite("nginx_ban_seconds", &O::nginx_ban_seconds)
      .def_readwrite("tool_threshold", &O::tool_threshold)
      .def_readwrite("memory_floor", &O::memory_floor)
      .def_readwrite("old_units", &O::old_units)
      .def_readwrite("serve_args", &O::serve_args);
}

}  // namespace

void bind_emit(py::module_& module) {
  bind_emit_options(module);
  py::class_<EmittedFile>(module, "EmittedFile", "One file of a deployment; nothing is written.")
      .def_readonly("path", &EmittedFile::path, "below the folder")
      .def_readonly("mode", &EmittedFile::mode, "permissions, such as 0o755")
      .def_readonly("text", &EmittedFile::text)
      .def("__str__", [](const EmittedFile& file) { return file.text; })
      .def("__repr__",
           [](const EmittedFile& file) { return "<kvplan.EmittedFile " + file.path + ">"; });
  py::class_<Emitted>(module, "Emitted", "The files that run a plan (`kvplan emit`).")
      .def_readonly("refused", &Emitted::refused,
                    "why the plan should not be run (there are no files then), or None")
      .def_readonly("files", &Emitted::files, "README.md first")
      .def_readonly("notes", &Emitted::notes, "what was assumed and is worth a look")
      .def("__repr__", [](const Emitted& emitted) {
        return "<kvplan.Emitted: " +
               (emitted.refused ? *emitted.refused
                                : std::to_string(emitted.files.size()) + " files") +
               ">";
      });
  module.def("emit", &emitted, py::arg("report"), py::arg("options"),
             py::call_guard<py::gil_scoped_release>(), "The files that run a plan.");
}

}  // namespace kvplan::python
