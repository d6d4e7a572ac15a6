// Two /metrics snapshots of one copy of vLLM → what it did in between: rates, latencies out of
// histograms, tokens a request, and by Little's law how many requests were in flight. A
// description of the traffic without a trace. Names: vLLM 0.32's own /metrics.
#include <algorithm>
#include <filesystem>

#include "kvplan/error.hpp"
#include "kvplan/metrics.hpp"
#include "kvplan/text_file.hpp"
#include "kvplan/units.hpp"
#include "traffic/sources.hpp"

namespace kvplan::traffic {
namespace {

constexpr std::string_view e2e = "vllm:e2e_request_latency_seconds";

class Pair {
 public:
  Pair(const std::string& before, const std::string& after)
      : before_(parse_exposition(read_text(before), before)),
        after_(parse_exposition(read_text(after), after)) {
    const auto started = [](const Exposition& snapshot) {
      return snapshot.sum("process_start_time_seconds");
    };
    if (started(before_) && started(after_) && *started(before_) != *started(after_)) {
      throw invalid({after, "process_start_time_seconds"}, "the process of " + before,
                    "another one: the copy was started in between");
    }
  }

  [[nodiscard]] std::optional<double> growth(std::string_view name) const {
    const auto now = after_.sum(name);
    if (!now) return std::nullopt;
    const double grown = *now - before_.sum(name).value_or(0);
    if (grown < 0) {
      throw invalid({after_.source, std::string(name)},
                    "a counter that did not fall since " + before_.source,
                    format_fixed(*now, 0) + ", before " + format_fixed(*now - grown, 0));
    }
    return grown;
  }

  [[nodiscard]] double required_growth(std::string_view name) const {
    if (const auto grown = growth(name)) return *grown;
    throw invalid({after_.source, std::string(name)}, "this counter", "a snapshot without it");
  }

  [[nodiscard]] std::optional<Histogram> histogram(std::string_view name) const {
    auto now = after_.histogram(name);
    if (!now) return std::nullopt;
    const auto then = before_.histogram(name);
    if (!then) return now;
    using Bucket = Histogram::Bucket;
    if (!std::ranges::equal(then->buckets, now->buckets, {}, &Bucket::upper, &Bucket::upper)) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < now->buckets.size(); ++i) {
      now->buckets[i].count -= then->buckets[i].count;
    }
    now->sum -= then->sum;
    now->count -= then->count;
    return now;
  }

  [[nodiscard]] Latency latency(std::string_view name) const {
    Latency latency;
    const auto times = histogram(name);
    if (!times || !(times->count > 0)) return latency;
    latency.mean = times->mean();
    for (const double percentile : {50.0, 90.0, 99.0}) {
      if (const auto value = times->quantile(percentile / 100)) {
        latency.percentiles[percentile] = *value;
      }
    }
    return latency;
  }

  [[nodiscard]] std::optional<double> mean(std::string_view name) const {
    const auto values = histogram(name);
    return values && values->count > 0 ? values->mean() : std::nullopt;
  }

 private:
  Exposition before_;
  Exposition after_;
};

void add_notes(const Pair& pair, const std::string& file, Measurements& out) {
  const auto share = [](double part, double whole) { return format_fixed(100 * part / whole, 0); };
  const auto queries = pair.growth("vllm:prefix_cache_queries_total");
  const auto hits = pair.growth("vllm:prefix_cache_hits_total");
  if (queries && hits && *queries > 0) {
    out.notes.push_back(file + ": " + share(*hits, *queries) +
                        " % of prompt tokens were found in the prefix cache");
  }
  const auto preemptions = pair.growth("vllm:num_preemptions_total");
  if (preemptions && *preemptions > 0) {
    out.notes.push_back(file + ": preemptions: " + format_fixed(*preemptions, 0) +
                        "; the cache was full for a while, and more in flight will not help then");
  }
}

}  // namespace

bool looks_like_metrics(std::string_view text) {
  return text.find("\n# TYPE ") != std::string_view::npos || text.starts_with("# HELP ") ||
         text.starts_with("# TYPE ") || text.starts_with("vllm:") ||
         text.find("\nvllm:") != std::string_view::npos;
}

void read_metrics_pair(const std::string& before, const std::string& after,
                       std::optional<double> seconds, Measurements& out) {
  const Pair pair(before, after);
  if (!seconds) {
    throw invalid({after, ""},
                  "--seconds: the time between the two snapshots, which they do not hold", "none");
  }
  Measurement point{.tool = "/metrics", .file = after, .place = ""};
  point.copy = std::filesystem::path(after).stem().string();
  point.output_tok_s = pair.required_growth("vllm:generation_tokens_total") / *seconds;
  point.requests = pair.required_growth("vllm:request_success_total");
  point.req_s = *point.requests / *seconds;
  point.ttft = pair.latency("vllm:time_to_first_token_seconds");
  point.itl = pair.latency("vllm:inter_token_latency_seconds");
  point.tpot = pair.latency("vllm:request_time_per_output_token_seconds");
  point.e2e = pair.latency(e2e);
  point.prompt_tokens = pair.mean("vllm:request_prompt_tokens");
  point.output_tokens = pair.mean("vllm:request_generation_tokens");
  if (!point.e2e.mean || !(*point.requests > 0)) {
    throw invalid({after, std::string(e2e)}, "requests that ended between the snapshots", "none");
  }
  // Little's law: what was in flight is the time that all requests spent, over the time.
  point.concurrency = *point.req_s * *point.e2e.mean;
  add_notes(pair, after, out);
  out.points.push_back(std::move(point));
}

}  // namespace kvplan::traffic
