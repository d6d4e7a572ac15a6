// How each copy is launched: the `vllm serve` line, one option a line with its source.
#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"

namespace kvplan::emit_detail {
namespace {

/// A word that begins with a dash would be taken for an option; for a path "./" changes nothing.
std::string positional(const std::string& model) {
  return model.starts_with("-") ? "./" + model : model;
}

class Command {
 public:
  void add(std::string word, std::string source = "") {
    arguments_.push_back({std::move(word), std::move(source)});
  }
  void add(const std::string& name, const std::string& value, const std::string& source) {
    add("--" + name + "=" + value, source);
  }
  void add(const std::string& name, const Sourced<std::int64_t>& value) {
    add(name, std::to_string(value.value), value.source);
  }
  [[nodiscard]] std::vector<Argument> take() { return std::move(arguments_); }

 private:
  std::vector<Argument> arguments_;
};

void add_door(Command& out, const Deployment& deployment, const DeployedCopy& copy) {
  out.add("served-model-name", deployment.served_name, "what clients ask for");
  // vLLM takes an IPv6 address without brackets.
  std::string host = copy.listen;
  if (host.starts_with("[")) host = host.substr(1, host.size() - 2);
  out.add("host", host, "no other address: clients go to the proxy");
  out.add("port", std::to_string(copy.port), "--copy-port");
}

void add_memory(Command& out, const Deployment& deployment, const DeployedCopy& copy,
                const DeployedNode& node) {
  out.add("max-model-len", deployment.max_model_len.value, deployment.max_model_len.source);
  out.add("max-num-seqs", deployment.max_num_seqs);
  out.add("max-num-batched-tokens", deployment.max_num_batched_tokens);
  if (deployment.kv_cache_dtype.value != "auto") {
    out.add("kv-cache-dtype", deployment.kv_cache_dtype.value, deployment.kv_cache_dtype.source);
  }
  if (copy.cache_bytes.source.empty()) {
    const Sourced<double>& share = deployment.boxes[node.box].utilization;
    constexpr int decimals = 4;
    std::string value = format_fixed(share.value, decimals);
    while (value.ends_with("0")) value.pop_back();
    if (value.ends_with(".")) value += "0";
    out.add("gpu-memory-utilization", value, share.source);
  } else {
    out.add("kv-cache-memory-bytes", std::to_string(copy.cache_bytes.value.count()),
            copy.cache_bytes.source);
  }
}

void add_ranks(Command& out, const Deployment& deployment, const DeployedCopy& copy,
               const DeployedNode& node) {
  const std::string source = "plan: layout " + deployment.layout_id;
  if (deployment.tensor_parallel > 1) {
    out.add("tensor-parallel-size", std::to_string(deployment.tensor_parallel), source);
  }
  if (deployment.pipeline_parallel > 1) {
    out.add("pipeline-parallel-size", std::to_string(deployment.pipeline_parallel), source);
  }
  if (copy.nodes.size() < 2) return;
  if (by_ray(deployment, copy)) {
    out.add("distributed-executor-backend", "ray", "--split-backend");
    return;
  }
  out.add("distributed-executor-backend", "mp", "--split-backend");
  out.add("nnodes", std::to_string(copy.nodes.size()), source);
  out.add("node-rank", std::to_string(node.rank), "the head is 0");
  out.add("master-addr", deployment.boxes[copy.nodes.front().box].address, "--address");
  out.add("master-port", std::to_string(deployment.options.master_port), "--master-port");
  if (node.rank > 0) out.add("--headless", "clients are answered by the head alone");
}

std::string environment(const Deployment& deployment, const DeployedCopy& copy,
                        const DeployedNode& node) {
  if (copy.nodes.size() < 2) return "";
  std::string text = "export VLLM_HOST_IP=" + deployment.boxes[node.box].address;
  const std::string& interface = deployment.options.interface;
  if (!interface.empty()) {
    text += "\nexport NCCL_SOCKET_IFNAME=" + interface + "\nexport GLOO_SOCKET_IFNAME=" + interface;
  }
  return text;
}

std::string ray_program(const Deployment& deployment) {
  const std::string& vllm = deployment.options.vllm;
  return vllm.substr(0, vllm.rfind('/') + 1) + "ray";
}

/// Ray's head is started by the engine's own launch, and thus stops with its unit.
std::string ray_head(const Deployment& deployment, const DeployedCopy& copy,
                     const DeployedNode& node) {
  return fill("ray-head.sh", {{"ray", ray_program(deployment)},
                              {"port", std::to_string(deployment.options.master_port)},
                              {"address", deployment.boxes[node.box].address},
                              {"nodes", std::to_string(copy.nodes.size())}});
}

std::string command_text(const std::vector<Argument>& arguments) {
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += (i == 0 ? "set -- " : "\nset -- \"$@\" ") + shell_word(arguments[i].word);
    if (!arguments[i].source.empty()) text += "  # " + one_line(arguments[i].source);
  }
  return text;
}

std::string what_of(const Deployment& deployment, const DeployedCopy& copy,
                    const DeployedNode& node) {
  const std::string box = one_line(deployment.boxes[node.box].name);
  const std::string number = std::to_string(copy.number);
  if (copy.nodes.size() < 2) return "copy " + number + " on " + box;
  return (node.rank == 0 ? "the head of copy " : "the ranks of copy ") + number + " on " + box;
}

EmittedFile launch(const Deployment& deployment, const DeployedCopy& copy,
                   const DeployedNode& node) {
  const std::string file = "launch-copy-" + node.id + ".sh";
  const std::string path = box_folder(node.box) + "/" + file;
  if (by_ray(deployment, copy) && node.rank > 0) {
    return {path, for_running,
            fill("ray-worker.sh", {{"origin", origin(deployment)},
                                   {"copy", std::to_string(copy.number)},
                                   {"unit", unit_name(node)},
                                   {"environment", environment(deployment, copy, node)},
                                   {"ray", ray_program(deployment)},
                                   {"head", deployment.boxes[copy.nodes.front().box].address},
                                   {"port", std::to_string(deployment.options.master_port)},
                                   {"address", deployment.boxes[node.box].address}})};
  }
  std::string command = command_text(serve_command(deployment, copy, node));
  if (by_ray(deployment, copy)) command = ray_head(deployment, copy, node) + "\n" + command;
  return {path, for_running,
          fill("launch.sh", {{"origin", origin(deployment)},
                             {"what", what_of(deployment, copy, node)},
                             {"unit", unit_name(node)},
                             {"file", file},
                             {"key_file", deployment.options.key_file},
                             {"environment", environment(deployment, copy, node)},
                             {"command", command},
                             {"vllm", deployment.options.vllm}})};
}

}  // namespace

