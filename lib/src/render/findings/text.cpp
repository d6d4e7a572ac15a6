// Findings for people: FILE:LINE, what it costs, what to do; on a terminal, as Markdown and HTML.
#include <algorithm>
#include <cmath>

#include "kvplan/lint.hpp"
#include "render/findings/findings.hpp"
#include "render/html/page.hpp"
#include "render/markdown_page.hpp"

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
    text +=
        format_fixed(*finding.seconds, *finding.seconds == std::floor(*finding.seconds) ? 0 : 1) +
        " s";
  static constexpr Bytes shown_in_gib = 10_MiB;
  const auto size = [](Bytes bytes) {
    return bytes < shown_in_gib && bytes > Bytes{0} ? format_count(bytes.count()) + " B"
                                                    : format_gib(bytes);
  };
  if (finding.bytes) text += (text.empty() ? "" : ", ") + size(*finding.bytes);
  return text;
}

std::string where(const Finding& finding) {
  return finding.file + ":" + std::to_string(finding.line);
}

std::string summary(std::span<const Finding> findings, std::size_t files) {
  std::vector<Severity> severities;
  for (const Finding& finding : findings) severities.push_back(finding.severity);
  return counted(files, "file") + ": " +
         (findings.empty() ? "nothing to say" : render::counted_severities(severities));
}

bool has_error(std::span<const Finding> findings) {
  return std::ranges::find(findings, Severity::error, &Finding::severity) != findings.end();
}

/// The page under its headline, in either language.
template <class Page>
void fill(Page& page, std::span<const Finding> findings) {
  if (findings.empty()) return;
  page.heading("Findings");
  page.table(render::finding_rows(findings));
}

}  // namespace

namespace render {

void add_findings(TextPage& page, std::span<const Finding> findings) {
  for (const Finding& finding : findings) {
    const std::string cost = consequence(finding);
    page.line({{where(finding) + ": "},
               {std::string(name(finding.severity)), style_of(finding.severity)},
               {" " + finding.rule + (cost.empty() ? "" : " [" + cost + "]")}});
    page.wrapped("    ", finding.text);
    if (!finding.fix.empty()) page.wrapped("    fix: ", finding.fix);
  }
}

Rows finding_rows(std::span<const Finding> findings) {
  Rows rows{{"severity", "rule", "where", "what", "costs", "fix"}};
  for (const Finding& finding : findings) {
    rows.push_back({std::string(name(finding.severity)), finding.rule, where(finding), finding.text,
                    consequence(finding), finding.fix});
  }
  return rows;
}

std::string counted_severities(std::span<const Severity> severities) {
  const auto count = [&](Severity severity, const char* what) {
    return counted(static_cast<std::size_t>(std::ranges::count(severities, severity)), what);
  };
  return count(Severity::error, "error") + ", " + count(Severity::warning, "warning") + ", " +
         count(Severity::note, "note");
}

}  // namespace render

std::string render_findings_text(std::span<const Finding> findings, std::size_t files,
                                 bool colour) {
  render::TextPage page(colour);
  render::add_findings(page, findings);
  if (!findings.empty()) page.line();
  page.line(summary(findings, files));
  return std::move(page).text();
}

std::string render_findings_markdown(std::span<const Finding> findings, std::size_t files) {
  render::MarkdownPage page(summary(findings, files));
  fill(page, findings);
  return std::move(page).text();
}

std::string render_findings_html(std::span<const Finding> findings, std::size_t files) {
  render::HtmlPage page(summary(findings, files));
  page.verdict(summary(findings, files), !has_error(findings));
  fill(page, findings);
  return std::move(page).text();
}

}  // namespace kvplan
