// What is read from outside, one function a kind of input: each gives the bytes to the library's
// public reader and then uses what was read as the program does. An Error is an answer, and so is
// std::overflow_error (exit 2, units.hpp); anything else that leaves a target, a sanitizer's
// finding, more than the memory or the time of ./dev fuzz is a defect.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kvplan::fuzz {

struct Target {
  std::string_view kind;  ///< what is fuzzed together: policies, in each of their formats
  std::string_view name;  ///< of its folders in seeds/ and regressions/
  void (*read)(std::string_view input);
};

/// Every target.
[[nodiscard]] std::span<const Target> targets();
/// @return in the order of targets(); none for a kind that is none
[[nodiscard]] std::vector<const Target*> targets_of(std::string_view kind);
/// One input; an Error of the library is fine.
void run(const Target& target, std::string_view input);

void read_config(std::string_view input);
void read_batch(std::string_view input);
void read_index(std::string_view input);
void read_safetensors(std::string_view input);
void read_gguf(std::string_view input);
void read_header_dump(std::string_view input);
void read_startup_log(std::string_view input);
void read_metrics(std::string_view input);
void read_meminfo(std::string_view input);
void read_snapshot(std::string_view input);
void read_measurements(std::string_view input);
void read_trace(std::string_view input);
void read_lengths(std::string_view input);
void read_policy_toml(std::string_view input);
void read_policy_yaml(std::string_view input);
void read_policy_json(std::string_view input);
void read_calibration(std::string_view input);
void read_lock(std::string_view input);
void read_box(std::string_view input);
void read_facts(std::string_view input);
void read_script(std::string_view input);
void read_recipe(std::string_view input);
void read_compose(std::string_view input);
void read_unit(std::string_view input);
void read_docker_inspect(std::string_view input);
void read_kubernetes(std::string_view input);
void read_nginx(std::string_view input);
void read_haproxy(std::string_view input);
void read_prometheus(std::string_view input);
void read_environment(std::string_view input);
void read_serve_line(std::string_view input);
void read_options(std::string_view input);
void read_plan(std::string_view input);

}  // namespace kvplan::fuzz
