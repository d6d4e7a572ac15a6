#include "kvplan/finding.hpp"
#include "render/escape.hpp"

namespace kvplan {

std::string render_csv(std::span<const Finding> findings) {
  std::string out = "rule,severity,file,line,text,seconds,bytes,fix\n";
  for (const Finding& finding : findings) {
    out += render::csv_cell(finding.rule) + "," + std::string(name(finding.severity)) + "," +
           render::csv_cell(finding.file) + "," + std::to_string(finding.line) + "," +
           render::csv_cell(finding.text) + ",";
    if (finding.seconds) out += format_fixed(*finding.seconds, 3);
    out += ",";
    if (finding.bytes) out += std::to_string(finding.bytes->count());
    out += "," + render::csv_cell(finding.fix) + "\n";
  }
  return out;
}

}  // namespace kvplan
