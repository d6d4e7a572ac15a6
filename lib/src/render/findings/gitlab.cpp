// GitLab's code quality report (docs.gitlab.com, "Code Quality report format"): a fingerprint
// tells a finding from another across pipelines; the line is not part of it.
#include <set>

#include "fingerprint.hpp"
#include "kvplan/finding.hpp"
#include "render/escape.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

std::string_view gitlab_severity(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "info";
    case Severity::warning:
      return "minor";
    case Severity::error:
      return "critical";
  }
  return "info";
}

}  // namespace

std::string render_gitlab(std::span<const Finding> findings) {
  render::JsonWriter json(2);
  json.begin_array();
  std::set<std::string> used;
  for (const Finding& finding : findings) {
    const std::string path = render::path_inside(finding.file);
    std::string print = fingerprint(finding.rule + "\n" + path + "\n" + finding.text);
    while (!used.insert(print).second) print = fingerprint(print);
    json.begin_object().member("description", finding.text).member("check_name", finding.rule);
    json.member("fingerprint", print).member("severity", gitlab_severity(finding.severity));
    json.key("location").begin_object().member("path", path);
    json.key("lines").begin_object().member("begin", finding.line).end_object();
    json.end_object().end_object();
  }
  json.end_array();
  return std::move(json).text() + "\n";
}

}  // namespace kvplan
