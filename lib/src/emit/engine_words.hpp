// Further words for `vllm serve`: what may stand after those that the files set themselves. The
// engine takes the last of an option that is given twice, so none of those may come again.
#pragma once

#include <string>
#include <vector>

#include "kvplan/config.hpp"

namespace kvplan::emit_detail {

/// A plan's `engine.arguments`, without those that the files give a place of their own. A plan may
/// come from elsewhere: of all options only those that a plan decides, with nothing between them.
/// @throws Error (invalid) naming the argument's pointer
[[nodiscard]] std::vector<std::string> plan_arguments(const ConfigNode& engine);

/// --serve-arg: any option but those that the files set, however it is spelt.
/// @throws Error (invalid)
void check_serve_arguments(const std::vector<std::string>& words);

}  // namespace kvplan::emit_detail
