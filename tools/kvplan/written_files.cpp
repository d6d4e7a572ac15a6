#include "written_files.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "kvplan/error.hpp"

namespace kvplan::tool {
namespace {

/// The same file on the disk, or the same name where there is none yet. Pipes and devices keep
/// nothing that could be lost.
bool same_file(const std::string& one, const std::string& other) {
  std::error_code absent;
  const auto status = std::filesystem::status(one, absent);
  if (std::filesystem::is_other(status) || std::filesystem::is_character_file(status)) return false;
  return one == other || std::filesystem::equivalent(one, other, absent);
}

/// As in `--model=FILE` and `--output json=FILE`: any part behind an equals sign may be a file.
bool names_file(std::string_view word, const std::string& file) {
  std::error_code absent;
  if (!std::filesystem::is_regular_file(file, absent)) return false;
  while (true) {
    if (same_file(std::string(word), file)) return true;
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return false;
    word.remove_prefix(equals + 1);
  }
}

}  // namespace

void refuse_overwriting(std::span<const WrittenFile> written, std::span<const std::string> words) {
  for (const WrittenFile& one : written) {
    const auto twice = std::ranges::count_if(
        written, [&](const WrittenFile& other) { return same_file(other.file, one.file); });
    const auto named =
        std::ranges::count_if(words, [&](const auto& word) { return names_file(word, one.file); });
    if (twice <= 1 && named <= 1) continue;
    throw invalid({one.option, ""},
                  twice > 1 ? "a file that is written once" : "a file that is not read",
                  '"' + one.file + '"');
  }
}

}  // namespace kvplan::tool
