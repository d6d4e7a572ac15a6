// The contract's JSON of findings.
#include "kvplan/lint.hpp"
#include "render/findings/findings.hpp"

namespace kvplan {
namespace render {

void write_finding(JsonWriter& json, const Finding& finding) {
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

std::string findings_document(std::size_t findings,
                              const std::function<void(JsonWriter&, std::size_t)>& write) {
  constexpr int schema_version = 1;
  JsonWriter json(2);
  json.begin_object().member("schema_version", schema_version).key("findings").begin_array();
  for (std::size_t i = 0; i < findings; ++i) write(json, i);
  json.end_array().end_object();
  return std::move(json).text() + "\n";
}

}  // namespace render

std::string render_findings_json(std::span<const Finding> findings) {
  return render::findings_document(findings.size(), [&](render::JsonWriter& json, std::size_t i) {
    render::write_finding(json, findings[i]);
  });
}

}  // namespace kvplan
