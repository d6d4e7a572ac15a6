// llama-benchy (github.com/eugr/llama-benchy, schemas/benchmark_report_schema.json, results.py):
// runs at each concurrency as JSON, CSV or a Markdown table. Times are milliseconds.
//
// Its generation rate at a concurrency above 1 counts tokens between the first and the last token
// of all requests that were sent at once: prefill is not in it. So it says how decoding scales,
// and is above the throughput that a service with the same prompts reaches.
#include <array>
#include <map>

#include "kvplan/error.hpp"
#include "kvplan/units.hpp"
#include "text.hpp"
#include "traffic/delimited.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

constexpr double seconds_per_ms = 1e-3;
constexpr std::string_view tool = "llama-benchy";

std::string class_name(double prompt, double depth, double output) {
  const auto whole = [](double n) { return format_fixed(n, 0); };
  return "pp" + whole(prompt) + (depth > 0 ? " @ d" + whole(depth) : "") + " tg" + whole(output);
}

void note_of_prefill(const std::string& file, Measurements& out) {
  out.notes.push_back(file +
                      ": llama-benchy's generation rate leaves the prefill out; the cap of a "
                      "service with long prompts may be lower");
}

void read_run(const ConfigNode& run, Measurements& out) {
  if (run.boolean_or("is_context_prefill_phase", false)) return;
  const auto rate = run.find("tg_throughput");
  if (!rate) return;
  const double prompt = number_at(run, "prompt_size");
  const double depth = number_at(run, "context_size");
  const double output = number_at(run, "response_size");
  Measurement point{.tool = std::string(tool), .file = run.file(), .place = run.pointer()};
  point.concurrency = number_at(run, "concurrency", 1);
  point.traffic_class = class_name(prompt, depth, output);
  point.prompt_tokens = prompt + depth;
  point.output_tokens = output;
  if (const auto ttft = find_path(run, {"e2e_ttft", "mean"})) {
    point.ttft.mean = ttft->as_number() * seconds_per_ms;
  }
  if (const auto each = find_path(run, {"tg_req_throughput", "mean"});
      each && each->as_number() > 0) {
    point.tpot.mean = 1 / each->as_number();
  }
  // Every repetition is a point of its own, so that the spread is seen.
  const auto values = rate->find("values");
  const auto repeats = values ? values->items() : std::vector<ConfigNode>{};
  for (const ConfigNode& value : repeats) {
    point.output_tok_s = value.as_number();
    out.points.push_back(point);
  }
  if (repeats.empty()) {
    point.output_tok_s = number_at(*rate, "mean");
    out.points.push_back(point);
  }
}

/// "tg32 @ d4096 (c2)", "ctx_pp @ d4096": what a row of the table is about.
struct TestName {
  bool generation = false;
  bool context = false;
  double tokens = 0;
  double depth = 0;
  double concurrency = 1;
};

double number_after(std::string_view text, std::string_view mark, double fallback) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return fallback;
  const std::string_view rest = text.substr(at + mark.size());
  return parse_number(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(fallback);
}

TestName test_name(std::string_view text) {
  TestName name;
  name.context = text.starts_with("ctx_");
  name.generation = text.starts_with("tg") || text.starts_with("ctx_tg");
  name.tokens = number_after(text, name.generation ? "tg" : "pp", 0);
  name.depth = number_after(text, "@ d", 0);
  name.concurrency = number_after(text, "(c", 1);
  return name;
}

struct TableRow {
  std::string test;
  std::optional<double> rate;       ///< tokens a second, all requests
  std::optional<double> each_rate;  ///< one request
  std::optional<double> ttft_ms;
  std::string place;
};

