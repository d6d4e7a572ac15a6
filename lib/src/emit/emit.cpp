// All files in a reader's order, and what several kinds of them say.
#include "kvplan/emit.hpp"

#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "kvplan/version.hpp"

namespace kvplan {
namespace emit_detail {

std::string copy_name(const DeployedCopy& copy) { return "copy-" + std::to_string(copy.number); }

std::string unit_name(const DeployedNode& node) { return "kvplan-copy-" + node.id; }

std::string box_folder(std::size_t box) { return "box-" + std::to_string(box + 1); }

std::string endpoint(const std::string& host, std::int64_t port) {
  return host + ":" + std::to_string(port);
}

std::string address_of(const DeployedCopy& copy) { return endpoint(copy.listen, copy.port); }

std::string runtime_directory(const Deployment& deployment, const std::string& below) {
  constexpr std::string_view run = "/run/";
  const std::string folder = deployment.options.run_dir + below;
  if (!folder.starts_with(run) || folder.size() == run.size()) return "";
  return "RuntimeDirectory=" + folder.substr(run.size()) + "\nRuntimeDirectoryPreserve=yes";
}

std::string origin(const Deployment& deployment) {
  return one_line("kvplan emit " + std::string(version) + ": " + deployment.layout_id + ", " +
                  deployment.engine);
}

bool by_ray(const Deployment& deployment, const DeployedCopy& copy) {
  return copy.nodes.size() > 1 && deployment.options.split_backend == SplitBackend::ray;
}

}  // namespace emit_detail

std::vector<EmittedFile> emit(const Deployment& deployment) {
  using namespace emit_detail;
  Files files = readme_files(deployment);
  for (const auto& kind : {proxy_files, launch_files, unit_files, compose_files, script_files,
                           monitoring_files, changeover_files}) {
    Files more = kind(deployment);
    files.insert(files.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
  }
  return files;
}

}  // namespace kvplan
