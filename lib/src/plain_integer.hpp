// Numbers as people and vLLM write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kvplan {

/// "8k" → "8000", "8K" → "8192", "1M" → "1048576": vLLM's human-readable integers; any other text
/// as it is.
[[nodiscard]] std::string plain_integer(const std::string& text);

/// The whole text as a finite number, with a point in every locale; nothing for any other text.
std::optional<double> plain_number(std::string_view text);

}  // namespace kvplan
