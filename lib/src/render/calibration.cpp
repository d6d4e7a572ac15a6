// A calibration as a page for the terminal.
#include "kvplan/calibration.hpp"
#include "render/text_page.hpp"

namespace kvplan {
namespace {

using render::Rows;
using render::Style;

std::string gib_cell(const std::optional<Bytes>& size) {
  return size ? format_fixed(gib(*size), 2) : "-";
}

template <class T>
std::string or_dash(const std::optional<T>& value, std::string (*text)(const T&)) {
  return value ? text(*value) : "-";
}

std::string count_text(const Tokens& tokens) { return format_count(tokens.count()); }
std::string ratio_text(const double& ratio) { return format_fixed(ratio, 2); }

/// The end of a path, so that the tables stay narrow; the JSON has the whole.
std::string short_file(const CalibrationRun& run) {
  const std::size_t slash = run.file.rfind('/');
  std::string name = slash == std::string::npos ? run.file : run.file.substr(slash + 1);
  if (run.line > 1) name += ":" + std::to_string(run.line);
  return name;
}

Rows memory_rows(const Calibration& calibration) {
  Rows rows{{"GiB, one rank", "budget", "weights", "other", "cache"}};
  for (std::size_t i = 0; i < calibration.runs.size(); ++i) {
    const CalibrationRun& run = calibration.runs[i];
    rows.push_back({"start " + std::to_string(i + 1), gib_cell(run.requested),
                    gib_cell(run.weights), gib_cell(run.other), gib_cell(run.available_kv)});
  }
  return rows;
}

Rows capacity_rows(const Calibration& calibration) {
  Rows rows{{"as printed", "utilization", "batched", "context", "tokens", "requests"}};
  for (std::size_t i = 0; i < calibration.runs.size(); ++i) {
    const CalibrationRun& run = calibration.runs[i];
    rows.push_back(
        {"start " + std::to_string(i + 1), or_dash(run.gpu_memory_utilization, ratio_text),
         or_dash(run.max_num_batched_tokens, count_text), or_dash(run.max_model_len, count_text),
         or_dash(run.tokens, count_text), or_dash(run.max_concurrency, ratio_text)});
  }
  return rows;
}

std::string run_line(const CalibrationRun& run) {
  std::string text = short_file(run) + ": " + run.engine;
  if (run.engine_version) text += " " + *run.engine_version;
  if (run.model) text += ", " + *run.model;
  if (run.backend) text += ", " + *run.backend;
  if (run.tensor_parallel.value_or(1) > 1) text += ", TP " + std::to_string(*run.tensor_parallel);
  if (run.pipeline_parallel.value_or(1) > 1) {
    text += ", PP " + std::to_string(*run.pipeline_parallel);
  }
  for (const std::string& note : run.notes) text += "; " + note;
  return text;
}

std::string term_line(const CalibrationTerm& term) {
  std::string text = term.name;
  if (!term.model.empty()) text += " (" + term.model + ")";
  text += ": ";
  if (term.slope) {
    text += format_fixed(*term.slope / 1024, 1) + " KiB each";
  } else {
    text += format_gib(term.bytes.likely);
    if (term.bytes.low != term.bytes.high) {
      text += " (" + format_fixed(gib(term.bytes.low), 2) + " to " +
              format_fixed(gib(term.bytes.high), 2) + ")";
    }
  }
  text += "; " + term.bytes.source;
  if (term.residual) text += "; largest residual " + format_gib(*term.residual);
  return text;
}

}  // namespace

std::string render_text(const Calibration& calibration, bool colour) {
  render::TextPage page(colour);
  page.line({{std::to_string(calibration.runs.size()) +
                  (calibration.runs.size() == 1 ? " start, " : " starts, ") +
                  std::to_string(calibration.terms.size()) +
                  (calibration.terms.size() == 1 ? " term learned" : " terms learned"),
              Style::bold}});
  std::vector<std::string> starts;
  for (std::size_t i = 0; i < calibration.runs.size(); ++i) {
    starts.push_back("start " + std::to_string(i + 1) + ": " + run_line(calibration.runs[i]));
  }
  page.list("Starts", starts);
  if (!calibration.runs.empty()) {
    page.heading("Memory");
    page.table(memory_rows(calibration));
    page.heading("Capacity");
    page.table(capacity_rows(calibration));
  }
  std::vector<std::string> terms;
  for (const CalibrationTerm& term : calibration.terms) terms.push_back(term_line(term));
  page.list("What this box takes", terms);
  page.list("Contradictions", calibration.contradictions);
  page.list("Notes", calibration.notes);
  return std::move(page).text();
}

}  // namespace kvplan
