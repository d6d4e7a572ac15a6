// What readers of text do to words, in every locale the same.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "digit.hpp"

namespace kvplan {

/// Without blanks, tabs and ends of lines at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// With ASCII letters small.
[[nodiscard]] std::string lowered(std::string text);
/// With ASCII letters large.
[[nodiscard]] std::string uppered(std::string text);
/// An ASCII letter or a digit.
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// The parts between separators: one more than there are of those.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// Letters put in, left out, changed or swapped with their neighbour, from one word to the other.
[[nodiscard]] std::size_t slips(std::string_view a, std::string_view b);

}  // namespace kvplan
