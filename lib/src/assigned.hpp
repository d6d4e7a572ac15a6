// NAME=VALUE[@BOX], as --service, --other-engine and --beside take it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "kvplan/box.hpp"

namespace kvplan {

struct Assigned {
  std::string name;
  std::string value;
  std::optional<std::string> box;
};

/// A name may hold = and @ (a model's path does): the last = counts, and the @ behind it.
/// @param shape  what the option takes, for the message
/// @throws Error (invalid) naming the option, for a text without = or without a name
[[nodiscard]] Assigned parse_assigned(const std::string& text, const char* option,
                                      const char* shape);

/// @throws Error (invalid) naming the option and the boxes, for a box that is none of them
void must_be_box(const std::optional<std::string>& box, const char* option,
                 std::span<const Box> boxes);

}  // namespace kvplan
