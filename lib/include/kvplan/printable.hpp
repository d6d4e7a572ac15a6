// Vocabulary: text that others chose (names, paths, command lines), to be shown on one line.
#pragma once

#include <string>
#include <string_view>

namespace kvplan {

/// Valid UTF-8 on one line that does not move a terminal's cursor: a control character (C0, DEL,
/// C1) is shown as "?", a byte that is no UTF-8 as U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace kvplan
