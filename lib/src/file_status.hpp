// What a name stands for, before anything is opened: a pipe would wait for its writer, a device
// never end.
#pragma once

#include <cstdint>
#include <filesystem>

namespace kvplan {

/// A name that the system refuses (too long, behind a closed folder) is nothing, not an exception.
inline bool is_there(const std::filesystem::path& name) {
  std::error_code refused;
  return std::filesystem::exists(name, refused);
}

/// Likewise.
inline bool is_folder(const std::filesystem::path& name) {
  std::error_code refused;
  return std::filesystem::is_directory(name, refused);
}

/// Likewise.
inline bool is_file(const std::filesystem::path& name) {
  std::error_code refused;
  return std::filesystem::is_regular_file(name, refused);
}

/// @return its size; 0 where it cannot be known
/// @throws Error (invalid) for nothing of that name, a folder, a pipe, a socket, a device
std::uintmax_t size_of_file(const std::filesystem::path& file);

}  // namespace kvplan
