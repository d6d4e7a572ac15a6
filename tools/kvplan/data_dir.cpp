#include "data_dir.hpp"

#include <system_error>

namespace kvplan::tool {

std::filesystem::path data_dir() {
  std::error_code failed;  // no /proc, no such folder: then the source tree
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  auto installed = (program.parent_path() / KVPLAN_INSTALLED_DATA_DIR).lexically_normal();
  if (!failed && std::filesystem::is_directory(installed / "models", failed)) return installed;
  return KVPLAN_DATA_DIR;
}

}  // namespace kvplan::tool
