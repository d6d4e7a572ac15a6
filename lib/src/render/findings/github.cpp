// GitHub's workflow commands for annotations (docs.github.com, "Workflow commands": a step shows
// at most 10 of each kind).
#include <algorithm>
#include <array>

#include "kvplan/finding.hpp"
#include "kvplan/printable.hpp"
#include "render/escape.hpp"

namespace kvplan {
namespace {

constexpr std::ptrdiff_t most_of_a_kind = 10;

std::string escaped(std::string_view text, bool property) {
  std::string safe;
  for (const char c : text) {
    if (c == '%') {
      safe += "%25";
    } else if (c == '\r') {
      safe += "%0D";
    } else if (c == '\n') {
      safe += "%0A";
    } else if (property && c == ':') {
      safe += "%3A";
    } else if (property && c == ',') {
      safe += "%2C";
    } else {
      safe += c;
    }
  }
  return printable(safe);
}

std::string command(Severity severity) {
  return severity == Severity::note ? "notice" : std::string(name(severity));
}

std::string annotation(const Finding& finding, std::ptrdiff_t more) {
  std::string text = finding.text + (finding.fix.empty() ? "" : "\nFix: " + finding.fix);
  if (more > 0) text += "\n(and " + std::to_string(more) + " more)";
  return "::" + command(finding.severity) +
         " file=" + escaped(render::path_inside(finding.file), true) +
         ",line=" + std::to_string(finding.line) + ",title=" + escaped(finding.rule, true) +
         "::" + escaped(text, false) + "\n";
}

}  // namespace

std::string render_github(std::span<const Finding> findings) {
  std::string out;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto all = std::ranges::count(findings, severity, &Finding::severity);
    std::ptrdiff_t shown = 0;
    for (const Finding& finding : findings) {
      if (finding.severity != severity || shown == most_of_a_kind) continue;
      ++shown;
      out += annotation(finding, shown == most_of_a_kind ? all - shown : 0);
    }
  }
  return out;
}

}  // namespace kvplan
