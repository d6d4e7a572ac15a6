#include "kvplan/metrics.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "kvplan/error.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

constexpr std::size_t shown_problems = 10;

/// Reads one line from its front; every step says whether it succeeded.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : rest_(line) {}

  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) {
      rest_.remove_prefix(1);
    }
  }
  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  std::string_view name() {
    std::size_t length = 0;
    while (length < rest_.size() && is_name_character(rest_[length], length == 0)) ++length;
    return cut(length);
  }
  std::string_view word() {
    std::size_t length = 0;
    while (length < rest_.size() && rest_[length] != ' ' && rest_[length] != '\t') ++length;
    return cut(length);
  }
  std::optional<std::string> quoted() {
    if (!take('"')) return std::nullopt;
    std::string text;
    while (!rest_.empty()) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '"') return text;
      if (c != '\\' || rest_.empty()) {
        text += c;
        continue;
      }
      const char escaped = rest_.front();
      rest_.remove_prefix(1);
      if (escaped == 'n') {
        text += '\n';
      } else {
        if (escaped != '\\' && escaped != '"') text += '\\';
        text += escaped;
      }
    }
    return std::nullopt;
  }

 private:
  static bool is_name_character(char c, bool first) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
    return letter || (!first && c >= '0' && c <= '9') || (!first && c == '.');
  }
  std::string_view cut(std::size_t length) {
    const std::string_view text = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return text;
  }
  std::string_view rest_;
};

std::optional<double> sample_value(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const std::string plain = lowered(std::string(word));
  if (plain == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (plain == "inf") return std::numeric_limits<double>::infinity();
  if (plain == "-inf") return -std::numeric_limits<double>::infinity();
  double value = 0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failure != std::errc{} || end != word.data() + word.size() || word.empty()) {
    return std::nullopt;
  }
  return value;
}

/// `{a="b",…}`; a quoted name first is the metric's own (Prometheus 3).
bool read_labels(LineReader& line, Sample& sample) {
  if (!line.take('{')) return true;
  while (true) {
    line.skip_blanks();
    if (line.take('}')) return true;
    std::string name;
    if (line.front() == '"') {
      const auto quoted = line.quoted();
      if (!quoted) return false;
      name = *quoted;
    } else {
      name = line.name();
    }
    line.skip_blanks();
    if (name.empty()) return false;
    if (!line.take('=')) {
      if (!sample.name.empty()) return false;
      sample.name = name;
    } else {
      line.skip_blanks();
      auto value = line.quoted();
      if (!value) return false;
      sample.labels.emplace_back(std::move(name), *std::move(value));
    }
    line.skip_blanks();
    if (!line.take(',') && line.front() != '}') return false;
  }
}

std::optional<Sample> read_sample(std::string_view text) {
  LineReader line(text);
  Sample sample;
  sample.name = line.name();
  line.skip_blanks();
  if (!read_labels(line, sample) || sample.name.empty()) return std::nullopt;
  line.skip_blanks();
  const auto value = sample_value(line.word());
  if (!value) return std::nullopt;
  sample.value = *value;
  line.skip_blanks();
  if (line.at_end() || line.front() == '#') return sample;  // '#': an exemplar
  const auto timestamp = sample_value(line.word());
  line.skip_blanks();
  if (!timestamp || !(line.at_end() || line.front() == '#')) return std::nullopt;
  return sample;
}

void read_comment(std::string_view text, Exposition& exposition) {
  LineReader line(text.substr(1));
  line.skip_blanks();
  if (line.word() != "TYPE") return;
  line.skip_blanks();
  const std::string name(line.word());
  line.skip_blanks();
  exposition.types.insert_or_assign(name, std::string(line.word()));
}

std::string shown(std::string_view text) {
  std::string cut;
  for (const char c : text.substr(0, 60)) cut += c >= ' ' && c < '\x7f' ? c : '?';
  return '"' + cut + (text.size() > 60 ? "…\"" : "\"");
}

bool matches(const Sample& sample, std::string_view name, const MetricLabels& where) {
  if (sample.name != name) return false;
  return std::ranges::all_of(
      where, [&](const auto& wanted) { return sample.label(wanted.first) == wanted.second; });
}

}  // namespace

