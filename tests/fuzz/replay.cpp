// Every input of seeds/ and regressions/ once, each through its target: what a fuzzer found stays
// found. An input that ends the process is the last one named.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <iostream>
#include <vector>

#include "kvplan/text_file.hpp"
#include "targets.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_of(std::string_view target) {
  std::vector<fs::path> files;
  for (const char* kind : {"seeds", "regressions"}) {
    const fs::path folder = fs::path(KVPLAN_SOURCE_DIR) / "tests/fuzz" / kind / target;
    if (!fs::exists(folder)) continue;
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

bool fine(const kvplan::fuzz::Target& target, const fs::path& file) {
  std::cout << target.name << ' ' << file.filename().string() << std::endl;
  try {
    kvplan::fuzz::run(target, kvplan::read_text(file));
    return true;
  } catch (const std::exception& failure) {
    std::cout << "  failed: " << failure.what() << '\n';
    return false;
  }
}

}  // namespace

int main() {
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  for (const auto& target : kvplan::fuzz::targets()) {
    const auto files = inputs_of(target.name);
    if (files.empty()) {
      std::cout << target.name << ": no seeds\n";
      ++failed;
    }
    for (const fs::path& file : files) ++(fine(target, file) ? passed : failed);
  }
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}
