// Findings inside a larger answer: a check's, a doctor's.
#pragma once

#include <functional>
#include <span>

#include "kvplan/finding.hpp"
#include "render/json_writer.hpp"
#include "render/text_page.hpp"

namespace kvplan::render {

/// The contract's fields of one finding, as an object.
void write_finding(JsonWriter& json, const Finding& finding);
/// The contract's document of findings: `schema_version` and one object each, which `write` writes.
[[nodiscard]] std::string findings_document(
    std::size_t findings, const std::function<void(JsonWriter&, std::size_t)>& write);
/// FILE:LINE, what it costs, what to do; the fix on a line of its own.
void add_findings(TextPage& page, std::span<const Finding> findings);
/// One row a finding: severity, rule, where, what, fix.
[[nodiscard]] Rows finding_rows(std::span<const Finding> findings);
/// "3 errors, 1 warning, 0 notes".
[[nodiscard]] std::string counted_severities(std::span<const Severity> severities);

}  // namespace kvplan::render
