// Findings for people: FILE:LINE, what it costs, what to do.
#include <array>

#include "kvplan/lint.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

using render::Style;

Style style_of(Severity severity) {
  return severity == Severity::error     ? Style::bad
         : severity == Severity::warning ? Style::bold
                                         : Style::dim;
}

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string consequence(const Finding& finding) {
  std::string text;
  if (finding.seconds)
    text += format_fixed(
                *finding.seconds,
                *finding.seconds == static_cast<double>(static_cast<std::int64_t>(*finding.seconds))
                    ? 0
                    : 1) +
            " s";
  constexpr Bytes shown_in_gib = 10_MiB;
  const auto size = [](Bytes bytes) {
    return bytes < shown_in_gib && bytes > Bytes{0} ? format_count(bytes.count()) + " B"
                                                    : format_gib(bytes);
  };
  if (finding.bytes) text += (text.empty() ? "" : ", ") + size(*finding.bytes);
  return text;
}

}  // namespace

std::string render_findings_text(std::span<const Finding> findings, std::size_t files,
                                 bool colour) {
  render::TextPage page(colour);
  std::array<std::size_t, 3> counts{};
  for (const Finding& finding : findings) {
    ++counts[static_cast<std::size_t>(finding.severity)];
    const std::string cost = consequence(finding);
    page.line(finding.file + ":" + std::to_string(finding.line) + ": " +
              page.styled(std::string(name(finding.severity)), style_of(finding.severity)) + " " +
              finding.rule + (cost.empty() ? "" : " [" + cost + "]"));
    page.wrapped("    ", finding.text);
    if (!finding.fix.empty()) page.wrapped("    fix: ", finding.fix);
  }
  if (!findings.empty()) page.line();
  if (findings.empty()) {
    page.line(counted(files, "file") + ": nothing to say");
  } else {
    page.line(counted(files, "file") + ": " + counted(counts[2], "error") + ", " +
              counted(counts[1], "warning") + ", " + counted(counts[0], "note"));
  }
  return std::move(page).text();
}

}  // namespace kvplan
