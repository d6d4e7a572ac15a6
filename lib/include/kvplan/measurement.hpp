// What people measured on a running service: throughput and latency at so many requests in
// flight. One Measurement is one run of a benchmark, one line of a CSV, one pair of /metrics
// snapshots, or one level of concurrency found in an access log. Times are seconds throughout.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/error.hpp"

namespace kvplan {

/// A latency as it was summed up, in seconds. Empty where it was not measured.
struct Latency {
  std::optional<double> mean;
  std::map<double, double> percentiles;  ///< 50 → the median; 99; …
  [[nodiscard]] bool known() const { return mean.has_value() || !percentiles.empty(); }
  /// The median where there is one, else the mean.
  [[nodiscard]] std::optional<double> typical() const;
};

/// One request of a run that kept them, in seconds.
struct RequestTimes {
  std::optional<double> ttft;
  std::optional<double> tpot;
  std::optional<double> e2e;
};

struct Measurement {
  double concurrency = 0;                   ///< requests in flight in the copy
  std::optional<double> output_tok_s = {};  ///< all of them together
  std::optional<double> req_s = {};
  Latency ttft = {};
  Latency itl = {};
  Latency tpot = {};
  Latency e2e = {};
  std::optional<double> prompt_tokens = {};  ///< mean of a request
  std::optional<double> output_tokens = {};  ///< mean of a request
  std::optional<double> requests = {};       ///< completed
  std::optional<double> failed = {};
  std::string traffic_class = {};  ///< empty: not named by the file
  std::string copy = {};           ///< empty: one copy, or not named
  std::string tool = {};           ///< "vllm bench serve", "CSV", …
  std::string file = {};
  std::string place = {};  ///< JSON pointer or "line 7"
  std::vector<RequestTimes> times = {};
};

struct Measurements {
  std::vector<Measurement> points;
  std::vector<std::string> notes;  ///< what was left out or assumed while reading
};

struct ReadOptions {
  /// Time between two /metrics snapshots of a copy, which the snapshots themselves do not hold.
  std::optional<double> seconds;
};

/// Reads files of any known format, told apart by what is in them:
/// `vllm bench serve --save-result` (plain, detailed, JSON Lines of --append-result), llama-benchy
/// (JSON, CSV, Markdown), GuideLLM, AIPerf (JSON, CSV, JSON Lines), inference-perf (stage, summary,
/// per request), kvplan's own CSV or JSON Lines (concurrency, output_tok_s, …), access logs of
/// nginx and HAProxy, and vLLM's /metrics, two snapshots a copy in the order before, after.
/// @throws Error (invalid) naming the file, the pointer or line, and the field that is missing
[[nodiscard]] Measurements read_measurements(const std::vector<std::string>& files,
                                             const ReadOptions& options = {});

/// The same from one text at hand (not /metrics, which come in pairs).
[[nodiscard]] Measurements parse_measurements(std::string_view text, const std::string& file);

}  // namespace kvplan
