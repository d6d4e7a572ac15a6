// Sentences about what a class's numbers do and do not say.
#pragma once

#include "traffic/decision.hpp"

namespace kvplan::traffic {

/// What the curve shows or does not show, the mix, Little's law, copies that differ.
void add_notes(TrafficClass& traffic, const Decision& decision, const TrafficQuestion& question);

/// "8", "13.6"
[[nodiscard]] std::string level_text(double concurrency);
[[nodiscard]] std::string percent_text(double share);

}  // namespace kvplan::traffic
