// GuideLLM's benchmarks.json (github.com/vllm-project/guidellm, src/guidellm/benchmark/schemas and
// schemas/statistics.py): one entry of `benchmarks` a rate or a number of streams; each metric is
// a distribution for requests that were successful, incomplete, errored.
#include "kvplan/error.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

constexpr double seconds_per_ms = 1e-3;

std::optional<ConfigNode> successful(const ConfigNode& metrics, std::string_view name) {
  return find_path(metrics, {name, "successful"});
}

std::optional<double> mean(const ConfigNode& metrics, std::string_view name) {
  const auto distribution = successful(metrics, name);
  return distribution ? maybe_number(*distribution, "mean") : std::nullopt;
}

/// @param unit  seconds for one of the file's unit
Latency latency_of(const ConfigNode& metrics, std::string_view name, double unit) {
  Latency latency;
  const auto distribution = successful(metrics, name);
  if (!distribution) return latency;
  if (const auto value = maybe_number(*distribution, "mean")) latency.mean = *value * unit;
  if (const auto value = maybe_number(*distribution, "median")) {
    latency.percentiles[50] = *value * unit;
  }
  const auto percentiles = distribution->find("percentiles");
  if (!percentiles) return latency;
  // p001 is the 0.1th, p999 the 99.9th: the names of two digits are whole percentiles.
  for (const auto& [key, percentile] :
       {std::pair{"p50", 50.0}, std::pair{"p75", 75.0}, std::pair{"p90", 90.0},
        std::pair{"p95", 95.0}, std::pair{"p99", 99.0}, std::pair{"p999", 99.9}}) {
    if (const auto value = maybe_number(*percentiles, key)) {
      latency.percentiles[percentile] = *value * unit;
    }
  }
  return latency;
}

/// The number of streams where the run held one, else the mean that was in flight.
double concurrency_of(const ConfigNode& benchmark, const ConfigNode& metrics) {
  for (const std::string_view holder : {"config", "args"}) {
    if (const auto streams = find_path(benchmark, {holder, "strategy", "streams"})) {
      return streams->as_number();
    }
  }
  const auto in_flight = mean(metrics, "request_concurrency");
  if (in_flight && *in_flight > 0) return *in_flight;
  throw invalid({metrics.file(), metrics.pointer() + "/request_concurrency/successful/mean"},
                "the mean number of requests in flight above 0", in_flight ? "0" : "nothing");
}

void read_benchmark(const ConfigNode& benchmark, Measurements& out) {
  const ConfigNode metrics = benchmark.at("metrics");
  Measurement point{.tool = "GuideLLM", .file = benchmark.file(), .place = benchmark.pointer()};
  point.concurrency = concurrency_of(benchmark, metrics);
  point.output_tok_s = mean(metrics, "output_tokens_per_second");
  if (!point.output_tok_s) {
    throw invalid({metrics.file(), metrics.pointer() + "/output_tokens_per_second/successful/mean"},
                  "tokens a second", "nothing");
  }
  point.req_s = mean(metrics, "requests_per_second");
  point.ttft = latency_of(metrics, "time_to_first_token_ms", seconds_per_ms);
  point.tpot = latency_of(metrics, "time_per_output_token_ms", seconds_per_ms);
  point.itl = latency_of(metrics, "inter_token_latency_ms", seconds_per_ms);
  point.e2e = latency_of(metrics, "request_latency", 1);
  point.prompt_tokens = mean(metrics, "prompt_token_count");
  point.output_tokens = mean(metrics, "output_token_count");
  if (const auto totals = metrics.find("request_totals")) {
    point.requests = maybe_number(*totals, "successful");
    point.failed = maybe_number(*totals, "errored");
  }
  out.points.push_back(std::move(point));
}

}  // namespace

void read_guidellm(const ConfigNode& root, Measurements& out) {
  const auto benchmarks = root.at("benchmarks").items();
  if (benchmarks.empty()) throw invalid({root.file(), "/benchmarks"}, "at least one", "none");
  for (const ConfigNode& benchmark : benchmarks) read_benchmark(benchmark, out);
}

}  // namespace kvplan::traffic
