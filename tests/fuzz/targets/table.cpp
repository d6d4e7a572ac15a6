#include <array>
#include <stdexcept>

#include "../targets.hpp"
#include "kvplan/error.hpp"

namespace kvplan::fuzz {
namespace {

constexpr std::array table{Target{"config", "config", read_config},
                           Target{"batch", "batch", read_batch},
                           Target{"index", "index", read_index},
                           Target{"safetensors", "safetensors", read_safetensors},
                           Target{"gguf", "gguf", read_gguf},
                           Target{"safetensors", "header_dump", read_header_dump},
                           Target{"logs", "startup_log", read_startup_log},
                           Target{"metrics", "metrics", read_metrics},
                           Target{"logs", "meminfo", read_meminfo},
                           Target{"logs", "snapshot", read_snapshot},
                           Target{"benchmarks", "measurements", read_measurements},
                           Target{"traces", "trace", read_trace},
                           Target{"benchmarks", "lengths", read_lengths},
                           Target{"policy", "policy_toml", read_policy_toml},
                           Target{"policy", "policy_yaml", read_policy_yaml},
                           Target{"policy", "policy_json", read_policy_json},
                           Target{"own_files", "calibration", read_calibration},
                           Target{"own_files", "lock", read_lock},
                           Target{"own_files", "box", read_box},
                           Target{"own_files", "facts", read_facts},
                           Target{"recipes", "script", read_script},
                           Target{"recipes", "recipe", read_recipe},
                           Target{"recipes", "compose", read_compose},
                           Target{"units", "unit", read_unit},
                           Target{"recipes", "docker_inspect", read_docker_inspect},
                           Target{"recipes", "kubernetes", read_kubernetes},
                           Target{"nginx", "nginx", read_nginx},
                           Target{"haproxy", "haproxy", read_haproxy},
                           Target{"recipes", "prometheus", read_prometheus},
                           Target{"recipes", "environment", read_environment},
                           Target{"serve_lines", "serve_line", read_serve_line},
                           Target{"serve_lines", "options", read_options},
                           Target{"own_files", "plan", read_plan}};

}  // namespace

std::span<const Target> targets() { return table; }

std::vector<const Target*> targets_of(std::string_view kind) {
  std::vector<const Target*> found;
  for (const Target& target : table) {
    if (target.kind == kind) found.push_back(&target);
  }
  return found;
}

void run(const Target& target, std::string_view input) {
  try {
    target.read(input);
  } catch (const Error&) {                // NOLINT(bugprone-empty-catch): an answer
  } catch (const std::overflow_error&) {  // NOLINT(bugprone-empty-catch): likewise
  }
}

}  // namespace kvplan::fuzz
