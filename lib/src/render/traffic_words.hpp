// Tables and sentences of a traffic report that text and Markdown share.
#pragma once

#include "kvplan/traffic.hpp"
#include "render/text_page.hpp"

namespace kvplan::render {

/// "A cap of 12 (8 to 12)", with why.
[[nodiscard]] std::string cap_sentence(const TrafficClass& traffic);
/// What the cap gains and costs against the present one; "" when not asked or not known.
[[nodiscard]] std::string change_sentence(const TrafficClass& traffic);
/// Knee, peak, curve, noise: one sentence each.
[[nodiscard]] std::vector<std::string> curve_sentences(const TrafficClass& traffic);
[[nodiscard]] std::string next_sentence(const TrafficClass& traffic);
/// The caps of all classes side by side.
[[nodiscard]] Rows cap_rows(const TrafficReport& report);
[[nodiscard]] Rows level_rows(const TrafficClass& traffic);
/// A line for each level: its throughput as a bar, the cap marked.
[[nodiscard]] std::vector<std::string> bars(const TrafficClass& traffic);

}  // namespace kvplan::render
