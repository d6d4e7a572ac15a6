#include "../scratch.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace kvplan::fuzz {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    const fs::path memory = "/dev/shm";
    std::string name =
        ((fs::exists(memory) ? memory : fs::temp_directory_path()) / "kvplan-fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

fs::path scratch(std::string_view name, std::string_view text) {
  static const Folder folder;
  fs::path file = folder.path() / name;
  std::ofstream out(file, std::ios::binary);
  out << text;
  return file;
}

}  // namespace kvplan::fuzz
