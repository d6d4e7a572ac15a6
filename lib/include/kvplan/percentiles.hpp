// Percentiles of a stream of durations in bounded memory: exact while there are few, then counts in
// buckets whose width is 1/128 of their value, so that a percentile is within 0.4 % of the truth.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace kvplan {

class Percentiles {
 public:
  static constexpr std::size_t exact_limit = 65'536;
  /// All that it holds: the values, sorted, while they are exact; else counts by bucket.
  struct State {
    std::vector<std::int64_t> values;
    std::vector<std::int64_t> buckets;
    std::int64_t count = 0;
    double sum = 0;
    std::int64_t max = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  Percentiles() = default;
  /// @throws Error (invalid) for a state that none of them has
  explicit Percentiles(State state);
  [[nodiscard]] State state() const;
  friend bool operator==(const Percentiles& a, const Percentiles& b) {
    return a.state() == b.state();
  }

  void add(std::int64_t value) {
    note(value, 1);
    if (!buckets_.empty()) {
      ++buckets_[bucket(value)];
    } else {
      values_.push_back(value);
      if (values_.size() > exact_limit) spill();
    }
  }
  /// The same value so many times. Many at once go to the buckets.
  void add(std::int64_t value, std::int64_t times);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] bool exact() const { return buckets_.empty(); }
  [[nodiscard]] std::optional<double> mean() const;
  [[nodiscard]] std::optional<std::int64_t> max() const;
  /// @param share  0.95 for p95. Between two values linearly, as numpy does.
  [[nodiscard]] std::optional<double> at(double share) const;
  /// All of another stream's values too.
  void add_all(const Percentiles& other);

 private:
  [[nodiscard]] static std::size_t bucket(std::int64_t value);
  [[nodiscard]] static double middle(std::size_t bucket);
  void note(std::int64_t value, std::int64_t times);
  void spill();

  std::vector<std::int64_t> values_;  // in the order in which they came
  std::vector<std::int64_t> buckets_;
  std::int64_t count_ = 0;
  double sum_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace kvplan
