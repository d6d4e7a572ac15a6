// AIPerf and genai-perf (github.com/ai-dynamo/aiperf): profile_export_aiperf.json (each metric an
// object with its unit), the same as CSV, and profile_export.jsonl, one request a line.
#include <algorithm>
#include <array>
#include <map>

#include "kvplan/error.hpp"
#include "traffic/delimited.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

constexpr std::string_view tool = "AIPerf";
constexpr double nanoseconds = 1e9;

/// Seconds in one of a metric's unit.
double seconds_in(std::string_view unit, const Error::Where& where) {
  if (unit == "ms") return 1e-3;
  if (unit == "s" || unit == "sec") return 1;
  if (unit == "us") return 1e-6;
  if (unit == "ns") return 1e-9;
  throw invalid(where, "a unit of time (ns, us, ms, sec)", '"' + std::string(unit) + '"');
}

constexpr std::array percentile_keys{std::pair{"p50", 50.0}, std::pair{"p75", 75.0},
                                     std::pair{"p90", 90.0}, std::pair{"p95", 95.0},
                                     std::pair{"p99", 99.0}};

Latency latency_of(const ConfigNode& root, std::string_view name) {
  Latency latency;
  const auto metric = root.find(name);
  if (!metric) return latency;
  const double unit =
      seconds_in(metric->string_or("unit", "ms"), {metric->file(), metric->pointer() + "/unit"});
  if (const auto value = maybe_number(*metric, "avg")) latency.mean = *value * unit;
  for (const auto& [key, percentile] : percentile_keys) {
    if (const auto value = maybe_number(*metric, key))
      latency.percentiles[percentile] = *value * unit;
  }
  return latency;
}

std::optional<double> average(const ConfigNode& root, std::string_view name) {
  const auto metric = root.find(name);
  return metric ? maybe_number(*metric, "avg") : std::nullopt;
}

/// Rate × time in the system, where the file does not say what the limit was.
double by_little(const Measurement& point, const Error::Where& where, Measurements& out) {
  if (!point.req_s || !point.e2e.mean) {
    throw invalid(where, "the concurrency, or request_throughput and request_latency", "neither");
  }
  out.notes.push_back(where.file + ": in flight by Little's law (rate × time)");
  return *point.req_s * *point.e2e.mean;
}

/// "Request Latency (ms)" → its name and its unit.
std::pair<std::string, std::string> name_and_unit(const std::string& cell) {
  const std::size_t open = cell.rfind(" (");
  if (open == std::string::npos || !cell.ends_with(')')) return {cell, ""};
  return {cell.substr(0, open), cell.substr(open + 2, cell.size() - open - 3)};
}

/// Both sections of the CSV: percentiles under "Metric,avg,…", single values under "Metric,Value".
class CsvMetrics {
 public:
  CsvMetrics(std::string_view text, std::string file) : file_(std::move(file)) {
    std::vector<std::string> head;
    for (const CsvRow& row : csv_rows(text, file_)) {
      if (row.cells.front() == "Metric") {
        head = row.cells;
      } else if (row.cells.front() == "Endpoint") {
        break;  // the GPUs' own section
      } else {
        add(row, head);
      }
    }
  }

  [[nodiscard]] Latency latency(const std::string& name) const {
    Latency latency;
    const auto metric = metrics_.find(name);
    if (metric == metrics_.end()) return latency;
    const double unit = seconds_in(metric->second.unit, {file_, line_name(metric->second.line)});
    for (const auto& [statistic, value] : metric->second.values) {
      if (statistic == "avg") latency.mean = value * unit;
      for (const auto& [key, percentile] : percentile_keys) {
        if (statistic == key) latency.percentiles[percentile] = value * unit;
      }
    }
    return latency;
  }

  [[nodiscard]] std::optional<double> value(const std::string& name) const {
    const auto metric = metrics_.find(name);
    if (metric == metrics_.end()) return std::nullopt;
    for (const std::string_view statistic : {"Value", "avg"}) {
      const auto at = metric->second.values.find(statistic);
      if (at != metric->second.values.end()) return at->second;
    }
    return std::nullopt;
  }

 private:
  struct Metric {
    std::string unit;
    std::size_t line = 0;
    std::map<std::string, double, std::less<>> values;
  };
  void add(const CsvRow& row, const std::vector<std::string>& head) {
    const auto [name, unit] = name_and_unit(row.cells.front());
    Metric metric{.unit = unit, .line = row.line, .values = {}};
    for (std::size_t i = 1; i < std::min(row.cells.size(), head.size()); ++i) {
      const auto value = cell_number(row.cells[i], {file_, line_name(row.line)}, name);
      if (value) metric.values[head[i]] = *value;
    }
    metrics_[name] = std::move(metric);
  }

  std::string file_;
  std::map<std::string, Metric> metrics_;
};

double metric_seconds(const ConfigNode& metric) {
  return number_at(metric, "value") *
         seconds_in(metric.string_or("unit", "ms"), {metric.file(), metric.pointer() + "/unit"});
}

