// The contract's JSON of `lint`.
#include "kvplan/lint.hpp"
#include "render/json_writer.hpp"

namespace kvplan {

std::string render_findings_json(std::span<const Finding> findings) {
  constexpr int schema_version = 1;
  render::JsonWriter json(2);
  json.begin_object().member("schema_version", schema_version).key("findings").begin_array();
  for (const Finding& finding : findings) {
    json.begin_object()
        .member("rule", finding.rule)
        .member("severity", name(finding.severity))
        .member("file", finding.file)
        .member("line", finding.line)
        .member("text", finding.text)
        .member("seconds", finding.seconds)
        .member("bytes", finding.bytes)
        .member("fix", finding.fix)
        .end_object();
  }
  json.end_array().end_object();
  return std::move(json).text() + "\n";
}

}  // namespace kvplan
