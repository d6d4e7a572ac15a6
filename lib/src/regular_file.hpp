// What is named is a file before it is opened: a pipe would wait for its writer, a device never
// end.
#pragma once

#include <filesystem>

namespace kvplan {

/// @return its size; 0 where it cannot be known
/// @throws Error (invalid) for nothing of that name, a folder, a pipe, a socket, a device
std::uintmax_t size_of_file(const std::filesystem::path& file);

}  // namespace kvplan
