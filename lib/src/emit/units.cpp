// systemd: a unit for each copy (or its part on a box), its watchdog and its memory guard.
#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"

namespace kvplan::emit_detail {
namespace {

/// What a stopped engine still holds is given back within this; public reports speak of minutes.
constexpr std::int64_t memory_wait_seconds = 600;
constexpr std::int64_t leave_seconds = 30;

std::string what_of(const DeployedCopy& copy, const DeployedNode& node) {
  const std::string number = std::to_string(copy.number);
  if (copy.nodes.size() < 2) return "copy " + number;
  return node.rank == 0 ? "the head of copy " + number : "ranks of copy " + number;
}

EmittedFile engine_unit(const Deployment& deployment, const DeployedCopy& copy,
                        const DeployedNode& node) {
  const EmitOptions& options = deployment.options;
  const std::string start_post =
      node.rank > 0
          ? ""
          : "# Started is what has completed one token, not what listens.\nExecStartPost=" +
                options.config_dir + "/bin/kvplan-wait-first-answer " + node.id;
  const std::int64_t start = 2 * deployment.start_seconds.value + memory_wait_seconds;
  return {box_folder(node.box) + "/" + unit_name(node) + ".service", for_reading,
          fill("copy.service",
               {{"origin", origin(deployment)},
                {"what", what_of(copy, node)},
                {"title", unit_text(deployment.served_name)},
                {"user", options.user},
                {"config_dir", options.config_dir},
                {"node", node.id},
                {"launch", "launch-copy-" + node.id + ".sh"},
                {"start_post", start_post},
                {"start_source", one_line(deployment.start_seconds.source) + ": " +
                                     std::to_string(deployment.start_seconds.value) + " s"},
                {"start_timeout", std::to_string(start)},
                {"drain_seconds", std::to_string(options.drain_seconds)},
                {"stop_timeout", std::to_string(options.drain_seconds + leave_seconds)}})};
}

void add_watchdog(Files& files, const Deployment& deployment, const DeployedCopy& copy,
                  const DeployedNode& node) {
  const std::string folder = box_folder(node.box) + "/";
  const std::string name = "kvplan-watchdog-" + node.id;
  constexpr std::int64_t look_seconds = 180;
  files.push_back({folder + name + ".service", for_reading,
                   fill("watchdog.service", {{"origin", origin(deployment)},
                                             {"what", what_of(copy, node)},
                                             {"config_dir", deployment.options.config_dir},
                                             {"runtime", runtime_directory(deployment, "")},
                                             {"node", node.id},
                                             {"timeout", std::to_string(look_seconds)}})});
  files.push_back(
      {folder + name + ".timer", for_reading,
       fill("watchdog.timer", {{"origin", origin(deployment)}, {"what", what_of(copy, node)}})});
}

EmittedFile guard(const Deployment& deployment, const DeployedCopy& copy,
                  const DeployedNode& node) {
  return {box_folder(node.box) + "/kvplan-memory-guard-" + node.id + ".service", for_reading,
          fill("memory-guard.service", {{"origin", origin(deployment)},
                                        {"what", what_of(copy, node)},
                                        {"config_dir", deployment.options.config_dir},
                                        {"runtime", runtime_directory(deployment, "")},
                                        {"node", node.id}})};
}

}  // namespace

Files unit_files(const Deployment& deployment) {
  Files files;
  for (const DeployedCopy& copy : deployment.copies) {
    for (const DeployedNode& node : copy.nodes) {
      files.push_back(engine_unit(deployment, copy, node));
      // The other boxes of a split answer nobody; when their head goes they leave by themselves.
      if (node.rank == 0) add_watchdog(files, deployment, copy, node);
      files.push_back(guard(deployment, copy, node));
    }
  }
  return files;
}

}  // namespace kvplan::emit_detail
