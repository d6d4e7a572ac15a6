// Words that the text and the picture of a changeover share.
#pragma once

#include <string>

#include "kvplan/changeover.hpp"
#include "render/text_page.hpp"

namespace kvplan::render {

/// "11 min", "30 s", "5 to 13 min", "0 to 31 s".
[[nodiscard]] std::string duration(const SecondsBand& band);
/// "no copy", "refused by the proxy", "1 of 2 copies".
[[nodiscard]] std::string phase_words(const ChangeoverPhase& phase);
/// Minutes, what serves, what is held, what waits.
[[nodiscard]] Rows phase_rows(const Changeover& change);
/// The four times of a changeover, one sentence each.
[[nodiscard]] std::vector<std::string> time_lines(const Changeover& change);
/// Each step with where, how long, and what must be true before.
[[nodiscard]] std::vector<std::string> step_lines(const Changeover& change);
[[nodiscard]] std::vector<std::string> avoidable_lines(const Changeover& change);

}  // namespace kvplan::render
