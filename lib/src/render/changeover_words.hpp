// Words that the text and the picture of a changeover share.
#pragma once

#include <string>

#include "kvplan/changeover.hpp"

namespace kvplan::render {

/// "11 min", "30 s", "5 to 13 min", "0 to 31 s".
[[nodiscard]] std::string duration(const SecondsBand& band);
/// "no copy", "refused by the proxy", "1 of 2 copies".
[[nodiscard]] std::string phase_words(const ChangeoverPhase& phase);

}  // namespace kvplan::render
