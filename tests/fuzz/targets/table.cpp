#include <algorithm>
#include <array>
#include <stdexcept>

#include "../targets.hpp"
#include "kvplan/error.hpp"

namespace kvplan::fuzz {
namespace {

constexpr std::array table{Target{"config", read_config},
                           Target{"batch", read_batch},
                           Target{"index", read_index},
                           Target{"safetensors", read_safetensors},
                           Target{"gguf", read_gguf},
                           Target{"header_dump", read_header_dump},
                           Target{"startup_log", read_startup_log},
                           Target{"metrics", read_metrics},
                           Target{"meminfo", read_meminfo},
                           Target{"snapshot", read_snapshot},
                           Target{"measurements", read_measurements},
                           Target{"trace", read_trace},
                           Target{"lengths", read_lengths},
                           Target{"policy_toml", read_policy_toml},
                           Target{"policy_yaml", read_policy_yaml},
                           Target{"policy_json", read_policy_json},
                           Target{"calibration", read_calibration},
                           Target{"lock", read_lock},
                           Target{"box", read_box},
                           Target{"facts", read_facts},
                           Target{"script", read_script},
                           Target{"recipe", read_recipe},
                           Target{"compose", read_compose},
                           Target{"unit", read_unit},
                           Target{"docker_inspect", read_docker_inspect},
                           Target{"kubernetes", read_kubernetes},
                           Target{"nginx", read_nginx},
                           Target{"haproxy", read_haproxy},
                           Target{"prometheus", read_prometheus},
                           Target{"environment", read_environment},
                           Target{"serve_line", read_serve_line},
                           Target{"options", read_options},
                           Target{"plan", read_plan}};

}  // namespace

std::span<const Target> targets() { return table; }

const Target* find_target(std::string_view name) {
  const auto* found = std::ranges::find(table, name, &Target::name);
  return found == table.end() ? nullptr : found;
}

void run(const Target& target, std::string_view input) {
  try {
    target.read(input);
  } catch (const Error&) {                // NOLINT(bugprone-empty-catch): an answer
  } catch (const std::overflow_error&) {  // NOLINT(bugprone-empty-catch): likewise
  }
}

}  // namespace kvplan::fuzz
