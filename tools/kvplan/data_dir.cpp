#include "data_dir.hpp"

#include <system_error>

namespace kvplan::tool {

std::filesystem::path program_dir() {
  std::error_code no_proc;
  return std::filesystem::read_symlink("/proc/self/exe", no_proc).parent_path();
}

std::filesystem::path data_dir() {
  const auto program = program_dir();
  auto installed = (program / KVPLAN_INSTALLED_DATA_DIR).lexically_normal();
  std::error_code no_such_folder;  // then the source tree
  if (!program.empty() && std::filesystem::is_directory(installed / "models", no_such_folder)) {
    return installed;
  }
  return KVPLAN_DATA_DIR;
}

}  // namespace kvplan::tool