/// A prefill row stands before the generation row of the same run, and carries its TTFT.
void add_rows(const std::vector<TableRow>& rows, const std::string& file, Measurements& out) {
  const TableRow* prefill = nullptr;
  for (const TableRow& row : rows) {
    const TestName name = test_name(row.test);
    if (name.context) continue;
    if (!name.generation) {
      prefill = &row;
      continue;
    }
    if (!row.rate) continue;
    Measurement point{.tool = std::string(tool), .file = file, .place = row.place};
    point.concurrency = name.concurrency;
    point.output_tok_s = row.rate;
    point.output_tokens = name.tokens;
    if (row.each_rate && *row.each_rate > 0) point.tpot.mean = 1 / *row.each_rate;
    const double prompt = prefill != nullptr ? test_name(prefill->test).tokens : 0;
    if (prefill != nullptr) point.prompt_tokens = prompt + name.depth;
    if (prefill != nullptr && prefill->ttft_ms) {
      point.ttft.mean = *prefill->ttft_ms * seconds_per_ms;
    }
    point.traffic_class = class_name(prompt, name.depth, name.tokens);
    out.points.push_back(std::move(point));
  }
}

/// "111.27 ± 3.61" → 111.27
std::optional<double> mean_of_cell(std::string_view cell) {
  return parse_number(trimmed(cell.substr(0, cell.find("±"))));
}

std::vector<std::string> markdown_cells(std::string_view line) {
  std::vector<std::string> cells;
  line = trimmed(line);
  if (!line.starts_with('|')) return cells;
  line.remove_prefix(1);
  while (!line.empty()) {
    const std::size_t end = line.find('|');
    cells.emplace_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) break;
    line.remove_prefix(end + 1);
  }
  return cells;
}

using Columns = std::map<std::string, std::size_t, std::less<>>;

std::string cell_at(const std::vector<std::string>& cells, const Columns& columns,
                    std::string_view name) {
  const auto at = columns.find(name);
  return at != columns.end() && at->second < cells.size() ? cells[at->second] : "";
}

Columns columns_of(const std::vector<std::string>& head) {
  Columns columns;
  for (std::size_t i = 0; i < head.size(); ++i) columns.try_emplace(head[i], i);
  return columns;
}

void require(const Columns& columns, std::string_view name, const Error::Where& where) {
  if (!columns.contains(name)) {
    throw invalid(where, "a column \"" + std::string(name) + '"', "a table without it");
  }
}

}  // namespace

void read_llama_benchy(const ConfigNode& root, Measurements& out) {
  const std::size_t before = out.points.size();
  for (const ConfigNode& run : root.at("benchmarks").items()) read_run(run, out);
  if (out.points.size() == before) {
    throw invalid({root.file(), "/benchmarks"}, "runs with tg_throughput", "none");
  }
  note_of_prefill(root.file(), out);
}

void read_llama_benchy_csv(std::string_view text, const std::string& file, Measurements& out) {
  const auto rows = csv_rows(text, file);
  const Columns columns = columns_of(rows.front().cells);
  for (const std::string_view name : {"test_name", "t_s_mean"}) {
    require(columns, name, {file, line_name(rows.front().line)});
  }
  std::vector<TableRow> table;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto number = [&](std::string_view column) {
      return cell_number(cell_at(rows[i].cells, columns, column), {file, line_name(rows[i].line)},
                         column);
    };
    table.push_back({.test = cell_at(rows[i].cells, columns, "test_name"),
                     .rate = number("t_s_mean"),
                     .each_rate = number("t_s_req_mean"),
                     .ttft_ms = number("e2e_ttft_mean"),
                     .place = line_name(rows[i].line)});
  }
  add_rows(table, file, out);
  note_of_prefill(file, out);
}

void read_llama_benchy_markdown(std::string_view text, const std::string& file, Measurements& out) {
  std::vector<TableRow> table;
  Columns columns;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    const auto cells = markdown_cells(line);
    if (cells.empty() || cells.front().starts_with(":-") || cells.front().starts_with("--")) {
      continue;
    }
    if (cells.front() == "model") {
      columns = columns_of(cells);
      require(columns, "test", {file, line_name(number)});
      continue;
    }
    const std::string total = cell_at(cells, columns, "t/s (total)");
    table.push_back({.test = cell_at(cells, columns, "test"),
                     .rate = mean_of_cell(total.empty() ? cell_at(cells, columns, "t/s") : total),
                     .each_rate = mean_of_cell(cell_at(cells, columns, "t/s (req)")),
                     .ttft_ms = mean_of_cell(cell_at(cells, columns, "e2e_ttft (ms)")),
                     .place = line_name(number)});
  }
  add_rows(table, file, out);
  note_of_prefill(file, out);
}

}  // namespace kvplan::traffic
