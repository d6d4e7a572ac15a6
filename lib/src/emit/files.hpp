// One function a kind of file; emit.cpp calls them in a reader's order.
#pragma once

#include <string>
#include <vector>

#include "kvplan/emit.hpp"

namespace kvplan::emit_detail {

using Files = std::vector<EmittedFile>;
inline constexpr int for_reading = 0644;
inline constexpr int for_running = 0755;

[[nodiscard]] Files readme_files(const Deployment& deployment);
[[nodiscard]] Files proxy_files(const Deployment& deployment);
[[nodiscard]] Files launch_files(const Deployment& deployment);
[[nodiscard]] Files unit_files(const Deployment& deployment);
[[nodiscard]] Files compose_files(const Deployment& deployment);
[[nodiscard]] Files script_files(const Deployment& deployment);
[[nodiscard]] Files monitoring_files(const Deployment& deployment);
[[nodiscard]] Files changeover_files(const Deployment& deployment);

// What several of them say.

[[nodiscard]] std::string copy_name(const DeployedCopy& copy);   ///< "copy-1"
[[nodiscard]] std::string unit_name(const DeployedNode& node);   ///< "kvplan-copy-1"
[[nodiscard]] std::string box_folder(std::size_t box);           ///< "box-1"
[[nodiscard]] std::string address_of(const DeployedCopy& copy);  ///< "127.0.0.1:8001"
[[nodiscard]] std::string endpoint(const std::string& host, std::int64_t port);
/// RuntimeDirectory= for a folder below the run folder ("": itself), where systemd makes it.
[[nodiscard]] std::string runtime_directory(const Deployment& deployment, const std::string& below);
/// The first lines' words on where the file is from.
[[nodiscard]] std::string origin(const Deployment& deployment);

/// One option of `vllm serve` and the source of its value; "" where it needs none.
struct Argument {
  std::string word;
  std::string source;
};
[[nodiscard]] std::vector<Argument> serve_command(const Deployment& deployment,
                                                  const DeployedCopy& copy,
                                                  const DeployedNode& node);
/// Ray runs the ranks of a copy over several boxes.
[[nodiscard]] bool by_ray(const Deployment& deployment, const DeployedCopy& copy);

}  // namespace kvplan::emit_detail
