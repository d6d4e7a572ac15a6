// docker compose: the copies of each box, in place of the units.
#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"

namespace kvplan::emit_detail {
namespace {

constexpr std::int64_t leave_seconds = 30;

std::string health(const Deployment& deployment, const DeployedNode& node) {
  if (node.rank > 0) return "";
  return "healthcheck:\n  # A completion, not a port: see kvplan-health.\n  test: [CMD, " +
         deployment.options.config_dir + "/bin/kvplan-health, \"" + node.id +
         "\"]\n  interval: 60s\n  timeout: 90s\n  retries: 3\n  start_period: " +
         std::to_string(2 * deployment.start_seconds.value) +
         "s  # twice: " + one_line(deployment.start_seconds.source);
}

/// What runs in the container: first the wait for memory, then the engine with the command's words.
std::string entry(const Deployment& deployment, const DeployedCopy& copy,
                  const DeployedNode& node) {
  const EmitOptions& options = deployment.options;
  std::string text = options.config_dir + "/bin/kvplan-wait-memory " + node.id + " && ";
  if (!by_ray(deployment, copy)) return text + "exec vllm \"$@\"";
  const std::string port = std::to_string(options.master_port);
  const std::string address = deployment.boxes[node.box].address;
  if (node.rank > 0) return text + "exec ray \"$@\"";
  return text + "ray start --head --port=" + port + " --node-ip-address=" + address +
         " --include-dashboard=false && until [ \"$(ray status | grep -c ' node_')\" -ge " +
         std::to_string(copy.nodes.size()) + " ]; do sleep 2; done && exec vllm \"$@\"";
}

std::string command(const Deployment& deployment, const DeployedCopy& copy,
                    const DeployedNode& node) {
  std::vector<Argument> arguments = serve_command(deployment, copy, node);
  if (by_ray(deployment, copy) && node.rank > 0) {
    arguments = {{"start", ""},
                 {"--block", ""},
                 {"--address=" + endpoint(deployment.boxes[copy.nodes.front().box].address,
                                          deployment.options.master_port),
                  "the head"},
                 {"--node-ip-address=" + deployment.boxes[node.box].address, "--address"}};
  }
  std::string text;
  for (const Argument& argument : arguments) {
    text += (text.empty() ? "" : "\n") + std::string("    - ") + compose_string(argument.word);
    if (!argument.source.empty()) text += "  # " + one_line(argument.source);
  }
  return text;
}

std::string environment(const Deployment& deployment, const DeployedCopy& copy,
                        const DeployedNode& node) {
  std::string text = "    VLLM_API_KEY:  # no value: the one of the shell or of .env";
  if (copy.nodes.size() < 2) return text;
  text += "\n    VLLM_HOST_IP: " + compose_string(deployment.boxes[node.box].address);
  if (by_ray(deployment, copy)) text += "\n    RAY_memory_monitor_refresh_ms: \"0\"";
  const std::string& interface = deployment.options.interface;
  if (interface.empty()) return text;
  return text + "\n    NCCL_SOCKET_IFNAME: " + compose_string(interface) +
         "\n    GLOO_SOCKET_IFNAME: " + compose_string(interface);
}

std::string service(const Deployment& deployment, const DeployedCopy& copy,
                    const DeployedNode& node) {
  const std::int64_t stop = deployment.options.drain_seconds + leave_seconds;
  std::string text =
      fill("compose-copy.yaml",
           {{"name", "copy-" + node.id},
            {"image", compose_string(deployment.image)},
            {"listen", node.rank == 0 ? address_of(copy) : deployment.boxes[node.box].address},
            {"entry", compose_string(entry(deployment, copy, node))},
            {"command", command(deployment, copy, node)},
            {"environment", environment(deployment, copy, node)},
            {"config_dir", deployment.options.config_dir},
            {"stop_timeout", std::to_string(stop)},
            {"health", health(deployment, node)}});
  while (text.ends_with("\n")) text.pop_back();
  return text;
}

std::string indented(const std::string& text) {
  std::string result = "  ";
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

}  // namespace

Files compose_files(const Deployment& deployment) {
  Files files;
  for (std::size_t box = 0; box < deployment.boxes.size(); ++box) {
    std::string services;
    for (const DeployedCopy& copy : deployment.copies) {
      for (const DeployedNode& node : copy.nodes) {
        if (node.box != box) continue;
        services += (services.empty() ? "" : "\n\n") + indented(service(deployment, copy, node));
      }
    }
    if (services.empty()) continue;
    files.push_back({box_folder(box) + "/compose.yaml", for_reading,
                     fill("compose-box.yaml", {{"origin", origin(deployment)},
                                               {"box", one_line(deployment.boxes[box].name)},
                                               {"services", services}})});
  }
  return files;
}

}  // namespace kvplan::emit_detail
