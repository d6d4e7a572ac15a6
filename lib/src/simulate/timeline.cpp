#include "simulate/timeline.hpp"

#include <algorithm>

#include "kvplan/error.hpp"

namespace kvplan::simulation {
namespace {

constexpr std::size_t most_bins = 256;
constexpr std::size_t most_fixed_bins = 100'000;

}  // namespace

double seconds(std::int64_t ps) {
  return static_cast<double>(ps) / static_cast<double>(ps_per_second);
}

std::int64_t picoseconds(double s, const char* option) {
  if (!(s >= 0) || s * static_cast<double>(ps_per_second) > static_cast<double>(longest_ps)) {
    throw invalid({option, ""}, "0 to 8000000 seconds", format_fixed(s, 3));
  }
  return static_cast<std::int64_t>(s * static_cast<double>(ps_per_second));
}

void add(Activity& a, const Activity& b) {
  a.arrived += b.arrived;
  a.completed += b.completed;
  a.prompt_tokens += b.prompt_tokens;
  a.output_tokens += b.output_tokens;
  a.token_steps += b.token_steps;
  a.steps += b.steps;
  a.preemptions += b.preemptions;
  a.prefix_queries += b.prefix_queries;
  a.prefix_hits += b.prefix_hits;
  a.busy_s += b.busy_s;
  a.running_s += b.running_s;
  a.waiting_s += b.waiting_s;
  a.blocks_s += b.blocks_s;
}

Timeline::Timeline(std::int64_t width_ps) : fixed_(width_ps > 0) {
  if (fixed_) width_ = width_ps;
}

void Timeline::widen() {
  width_ *= 2;
  const std::size_t half = (bins_.size() + 1) / 2;
  for (std::size_t i = 0; i < half; ++i) {
    Activity pair = bins_[2 * i];
    if (2 * i + 1 < bins_.size()) add(pair, bins_[2 * i + 1]);
    bins_[i] = pair;
  }
  bins_.resize(half);
  from_ = to_ = 0;
}

void Timeline::widen_to(std::int64_t width) {
  while (width_ < width) widen();
}

void Timeline::move(std::int64_t ps) {
  if (fixed_) {
    if (static_cast<std::size_t>(ps / width_) >= most_fixed_bins) {
      throw invalid({"--bin", ""}, "bins of which there are at most 100000", "smaller ones");
    }
  } else {
    while (static_cast<std::size_t>(ps / width_) >= most_bins) widen();
  }
  const auto i = static_cast<std::size_t>(ps / width_);
  if (i >= bins_.size()) bins_.resize(i + 1);
  bin_ = &bins_[i];
  from_ = static_cast<std::int64_t>(i) * width_;
  to_ = later(from_, width_);
}

void Timeline::hold(std::int64_t from, std::int64_t to, const Gauges& gauges) {
  while (from < to) {
    Activity& bin = at(from);
    const std::int64_t end = std::min(to, to_);
    const double span = seconds(end - from);
    bin.running_s += gauges.running * span;
    bin.waiting_s += gauges.waiting * span;
    bin.blocks_s += gauges.blocks * span;
    if (gauges.busy) bin.busy_s += span;
    from = end;
  }
}

std::vector<Bin> Timeline::bins(std::int64_t end_ps) const {
  std::vector<Bin> result;
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const std::int64_t from = static_cast<std::int64_t>(i) * width_;
    const std::int64_t to = std::max(from, std::min(later(from, width_), end_ps));
    result.push_back({seconds(from), seconds(to), bins_[i]});
  }
  return result;
}

}  // namespace kvplan::simulation
