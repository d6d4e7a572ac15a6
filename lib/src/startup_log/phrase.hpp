// Phrases of a log with numbers in them: "took {} GiB memory and {} seconds".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace kvplan::startup_log {

/// Where the phrase first stands in the text, its numbers.
///
/// @param phrase  `{}` is a number (sign, thousands commas, decimals); a blank is any number of
///                blanks, also none; `~` skips up to 80 characters of anything
[[nodiscard]] std::optional<std::vector<double>> numbers_of(std::string_view text,
                                                            std::string_view phrase);

}  // namespace kvplan::startup_log
