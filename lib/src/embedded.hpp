// Files that are built into the library (cmake/embed.cmake).
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace kvplan::embedded {

struct File {
  std::string_view name;
  std::string_view text;
};

extern const std::span<const File> templates;  ///< of lib/src/emit/templates/
extern const std::span<const File> boxes;      ///< of boxes/

[[nodiscard]] inline std::optional<std::string_view> find(std::span<const File> files,
                                                          std::string_view name) {
  const auto found = std::ranges::find(files, name, &File::name);
  return found == files.end() ? std::nullopt : std::optional(found->text);
}

}  // namespace kvplan::embedded