/// What the lines of profile_export.jsonl add up to.
struct Run {
  double first_start = 0;
  double last_end = 0;
  double in_flight_seconds = 0;
  double prompt = 0;
  double output = 0;
  std::vector<double> ttft, itl, e2e;
  std::vector<RequestTimes> times;
  double failed = 0;
};

void add_record(const ConfigNode& record, Run& run) {
  const ConfigNode metadata = record.at("metadata");
  if (metadata.string_or("benchmark_phase", "profiling") != "profiling") return;
  const double start = number_at(metadata, "request_start_ns") / nanoseconds;
  const double end = number_at(metadata, "request_end_ns") / nanoseconds;
  run.first_start = run.last_end == 0 ? start : std::min(run.first_start, start);
  run.last_end = std::max(run.last_end, end);
  run.in_flight_seconds += std::max(0.0, end - start);
  const auto metrics = record.find("metrics");
  if (record.has("error") || !metrics || !metrics->has("request_latency")) {
    ++run.failed;
    return;
  }
  RequestTimes request;
  request.e2e = metric_seconds(metrics->at("request_latency"));
  run.e2e.push_back(*request.e2e);
  if (const auto ttft = metrics->find("time_to_first_token")) {
    request.ttft = metric_seconds(*ttft);
    run.ttft.push_back(*request.ttft);
  }
  if (const auto itl = metrics->find("inter_token_latency")) {
    request.tpot = metric_seconds(*itl);  // AIPerf's is the request's mean
    run.itl.push_back(*request.tpot);
  }
  run.times.push_back(request);
  run.prompt +=
      find_path(*metrics, {"input_sequence_length", "value"}).value_or(ConfigNode()).is_number()
          ? number_at(metrics->at("input_sequence_length"), "value")
          : 0;
  run.output += number_at(metrics->at("output_sequence_length"), "value");
}

}  // namespace

void read_aiperf(const ConfigNode& root, Measurements& out) {
  Measurement point{.tool = std::string(tool), .file = root.file(), .place = root.pointer()};
  point.output_tok_s = number_at(root.at("output_token_throughput"), "avg");
  point.req_s = average(root, "request_throughput");
  point.ttft = latency_of(root, "time_to_first_token");
  // AIPerf's inter_token_latency is (time − TTFT) ÷ (tokens − 1) of a request: vLLM's TPOT.
  point.tpot = latency_of(root, "inter_token_latency");
  point.e2e = latency_of(root, "request_latency");
  point.prompt_tokens = average(root, "input_sequence_length");
  point.output_tokens = average(root, "output_sequence_length");
  point.requests = average(root, "request_count");
  point.failed = average(root, "error_request_count");
  const auto limit = find_path(root, {"input_config", "loadgen", "concurrency"});
  point.concurrency =
      limit && limit->is_number()
          ? limit->as_number()
          : by_little(point, {root.file(), "/input_config/loadgen/concurrency"}, out);
  out.points.push_back(std::move(point));
}

void read_aiperf_csv(std::string_view text, const std::string& file, Measurements& out) {
  const CsvMetrics metrics(text, file);
  Measurement point{.tool = std::string(tool), .file = file, .place = ""};
  point.output_tok_s = metrics.value("Output Token Throughput");
  if (!point.output_tok_s) {
    throw invalid({file, ""}, "a row \"Output Token Throughput (tokens/sec)\"", "none");
  }
  point.req_s = metrics.value("Request Throughput");
  point.ttft = metrics.latency("Time to First Token");
  point.tpot = metrics.latency("Inter Token Latency");
  point.e2e = metrics.latency("Request Latency");
  point.prompt_tokens = metrics.value("Input Sequence Length");
  point.output_tokens = metrics.value("Output Sequence Length");
  point.requests = metrics.value("Request Count");
  point.failed = metrics.value("Error Request Count");
  point.concurrency = by_little(point, {file, "Request Throughput"}, out);
  out.points.push_back(std::move(point));
}

void read_aiperf_records(const std::vector<ConfigNode>& records, Measurements& out) {
  Run run;
  for (const ConfigNode& record : records) add_record(record, run);
  const std::string& file = records.front().file();
  const double span = run.last_end - run.first_start;
  if (run.e2e.empty() || span <= 0) {
    throw invalid({file, ""}, "records of requests that completed", "none");
  }
  const auto completed = static_cast<double>(run.e2e.size());
  Measurement point{.tool = std::string(tool), .file = file, .place = ""};
  point.concurrency = run.in_flight_seconds / span;
  point.output_tok_s = run.output / span;
  point.req_s = completed / span;
  point.ttft = summarized(run.ttft);
  point.tpot = summarized(run.itl);
  point.e2e = summarized(run.e2e);
  if (run.prompt > 0) point.prompt_tokens = run.prompt / completed;
  point.output_tokens = run.output / completed;
  point.requests = completed;
  point.failed = run.failed;
  point.times = std::move(run.times);
  out.points.push_back(std::move(point));
}

}  // namespace kvplan::traffic
