// A folder of files, written whole or not at all.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "kvplan/emit.hpp"

namespace kvplan::tool {

enum class FileState { missing, same, different };

struct FileOnDisk {
  FileState state = FileState::missing;
  std::string text;  ///< what lies there
};
/// @throws Error (invalid) where something lies that is no file
[[nodiscard]] FileOnDisk look_at(const std::filesystem::path& folder, const EmittedFile& file);

/// Writes what is missing or different. All files are written beside the folder first; when one
/// cannot be put in its place, those before it are taken back.
/// @throws Error (invalid), and then the folder is as it was
void write_folder(const std::filesystem::path& folder, std::span<const EmittedFile> files);

}  // namespace kvplan::tool
