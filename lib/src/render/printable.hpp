// What makes a text of others printable (kvplan/printable.hpp), for formats that escape it their
// own way.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "kvplan/printable.hpp"

namespace kvplan::render {

/// What stands for a byte that is no UTF-8: U+FFFD.
inline constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Bytes at the front of `text` that are shown as they are in ASCII: nearly all of nearly every
/// text.
[[nodiscard]] std::size_t ascii_length(std::string_view text);
/// Bytes of the valid UTF-8 sequence at the front of `text`, which is not empty; 0: there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);
/// C0, DEL or C1 (U+0080 to U+009F), at the front of `text`, which is not empty.
[[nodiscard]] bool begins_with_control(std::string_view text);

/// Every byte that is no UTF-8 as U+FFFD, one each.
[[nodiscard]] std::string valid_utf8(std::string_view text);

}  // namespace kvplan::render
