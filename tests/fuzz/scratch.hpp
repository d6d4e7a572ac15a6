// A folder in memory for readers that take a path: one a process, its files are written over.
#pragma once

#include <filesystem>
#include <string_view>

namespace kvplan::fuzz {

/// Writes the file and gives its path.
std::filesystem::path scratch(std::string_view name, std::string_view text);

}  // namespace kvplan::fuzz
