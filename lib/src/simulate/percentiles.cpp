#include "kvplan/percentiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "kvplan/error.hpp"
#include "kvplan/units.hpp"

namespace kvplan {
namespace {

// The first 256 values have a bucket each; above, 128 buckets between two powers of two.
constexpr unsigned fine_bits = 7;
constexpr std::size_t buckets = (64 - fine_bits) << fine_bits;

}  // namespace

Percentiles::Percentiles(State state)
    : values_(std::move(state.values)),
      buckets_(std::move(state.buckets)),
      count_(state.count),
      sum_(state.sum),
      max_(state.max) {
  auto counted = static_cast<std::int64_t>(values_.size());
  for (const std::int64_t one : buckets_) {
    if (one < 0) throw invalid({"percentiles", ""}, "counts ≥ 0", std::to_string(one));
    counted = sum(counted, one);
  }
  const bool one_kind = buckets_.empty() || (values_.empty() && buckets_.size() == buckets);
  if (!one_kind || counted != count_) {
    throw invalid({"percentiles", ""}, "values, or counts by bucket, that add up to their count",
                  std::to_string(counted) + " of " + std::to_string(count_));
  }
}

Percentiles::State Percentiles::state() const {
  State state{values_, buckets_, count_, sum_, max_};
  std::ranges::sort(state.values);
  return state;
}

std::size_t Percentiles::bucket(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
  const unsigned width = static_cast<unsigned>(std::bit_width(bits));
  if (width <= fine_bits + 1) return bits;
  const unsigned shift = width - fine_bits - 1;
  return (std::size_t{shift} << fine_bits) + (bits >> shift);
}

double Percentiles::middle(std::size_t bucket) {
  if (bucket < (std::size_t{2} << fine_bits)) return static_cast<double>(bucket);
  const std::size_t shift = (bucket >> fine_bits) - 1;
  const std::size_t top = bucket - (shift << fine_bits);
  const double width = std::ldexp(1.0, static_cast<int>(shift));
  return static_cast<double>(top) * width + (width - 1) / 2;
}

void Percentiles::note(std::int64_t value, std::int64_t times) {
  count_ += times;
  sum_ += static_cast<double>(value) * static_cast<double>(times);
  max_ = std::max(max_, value);
}

void Percentiles::spill() {
  buckets_.assign(buckets, 0);
  for (const std::int64_t value : values_) ++buckets_[bucket(value)];
  values_.clear();
  values_.shrink_to_fit();
}

void Percentiles::add(std::int64_t value, std::int64_t times) {
  if (times <= 0) return;
  note(value, times);
  if (buckets_.empty()) {
    if (values_.size() + static_cast<std::size_t>(times) <= exact_limit) {
      values_.insert(values_.end(), static_cast<std::size_t>(times), value);
      return;
    }
    spill();
  }
  buckets_[bucket(value)] += times;
}

std::optional<double> Percentiles::mean() const {
  if (count_ == 0) return std::nullopt;
  return sum_ / static_cast<double>(count_);
}

std::optional<std::int64_t> Percentiles::max() const {
  if (count_ == 0) return std::nullopt;
  return max_;
}

std::optional<double> Percentiles::at(double share) const {
  if (!(share >= 0 && share <= 1)) {
    throw invalid({"percentiles", ""}, "a share of 0 to 1", format_fixed(share, 3));
  }
  if (count_ == 0) return std::nullopt;
  const double rank = share * static_cast<double>(count_ - 1);
  const auto below = static_cast<std::int64_t>(rank);
  if (buckets_.empty()) {
    std::vector<std::int64_t> values = values_;
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::ranges::nth_element(values, place);
    const auto low = static_cast<double>(*place);
    const auto next = std::min_element(place + 1, values.end());
    const double high = next == values.end() ? low : static_cast<double>(*next);
    return low + (high - low) * (rank - static_cast<double>(below));
  }
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen > below) return std::min(middle(i), static_cast<double>(max_));
  }
  return static_cast<double>(max_);
}

void Percentiles::add_all(const Percentiles& other) {
  if (other.count_ == 0) return;
  if (other.exact()) {
    for (const std::int64_t value : other.values_) add(value);
    return;
  }
  if (buckets_.empty()) spill();
  for (std::size_t i = 0; i < buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

}  // namespace kvplan
