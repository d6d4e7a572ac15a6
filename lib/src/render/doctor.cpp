// The doctor's findings as JSON (contract), CSV, for the terminal, as Markdown and HTML.
#include <algorithm>

#include "kvplan/doctor.hpp"
#include "render/escape.hpp"
#include "render/findings/findings.hpp"
#include "render/html/page.hpp"
#include "render/json_writer.hpp"
#include "render/markdown_page.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

using namespace render;

std::string headline(const std::vector<DoctorFinding>& findings) {
  std::vector<Severity> severities;
  severities.reserve(findings.size());
  for (const DoctorFinding& finding : findings) severities.push_back(finding.severity);
  return counted_severities(severities);
}

bool is_sound(const std::vector<DoctorFinding>& findings) {
  return std::ranges::count(findings, Severity::error, &DoctorFinding::severity) == 0;
}

/// What there was to look at.
std::vector<std::string> looked_at(const BoxSnapshot& snapshot) {
  std::vector<std::string> seen;
  for (const MemInfo& info : snapshot.evidence.meminfo) {
    seen.push_back(info.file + ": " + format_gib(info.total) + " in all" +
                   (info.available ? ", " + format_gib(*info.available) + " available" : ""));
  }
  for (const EngineCommand& engine : snapshot.engines) {
    seen.push_back(engine.where + ": " + engine.line);
  }
  for (const Exposition& metrics : snapshot.evidence.metrics) seen.push_back(metrics.source);
  for (const StartupRun& start : snapshot.evidence.starts) {
    seen.push_back(start.file + ": a start of " + start.engine + " " +
                   start.engine_version.value_or("of an unknown version"));
  }
  return seen;
}

Rows rows_of(const std::vector<DoctorFinding>& findings) {
  Rows rows{{"severity", "what", "declared", "running", "planned", "costs", "finding"}};
  for (const DoctorFinding& finding : findings) {
    rows.push_back({std::string(name(finding.severity)), finding.id, finding.declared.value_or("-"),
                    finding.running.value_or("-"), finding.planned.value_or("-"),
                    finding.bytes ? format_gib(*finding.bytes) : "", finding.text});
  }
  return rows;
}

/// The page under its headline, in either language.
template <class Page>
void fill(Page& page, const BoxSnapshot& snapshot, const std::vector<DoctorFinding>& findings) {
  page.list("Looked at", looked_at(snapshot));
  if (findings.empty()) return;
  page.heading("Findings");
  page.table(rows_of(findings));
}

std::string finding_line(const DoctorFinding& finding) {
  std::string text = std::string(name(finding.severity)) + " " + finding.id + ": " + finding.text;
  if (finding.bytes) text += " (" + format_gib(*finding.bytes) + ")";
  return text;
}

}  // namespace

std::string render_json(const std::vector<DoctorFinding>& findings) {
  return findings_document(findings.size(), [&](JsonWriter& json, std::size_t i) {
    const DoctorFinding& finding = findings[i];
    json.begin_object()
        .member("id", finding.id)
        .member("severity", name(finding.severity))
        .member("declared", finding.declared)
        .member("running", finding.running)
        .member("planned", finding.planned)
        .member("bytes", finding.bytes)
        .member("text", finding.text)
        .end_object();
  });
}

std::string render_csv(const std::vector<DoctorFinding>& findings) {
  std::string out = "id,severity,declared,running,planned,bytes,text\n";
  for (const DoctorFinding& finding : findings) {
    out += csv_cell(finding.id) + "," + std::string(name(finding.severity)) + "," +
           csv_cell(finding.declared.value_or("")) + "," + csv_cell(finding.running.value_or("")) +
           "," + csv_cell(finding.planned.value_or("")) + "," +
           (finding.bytes ? std::to_string(finding.bytes->count()) : "") + "," +
           csv_cell(finding.text) + "\n";
  }
  return out;
}

std::string render_text(const BoxSnapshot& snapshot, const std::vector<DoctorFinding>& findings,
                        bool colour) {
  TextPage page(colour);
  page.line({{headline(findings), is_sound(findings) ? Style::good : Style::bad}});
  page.list("Looked at", looked_at(snapshot));
  std::vector<std::string> lines;
  lines.reserve(findings.size());
  for (const DoctorFinding& finding : findings) lines.push_back(finding_line(finding));
  page.list("Findings", lines);
  return std::move(page).text();
}

std::string render_markdown(const BoxSnapshot& snapshot,
                            const std::vector<DoctorFinding>& findings) {
  MarkdownPage page(headline(findings));
  fill(page, snapshot, findings);
  return std::move(page).text();
}

std::string render_html(const BoxSnapshot& snapshot, const std::vector<DoctorFinding>& findings) {
  HtmlPage page(headline(findings));
  page.verdict(headline(findings), is_sound(findings));
  fill(page, snapshot, findings);
  return std::move(page).text();
}

}  // namespace kvplan
