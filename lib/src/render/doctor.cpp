// The doctor's findings as JSON (contract) and for the terminal.
#include <algorithm>

#include "kvplan/doctor.hpp"
#include "render/json_writer.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

std::string headline(const std::vector<DoctorFinding>& findings) {
  const auto count = [&](Severity severity) {
    return std::ranges::count(findings, severity, &DoctorFinding::severity);
  };
  const auto words = [&](Severity severity, const std::string& one) {
    const auto found = count(severity);
    return std::to_string(found) + " " + one + (found == 1 ? "" : "s");
  };
  return words(Severity::error, "error") + ", " + words(Severity::warning, "warning") + ", " +
         words(Severity::note, "note");
}

std::string finding_line(const DoctorFinding& finding) {
  std::string text = std::string(name(finding.severity)) + " " + finding.id + ": " + finding.text;
  if (finding.bytes) text += " (" + format_gib(*finding.bytes) + ")";
  return text;
}

}  // namespace

std::string render_json(const std::vector<DoctorFinding>& findings) {
  render::JsonWriter json(2);
  json.begin_object().member("schema_version", 1).key("findings").begin_array();
  for (const DoctorFinding& finding : findings) {
    json.begin_object()
        .member("id", finding.id)
        .member("severity", name(finding.severity))
        .member("declared", finding.declared)
        .member("running", finding.running)
        .member("planned", finding.planned)
        .member("bytes", finding.bytes)
        .member("text", finding.text)
        .end_object();
  }
  json.end_array().end_object();
  return std::move(json).text() + "\n";
}

std::string render_text(const BoxSnapshot& snapshot, const std::vector<DoctorFinding>& findings,
                        bool colour) {
  render::TextPage page(colour);
  const bool sound = std::ranges::count(findings, Severity::error, &DoctorFinding::severity) == 0;
  page.line(page.styled(headline(findings), sound ? render::Style::good : render::Style::bad));
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
  page.list("Looked at", seen);
  std::vector<std::string> lines;
  for (const DoctorFinding& finding : findings) lines.push_back(finding_line(finding));
  page.list("Findings", lines);
  return std::move(page).text();
}

}  // namespace kvplan
