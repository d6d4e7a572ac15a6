// Numbers that Python's json writes and JSON has not: NaN, Infinity, -Infinity. Hugging Face's
// files have them (Nemotron-H: "time_step_limit": [0.0, Infinity]).
#pragma once

#include <string>
#include <string_view>

namespace kvplan {

/// False for nearly every text, and soon said.
[[nodiscard]] bool may_have_python_numbers(std::string_view text);

/// They become null.
[[nodiscard]] std::string without_python_numbers(std::string_view text);
/// They become strings, which no number is read from.
[[nodiscard]] std::string with_quoted_python_numbers(std::string_view text);

/// Behind the string whose quote is at `quote`; the text's length where none ends it.
[[nodiscard]] std::size_t behind_string(std::string_view text, std::size_t quote);

}  // namespace kvplan
