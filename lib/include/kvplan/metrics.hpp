// Prometheus text: what an engine's /metrics answers, as samples. Other exporters' lines, NaN,
// timestamps, exemplars and cut files are read for what they hold; what could not be read is said.
// Source: Prometheus text format 0.0.4 and OpenMetrics 1.0; vllm.md G.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kvplan {

using MetricLabels = std::vector<std::pair<std::string, std::string>>;

struct Sample {
  std::string name;     ///< whole, such as vllm:generation_tokens_total
  MetricLabels labels;  ///< unescaped, in their order
  double value = 0;     ///< may be NaN or infinite
  int line = 0;
  [[nodiscard]] std::optional<std::string_view> label(std::string_view key) const;
};

/// One histogram; buckets are cumulative, sorted by their upper bound, the last one +Inf.
struct Histogram {
  struct Bucket {
    double upper = 0;
    double count = 0;
  };
  std::vector<Bucket> buckets;
  double sum = 0;
  double count = 0;
  /// Linear inside a bucket, as Prometheus does; nothing for an empty histogram. A quantile beyond
  /// the last finite bound is that bound.
  [[nodiscard]] std::optional<double> quantile(double q) const;
  [[nodiscard]] std::optional<double> mean() const;
};

struct Exposition {
  std::string source;  ///< file or URL
  std::vector<Sample> samples;
  std::map<std::string, std::string, std::less<>> types;  ///< by the name in its # TYPE line
  /// Lines that are no samples, "line 7: …"; the first few of them.
  std::vector<std::string> problems;
  std::int64_t unreadable_lines = 0;
  /// The last line has no end: what follows, or its last digits, may be missing.
  bool cut = false;

  [[nodiscard]] bool has(std::string_view name) const;
  /// Samples of one name whose labels have these values.
  [[nodiscard]] std::vector<const Sample*> find(std::string_view name,
                                                const MetricLabels& where = {}) const;
  /// Over all series of that name, such as the engines behind one endpoint. NaN counts as absent;
  /// nothing where no series has a value.
  [[nodiscard]] std::optional<double> sum(std::string_view name,
                                          const MetricLabels& where = {}) const;
  [[nodiscard]] std::optional<double> largest(std::string_view name,
                                              const MetricLabels& where = {}) const;
  /// A label of the first sample of that name, absent where it is the text "None".
  [[nodiscard]] std::optional<std::string> label(std::string_view name, std::string_view key) const;
  /// The series of `name` added bucket by bucket. Nothing where there is none.
  [[nodiscard]] std::optional<Histogram> histogram(std::string_view name,
                                                   const MetricLabels& where = {}) const;
};

/// @param source  the name that errors show
/// @throws Error (invalid) when the text holds not one sample
[[nodiscard]] Exposition parse_exposition(std::string_view text, std::string source);

}  // namespace kvplan
