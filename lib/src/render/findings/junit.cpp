// JUnit's XML, in the form that Jenkins, GitLab and GitHub's reporters read.
#include <algorithm>

#include "kvplan/finding.hpp"
#include "render/escape.hpp"

namespace kvplan {
namespace {

using render::xml_escaped;

std::string outcome(const Case& checked) {
  if (!checked.finding) return "/>\n";
  const Finding& finding = *checked.finding;
  if (checked.skipped) {
    return ">\n      <skipped message=\"" + xml_escaped(finding.text) + "\"/>\n    </testcase>\n";
  }
  std::string details = finding.file + ":" + std::to_string(finding.line);
  if (!finding.fix.empty()) details += "\nFix: " + finding.fix;
  return ">\n      <failure type=\"" + xml_escaped(finding.rule) + "\" message=\"" +
         xml_escaped(finding.text) + "\">" + xml_escaped(details) + "</failure>\n    </testcase>\n";
}

}  // namespace

std::string render_junit(std::string_view suite, std::span<const Case> cases) {
  const auto skipped = std::ranges::count(cases, true, &Case::skipped);
  const auto failed = std::ranges::count_if(
      cases, [](const Case& checked) { return checked.finding && !checked.skipped; });
  const std::string name = xml_escaped(suite);
  const std::string counts = " tests=\"" + std::to_string(cases.size()) + "\" failures=\"" +
                             std::to_string(failed) + "\" errors=\"0\" skipped=\"" +
                             std::to_string(skipped) + "\"";
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" + name +
                    "\"" + counts + ">\n  <testsuite name=\"" + name + "\"" + counts + ">\n";
  for (const Case& checked : cases) {
    out += "    <testcase classname=\"" + name + "\" name=\"" + xml_escaped(checked.name) + "\"" +
           outcome(checked);
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace kvplan
