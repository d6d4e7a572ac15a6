// all/: the scripts that every box has, and what they know of each copy.
#include <array>

#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"
#include "render/json_writer.hpp"

namespace kvplan::emit_detail {
namespace {

constexpr std::int64_t memory_wait_seconds = 600;

std::string probe(const Deployment& deployment) {
  render::JsonWriter out;
  out.begin_object()
      .member("model", deployment.served_name)
      .member("prompt", "1")
      .member("max_tokens", 1)
      .member("temperature", 0)
      .end_object();
  return std::move(out).text();
}

std::string kib(Bytes size) {
  constexpr std::int64_t bytes_per_kib = 1024;
  return std::to_string(ceil_div(size.count(), bytes_per_kib));
}

EmittedFile settings(const Deployment& deployment, const DeployedCopy& copy,
                     const DeployedNode& node) {
  // A full copy answers a probe when a request ends, or else reads and writes tokens meanwhile.
  constexpr std::int64_t probe_seconds = 60;
  const std::string box = one_line(deployment.boxes[node.box].name);
  return {"all/copy-" + node.id + ".conf", for_reading,
          fill("copy.conf", {{"origin", origin(deployment)},
                             {"what", "copy " + std::to_string(copy.number) + " on " + box},
                             {"node", node.id},
                             {"copy", std::to_string(copy.number)},
                             {"unit", unit_name(node)},
                             {"head", node.rank == 0 ? "yes" : "no"},
                             {"url", "http://" + address_of(copy)},
                             {"server", copy_name(copy)},
                             {"model", shell_word(deployment.served_name)},
                             {"model_json", shell_word(json_string(deployment.served_name))},
                             {"probe", shell_word(probe(deployment))},
                             {"key_file", deployment.options.key_file},
                             {"start_seconds", std::to_string(deployment.start_seconds.value)},
                             {"start_source", one_line(deployment.start_seconds.source)},
                             {"probe_seconds", std::to_string(probe_seconds)},
                             {"need_kib", kib(node.free_at_start.value)},
                             {"need_source", one_line(node.free_at_start.source)},
                             {"floor_kib", kib(deployment.options.memory_floor)}})};
}

/// COPY:BOX:UNIT of every unit, as words; the box of the proxy is "here".
std::string places(const Deployment& deployment) {
  std::string text;
  for (const DeployedCopy& copy : deployment.copies) {
    for (const DeployedNode& node : copy.nodes) {
      const std::string box = node.box == 0 ? "here" : deployment.boxes[node.box].address;
      text += (text.empty() ? "" : " ") + std::to_string(copy.number) + ":" + box + ":" +
              unit_name(node) + ".service";
    }
  }
  return text;
}

EmittedFile script(const std::string& name, std::string_view from, Values values,
                   const Deployment& deployment) {
  values.emplace("origin", origin(deployment));
  return {"all/bin/" + name, for_running, fill(from, values)};
}

EmittedFile tool_test(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  constexpr int decimals = 2;
  return script("kvplan-tool-test", "kvplan-tool-test",
                {{"config_dir", json_string(options.config_dir)},
                 {"state_dir", "/var/lib/kvplan"},
                 {"state_dir_py", json_string("/var/lib/kvplan")},
                 {"model", json_string(deployment.served_name)},
                 {"proxy", json_string("http://" + endpoint(options.listen, options.port))},
                 {"key_file", json_string(options.key_file)},
                 {"threshold", format_fixed(options.tool_threshold, decimals)}},
                deployment);
}

}  // namespace

Files script_files(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  const std::string read_seconds = std::to_string(deployment.read_seconds.value);
  Files files;
  for (const DeployedCopy& copy : deployment.copies) {
    for (const DeployedNode& node : copy.nodes) files.push_back(settings(deployment, copy, node));
  }
  files.push_back(script("kvplan-common.sh", "kvplan-common.sh",
                         {{"config_dir", options.config_dir}, {"run_dir", options.run_dir}},
                         deployment));
  for (const char* name : {"kvplan-health", "kvplan-wait-first-answer", "kvplan-memory-guard"}) {
    files.push_back(script(name, name, {}, deployment));
  }
  files.push_back(
      script("kvplan-watchdog", "kvplan-watchdog", {{"run_dir", options.run_dir}}, deployment));
  files.push_back(script("kvplan-wait-memory", "kvplan-wait-memory",
                         {{"seconds", std::to_string(memory_wait_seconds)}}, deployment));
  const bool nginx = options.proxy == ProxyKind::nginx;
  files.push_back(script("kvplan-proxy-copy",
                         nginx ? "kvplan-proxy-copy.nginx" : "kvplan-proxy-copy.haproxy", {},
                         deployment));
  files.push_back(
      script("kvplan-wait-idle", "kvplan-wait-idle", {{"read_seconds", read_seconds}}, deployment));
  files.push_back(script("kvplan-restart-copy", "kvplan-restart-copy",
                         {{"read_seconds", read_seconds}, {"places", places(deployment)}},
                         deployment));
  files.push_back(tool_test(deployment));
  return files;
}

}  // namespace kvplan::emit_detail