std::optional<std::string_view> Sample::label(std::string_view key) const {
  for (const auto& entry : labels) {
    if (entry.first == key) return entry.second;
  }
  return std::nullopt;
}

std::optional<double> Histogram::quantile(double q) const {
  if (buckets.empty() || !(buckets.back().count > 0) || !(q >= 0 && q <= 1)) return std::nullopt;
  const double rank = q * buckets.back().count;
  double lower = 0;
  double below = 0;
  for (const Bucket& bucket : buckets) {
    if (std::isinf(bucket.upper)) break;
    if (bucket.count >= rank) {
      const double inside = bucket.count - below;
      return inside > 0 ? lower + (bucket.upper - lower) * (rank - below) / inside : bucket.upper;
    }
    lower = bucket.upper;
    below = bucket.count;
  }
  return lower;
}

std::optional<double> Histogram::mean() const {
  if (!(count > 0)) return std::nullopt;
  return sum / count;
}

bool Exposition::has(std::string_view name) const {
  return std::ranges::find(samples, name, &Sample::name) != samples.end();
}

std::vector<const Sample*> Exposition::find(std::string_view name,
                                            const MetricLabels& where) const {
  std::vector<const Sample*> found;
  for (const Sample& sample : samples) {
    if (matches(sample, name, where)) found.push_back(&sample);
  }
  return found;
}

std::optional<double> Exposition::sum(std::string_view name, const MetricLabels& where) const {
  std::optional<double> total;
  for (const Sample* sample : find(name, where)) {
    if (!std::isnan(sample->value)) total = total.value_or(0) + sample->value;
  }
  return total;
}

std::optional<double> Exposition::largest(std::string_view name, const MetricLabels& where) const {
  std::optional<double> most;
  for (const Sample* sample : find(name, where)) {
    if (!std::isnan(sample->value)) most = std::max(most.value_or(sample->value), sample->value);
  }
  return most;
}

std::optional<std::string> Exposition::label(std::string_view name, std::string_view key) const {
  for (const Sample* sample : find(name)) {
    const auto value = sample->label(key);
    if (value && *value != "None") return std::string(*value);
  }
  return std::nullopt;
}

std::optional<Histogram> Exposition::histogram(std::string_view name,
                                               const MetricLabels& where) const {
  const std::string base(name);
  std::map<double, double> by_bound;
  for (const Sample* sample : find(base + "_bucket", where)) {
    const auto bound = sample->label("le");
    const auto upper = bound ? sample_value(*bound) : std::nullopt;
    if (upper && !std::isnan(*upper) && !std::isnan(sample->value)) {
      by_bound[*upper] += sample->value;
    }
  }
  const auto counted = sum(base + "_count", where);
  if (by_bound.empty() && !counted) return std::nullopt;
  Histogram histogram;
  double most = 0;
  for (const auto& [upper, value] : by_bound) {
    most = std::max(most, value);  // cumulative: a smaller count is a reading between two moments
    histogram.buckets.push_back({upper, most});
  }
  histogram.count = counted.value_or(most);
  histogram.sum = sum(base + "_sum", where).value_or(0);
  return histogram;
}

Exposition parse_exposition(std::string_view text, std::string source) {
  Exposition exposition;
  exposition.source = std::move(source);
  exposition.cut = !text.empty() && text.back() != '\n';
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (line.empty()) continue;
    if (line.front() == '#') {
      read_comment(line, exposition);
      continue;
    }
    if (auto sample = read_sample(line)) {
      sample->line = number;
      exposition.samples.push_back(*std::move(sample));
      continue;
    }
    ++exposition.unreadable_lines;
    if (exposition.problems.size() < shown_problems) {
      exposition.problems.push_back("line " + std::to_string(number) +
                                    ": no sample: " + shown(line));
    }
  }
  if (exposition.samples.empty()) {
    throw invalid({exposition.source, ""}, "Prometheus text with at least one sample",
                  exposition.problems.empty() ? "none" : exposition.problems.front());
  }
  return exposition;
}

}  // namespace kvplan
