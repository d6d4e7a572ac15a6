// TAP 14 (testanything.org): a line a case, a YAML block where it failed.
#include <algorithm>

#include "kvplan/finding.hpp"
#include "kvplan/printable.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

/// A description ends at " #"; a text keeps its own by a backslash.
std::string described(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  std::string safe;
  for (const char c : text) {
    if (c == '#' || c == '\\') safe += '\\';
    safe += c;
  }
  return printable(safe);
}

/// JSON's strings are YAML's.
std::string in_quotes(std::string_view text) {
  render::JsonWriter json;
  json.value(text);
  return std::move(json).text();
}

}  // namespace

std::string render_tap(std::span<const Case> cases) {
  std::string out = "TAP version 14\n1.." + std::to_string(cases.size()) + "\n";
  int number = 0;
  for (const Case& checked : cases) {
    const bool failed = checked.finding && !checked.skipped;
    out +=
        (failed ? "not ok " : "ok ") + std::to_string(++number) + " - " + described(checked.name);
    if (checked.skipped) {
      out += " # SKIP " + described(checked.finding ? checked.finding->text : "");
    }
    out += "\n";
    if (!failed) continue;
    const Finding& finding = *checked.finding;
    out += "  ---\n  message: " + in_quotes(finding.text) +
           "\n  severity: " + std::string(name(finding.severity)) +
           "\n  at: " + in_quotes(finding.file + ":" + std::to_string(finding.line)) + "\n";
    if (!finding.fix.empty()) out += "  fix: " + in_quotes(finding.fix) + "\n";
    out += "  ...\n";
  }
  return out;
}

}  // namespace kvplan
