// What readers of text do to words, in every locale the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvplan {

/// Without blanks, tabs and ends of lines at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// With ASCII letters small.
[[nodiscard]] std::string lowered(std::string text);
/// The parts between separators: one more than there are of those.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

}  // namespace kvplan
