// `vllm bench serve --save-result`: one flat object a run. Fields: vLLM's
// vllm/benchmarks/serve.py, and two real files of 0.32 (tests/golden/traffic/vllm-bench-*.json).
// Members that end in _ms are milliseconds, lists are seconds.
#include <charconv>
#include <cmath>

#include "kvplan/error.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

constexpr double seconds_per_ms = 1e-3;

/// mean_ttft_ms, median_ttft_ms, p99_ttft_ms → seconds.
Latency latency_of(const ConfigNode& run, const std::string& metric) {
  Latency latency;
  const std::string end = "_" + metric + "_ms";
  for (const std::string& key : run.keys()) {
    if (!key.ends_with(end)) continue;
    const auto value = maybe_number(run, key);
    const std::string statistic = key.substr(0, key.size() - end.size());
    if (!value) continue;
    if (statistic == "mean") latency.mean = *value * seconds_per_ms;
    if (statistic == "median") latency.percentiles[50] = *value * seconds_per_ms;
    if (!statistic.starts_with('p')) continue;
    if (const auto percentile = parse_number(statistic.substr(1))) {
      latency.percentiles[*percentile] = *value * seconds_per_ms;
    }
  }
  return latency;
}

std::vector<double> numbers(const ConfigNode& run, std::string_view key) {
  std::vector<double> values;
  const auto list = run.find(key);
  if (!list) return values;
  for (const ConfigNode& item : list->items()) values.push_back(item.as_number());
  return values;
}

/// --save-detailed keeps each request; a failed one has a text among `errors`.
std::vector<RequestTimes> times_of(const ConfigNode& run) {
  const auto latencies = numbers(run, "latencies");
  const auto ttfts = numbers(run, "ttfts");
  const auto outputs = numbers(run, "output_lens");
  std::vector<ConfigNode> errors;
  if (const auto list = run.find("errors")) errors = list->items();
  std::vector<RequestTimes> times;
  if (ttfts.size() != latencies.size() || outputs.size() != latencies.size()) return times;
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    if (i < errors.size() && errors[i].is_string() && !errors[i].as_string().empty()) continue;
    RequestTimes request{.ttft = ttfts[i], .tpot = {}, .e2e = latencies[i]};
    if (outputs[i] > 1) request.tpot = (latencies[i] - ttfts[i]) / (outputs[i] - 1);
    times.push_back(request);
  }
  return times;
}

/// The limit that was set; without one, what was in flight on average by Little's law.
double concurrency_of(const ConfigNode& run, const Measurement& point, Measurements& out) {
  if (const auto limit = maybe_number(run, "max_concurrency", 1)) return *limit;
  if (!point.e2e.mean || !point.req_s) {
    throw invalid({run.file(), run.pointer() + "/max_concurrency"},
                  "the limit of requests in flight, or mean_e2el_ms to find their number",
                  "neither");
  }
  out.notes.push_back(run.file() + ": no max_concurrency; in flight by Little's law (rate × time)");
  return *point.req_s * *point.e2e.mean;
}

}  // namespace

void read_vllm_bench(const ConfigNode& run, Measurements& out) {
  Measurement point{.tool = "vllm bench serve", .file = run.file(), .place = run.pointer()};
  point.output_tok_s = number_at(run, "output_throughput");
  point.req_s = number_at(run, "request_throughput");
  point.ttft = latency_of(run, "ttft");
  point.tpot = latency_of(run, "tpot");
  point.itl = latency_of(run, "itl");
  point.e2e = latency_of(run, "e2el");
  point.requests = number_at(run, "completed");
  point.failed = maybe_number(run, "failed");
  if (!point.e2e.known()) point.e2e = summarized(numbers(run, "latencies"));
  const auto prompt = maybe_number(run, "total_input_tokens");
  const auto output = maybe_number(run, "total_output_tokens");
  // Divided totals, for a random data set misses the length that was asked for.
  if (*point.requests > 0) {
    if (prompt) point.prompt_tokens = *prompt / *point.requests;
    if (output) point.output_tokens = *output / *point.requests;
  }
  point.traffic_class = run.string_or("label", "");
  point.times = times_of(run);
  point.concurrency = concurrency_of(run, point, out);
  if (*point.requests == 0) {
    out.notes.push_back(run.file() + ": a run without a completed request is left out");
    return;
  }
  out.points.push_back(std::move(point));
}

}  // namespace kvplan::traffic
