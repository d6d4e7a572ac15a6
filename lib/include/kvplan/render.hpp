// Step "render": a report → text, JSON or Markdown. Rendering computes nothing that it could read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kvplan/report.hpp"

namespace kvplan {

/// For a person with ten seconds: 80 columns, the verdict first. @param colour  ANSI colours
[[nodiscard]] std::string render_text(const Report& report, bool colour);
/// Contract: `--format json` of a plan.
[[nodiscard]] std::string render_json(const Report& report);
[[nodiscard]] std::string render_markdown(const Report& report);
/// The chain from config field to the answer, with formulas, numbers and sources.
[[nodiscard]] std::string render_explanation(const Report& report);
/// The same plan under the rules of several engines: the numbers side by side, and which rules
/// differ.
[[nodiscard]] std::string render_engines(std::span<const Report> reports);

}  // namespace kvplan
