// A JSON, YAML or TOML file as one tree, with the line of each value: what people write by hand
// (policies, recipes, compose files) is read through the same checked accessors as a config.json.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "kvplan/config.hpp"

namespace kvplan {

struct StructuredFile {
  ConfigNode root;
  std::map<std::string, int, std::less<>> lines;  ///< by JSON pointer, from 1
  /// The line of a value; where it is not known, of what holds it.
  [[nodiscard]] int line(std::string_view pointer) const;
};

enum class FileFormat { json, yaml, toml };
/// By the name's ending; nothing known: YAML, of which JSON is a part.
[[nodiscard]] FileFormat format_of(const std::filesystem::path& file);

/// Dates and times of TOML become text; YAML's anchors and merge keys are resolved, its tags are
/// not. The first document of several.
/// @throws Error (invalid) with the line of a syntax error, for too deep a nesting, or for aliases
///         that would blow up
[[nodiscard]] StructuredFile parse_structured(std::string_view text, const std::string& file,
                                              FileFormat format);
/// @throws Error (invalid) also when the file cannot be read
[[nodiscard]] StructuredFile read_structured(const std::filesystem::path& file);

}  // namespace kvplan
