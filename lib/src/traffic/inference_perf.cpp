// inference-perf (github.com/kubernetes-sigs/inference-perf, inference_perf/reportgen/base.py):
// stage_N_lifecycle_metrics.json and summary_lifecycle_metrics.json, and the list of requests.
// Everything is in seconds.
#include <algorithm>

#include "kvplan/error.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

constexpr std::string_view tool = "inference-perf";

Latency latency_of(const ConfigNode& latencies, std::string_view name) {
  Latency latency;
  const auto summary = latencies.find(name);
  if (!summary) return latency;
  latency.mean = maybe_number(*summary, "mean");
  for (const std::string& key : summary->keys()) {
    if (key == "median") latency.percentiles[50] = number_at(*summary, key);
    const auto percentile = key.starts_with('p') ? parse_number(key.substr(1)) : std::nullopt;
    if (percentile) latency.percentiles[*percentile] = number_at(*summary, key);
  }
  return latency;
}

double concurrency_of(const ConfigNode& root, const Measurement& point, Measurements& out) {
  if (const auto given = find_path(root, {"load_summary", "concurrency"}))
    return given->as_number();
  if (!point.req_s || !point.e2e.mean) {
    throw invalid({root.file(), "/load_summary/concurrency"},
                  "the concurrency, or requests_per_sec and request_latency's mean", "neither");
  }
  out.notes.push_back(root.file() + ": in flight by Little's law (rate × time)");
  return *point.req_s * *point.e2e.mean;
}

}  // namespace

void read_inference_perf(const ConfigNode& root, Measurements& out) {
  const ConfigNode successes = root.at("successes");
  const ConfigNode throughput = successes.at("throughput");
  const ConfigNode latencies = successes.at("latency");
  Measurement point{.tool = std::string(tool), .file = root.file(), .place = root.pointer()};
  point.output_tok_s = number_at(throughput, "output_tokens_per_sec");
  point.req_s = number_at(throughput, "requests_per_sec");
  point.ttft = latency_of(latencies, "time_to_first_token");
  point.tpot = latency_of(latencies, "time_per_output_token");
  point.itl = latency_of(latencies, "inter_token_latency");
  point.e2e = latency_of(latencies, "request_latency");
  point.requests = maybe_number(successes, "count");
  if (const auto failed = find_path(root, {"failures", "count"}))
    point.failed = failed->as_number();
  // prompt_len up to 0.2, prompt_tokens after.
  for (const std::string_view name : {"prompt_len", "prompt_tokens"}) {
    if (const auto mean = find_path(successes, {name, "mean"}))
      point.prompt_tokens = mean->as_number();
  }
  if (const auto mean = find_path(successes, {"output_len", "mean"})) {
    point.output_tokens = mean->as_number();
  }
  point.concurrency = concurrency_of(root, point, out);
  if (!find_path(root, {"load_summary", "requested_rate"}) &&
      !find_path(root, {"load_summary", "concurrency"})) {
    out.notes.push_back(root.file() +
                        ": a summary over all stages is one point; the stage files are a curve");
  }
  out.points.push_back(std::move(point));
}

void read_inference_perf_requests(const ConfigNode& root, Measurements& out) {
  double first = 0;
  double last = 0;
  double in_flight = 0;
  double output = 0;
  double failed = 0;
  bool any = false;
  std::vector<double> latencies;
  for (const ConfigNode& item : root.items()) {
    const double start = number_at(item, "start_time");
    const double end = number_at(item, "end_time");
    first = any ? std::min(first, start) : start;
    last = any ? std::max(last, end) : end;
    any = true;
    in_flight += std::max(0.0, end - start);
    if (item.has("error")) {
      ++failed;
      continue;
    }
    latencies.push_back(end - start);
    const auto tokens = find_path(item, {"info", "response_metrics", "output_tokens"});
    const auto older = find_path(item, {"info", "output_tokens"});
    if (tokens || older) output += (tokens ? *tokens : *older).as_number();
  }
  if (latencies.empty() || last <= first) {
    throw invalid({root.file(), root.pointer()}, "requests that succeeded", "none");
  }
  const auto completed = static_cast<double>(latencies.size());
  Measurement point{.tool = std::string(tool), .file = root.file(), .place = root.pointer()};
  point.concurrency = in_flight / (last - first);
  point.req_s = completed / (last - first);
  if (output > 0) {
    point.output_tok_s = output / (last - first);
    point.output_tokens = output / completed;
  }
  for (const double latency : latencies)
    point.times.push_back({.ttft = {}, .tpot = {}, .e2e = latency});
  point.e2e = summarized(std::move(latencies));
  point.requests = completed;
  point.failed = failed;
  out.points.push_back(std::move(point));
}

}  // namespace kvplan::traffic
