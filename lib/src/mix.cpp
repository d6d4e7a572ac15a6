#include "kvplan/mix.hpp"

#include <algorithm>
#include <array>

namespace kvplan {
namespace {

/// splitmix64 (Steele, Lea, Flood 2014): the same draws on every platform.
class Draws {
 public:
  double next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_ = 20261129;
};

}  // namespace

std::string_view name(MixLimit limit) {
  switch (limit) {
    case MixLimit::slots:
      return "slots";
    case MixLimit::cache:
      return "cache";
    case MixLimit::copy:
      return "copy";
  }
  return "?";
}

RequestMix::RequestMix(RequestLengths lengths) : lengths_(std::move(lengths)) {
  std::vector<double> up_to;
  double all = 0;
  for (const LengthShare& part : lengths_.shares) up_to.push_back(all += part.share);
  Draws draws;
  drawn_.reserve(mixes * most_requests);
  for (std::size_t i = 0; i < mixes * most_requests; ++i) {
    const auto at = std::ranges::upper_bound(up_to, draws.next() * all) - up_to.begin();
    const auto last = static_cast<std::ptrdiff_t>(up_to.size()) - 1;
    drawn_.push_back(static_cast<std::uint16_t>(std::min(at, last)));
  }
}

MixDemand::MixDemand(std::shared_ptr<const RequestMix> mix, const CacheGroups& groups,
                     Tokens max_model_len, std::int64_t slots, std::size_t copies)
    : mix_(std::move(mix)), max_model_len_(max_model_len), copies_(copies) {
  // More copies than draws take the same ones again.
  const std::size_t most = std::max<std::size_t>(1, RequestMix::most_requests / copies_);
  slots_ = std::min(most, static_cast<std::size_t>(std::max<std::int64_t>(1, slots)));
  for (const LengthShare& part : mix_->lengths().shares) {
    const Tokens length = std::min(part.length, max_model_len_);
    blocks_by_length_.push_back(blocks_for_request(length, groups).count());
  }
  sums_.reserve(RequestMix::mixes * copies_ * (slots_ + 1));
  for (std::size_t m = 0; m < RequestMix::mixes; ++m) {
    for (std::size_t copy = 0; copy < copies_; ++copy) {
      std::int64_t sum = 0;
      sums_.push_back(sum);
      for (std::size_t n = 0; n < slots_; ++n) {
        sum += blocks_by_length_[mix_->drawn(m, (n * copies_ + copy) % RequestMix::most_requests)];
        sums_.push_back(sum);
      }
    }
  }
}

std::int64_t MixDemand::blocks(std::size_t mix, std::size_t copy, std::size_t n) const {
  return sums_[(mix * copies_ + copy) * (slots_ + 1) + n];
}

struct MixDemand::Stop {
  std::size_t running = 0;
  MixLimit limit = MixLimit::slots;
};

MixDemand::Stop MixDemand::stop_of(std::size_t mix, std::span<const Blocks> pools) const {
  Stop stop{slots_ * copies_, MixLimit::slots};
  std::size_t landed = 0;
  for (std::size_t copy = 0; copy < copies_; ++copy) {
    const std::int64_t pool = std::max<std::int64_t>(0, pools[copy].count() - 1);
    const auto* first = &sums_[(mix * copies_ + copy) * (slots_ + 1)];
    const auto held =
        static_cast<std::size_t>(std::upper_bound(first, first + slots_ + 1, pool) - first - 1);
    if (held == slots_ || held * copies_ + copy >= stop.running) continue;
    stop = {held * copies_ + copy, MixLimit::cache};
    landed = copy;
  }
  if (stop.limit == MixLimit::slots) return stop;
  const std::int64_t next =
      blocks_by_length_[mix_->drawn(mix, stop.running % RequestMix::most_requests)];
  for (std::size_t copy = 0; copy < copies_; ++copy) {
    // Requests go round, so the copies before the one it landed on have one more.
    const std::size_t n = stop.running / copies_ + (copy < landed ? 1 : 0);
    const bool room = n < slots_ && blocks(mix, copy, n) + next < pools[copy].count();
    if (copy != landed && room) stop.limit = MixLimit::copy;
  }
  return stop;
}

MixCapacity MixDemand::held_by(std::span<const Blocks> pools) const {
  std::vector<std::int64_t> running;
  std::array<std::size_t, 3> limits{};
  for (std::size_t mix = 0; mix < RequestMix::mixes; ++mix) {
    const Stop stop = stop_of(mix, pools);
    running.push_back(static_cast<std::int64_t>(stop.running));
    ++limits.at(static_cast<std::size_t>(stop.limit));
  }
  std::ranges::sort(running);
  MixCapacity result;
  result.low = running[RequestMix::mixes / 20];
  result.likely = running[RequestMix::mixes / 2];
  result.high = running[RequestMix::mixes - RequestMix::mixes / 20 - 1];
  const auto share = [](std::size_t count) {
    return static_cast<double>(count) / RequestMix::mixes;
  };
  result.slots_share = share(limits[0]);
  result.cache_share = share(limits[1]);
  result.copy_share = share(limits[2]);
  result.binds = static_cast<MixLimit>(std::ranges::max_element(limits) - limits.begin());
  const std::int64_t largest = std::ranges::max(pools).count() - 1;
  const auto& shares = mix_->lengths().shares;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const bool refused = shares[i].length > max_model_len_ || blocks_by_length_[i] > largest;
    if (refused) result.too_long += shares[i].share;
  }
  return result;
}

}  // namespace kvplan
