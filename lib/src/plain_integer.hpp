// Numbers as people and vLLM write them.
#pragma once

#include <string>

namespace kvplan {

/// "8k" → "8000", "8K" → "8192", "1M" → "1048576": vLLM's human-readable integers; any other text
/// as it is.
[[nodiscard]] std::string plain_integer(const std::string& text);

}  // namespace kvplan
