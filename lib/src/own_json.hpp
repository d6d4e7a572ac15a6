// JSON that no Python wrote: kvplan's own files and questions. A NaN or Infinity there is a
// mistake, not a value that is absent as in a config.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "kvplan/config.hpp"

namespace kvplan {

/// As parse_json(), with the numbers that JSON has not as text, which no number is read from.
[[nodiscard]] ConfigNode parse_own_json(std::string_view text, std::string file);
/// As read_json(), the same.
[[nodiscard]] ConfigNode read_own_json(const std::filesystem::path& file);

/// JSON takes the last of several members of one name; where people write the file, the others
/// would be lost. @throws Error (invalid) naming the second, with the pointer of what holds it
void refuse_twice(std::string_view text, const std::string& file);

/// Members that are none of the known ones are notes of whoever wrote the file, but for those that
/// are a slip or two away from one. @throws Error (invalid) with the member's pointer
void refuse_misspelt(const ConfigNode& object, std::initializer_list<std::string_view> known);

}  // namespace kvplan
