// What every command can be asked, from the commands themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"

namespace kvplan::tool {

/// The plan first ("kvplan"), then each command word, then `kvplan traffic simulate`.
[[nodiscard]] std::vector<CommandDescription> descriptions();
/// "kvplan traffic simulate" → "traffic simulate"; "" for the plan
[[nodiscard]] std::string command_word(const CommandDescription& command);

[[nodiscard]] std::string joined(const std::vector<std::string>& words,
                                 std::string_view between = " ");

}  // namespace kvplan::tool
