// Vocabulary: a whole text file, read the same careful way wherever one is named.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace kvplan {

inline constexpr std::uintmax_t largest_text_file = std::uintmax_t{256} << 20;

/// @param largest  bytes; a bigger file is refused before it is read
/// @throws Error (invalid) for nothing of that name, a folder, a pipe, a device, a file that is
///         too large or cannot be read
[[nodiscard]] std::string read_text(const std::filesystem::path& file,
                                    std::uintmax_t largest = largest_text_file);

}  // namespace kvplan