std::vector<Argument> serve_command(const Deployment& deployment, const DeployedCopy& copy,
                                    const DeployedNode& node) {
  Command out;
  out.add("serve");
  out.add(positional(deployment.model), "plan: model.name, or --serve-model");
  if (node.rank == 0) add_door(out, deployment, copy);
  add_memory(out, deployment, copy, node);
  add_ranks(out, deployment, copy, node);
  if (node.rank == 0) {
    if (deployment.drains) {
      out.add("shutdown-timeout", std::to_string(deployment.options.drain_seconds),
              "--drain-seconds: what runs is finished before it leaves");
    }
    if (deployment.options.proxy == ProxyKind::nginx && deployment.queue_limit) {
      // nginx has no queue: the engine's own, as long again as what runs, and an honest 503 above.
      out.add("max-num-queued-reqs", std::to_string(deployment.cap.value),
              "the cap again; above it 503 instead of an endless queue");
    }
  }
  for (const std::string& argument : deployment.arguments) {
    out.add(argument, "plan: engine.arguments, or --serve-arg");
  }
  return out.take();
}

Files launch_files(const Deployment& deployment) {
  Files files;
  for (const DeployedCopy& copy : deployment.copies) {
    for (const DeployedNode& node : copy.nodes) files.push_back(launch(deployment, copy, node));
  }
  return files;
}

}  // namespace kvplan::emit_detail
