// How many of one's own requests run at once, and which limit binds. Requests are drawn from a
// distribution of lengths and come one after the other; each goes to the copy with the fewest, and
// can use that copy's cache alone. The count stops at the first that its copy cannot take.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "kvplan/groups.hpp"
#include "kvplan/lengths.hpp"

namespace kvplan {

/// A distribution of lengths with requests drawn from it: the same draws for every layout.
class RequestMix {
 public:
  static constexpr std::size_t mixes = 200;
  static constexpr std::size_t most_requests = 2048;

  explicit RequestMix(RequestLengths lengths);
  [[nodiscard]] const RequestLengths& lengths() const { return lengths_; }
  /// The i-th request of a mix, as an index into lengths().shares.
  [[nodiscard]] std::size_t drawn(std::size_t mix, std::size_t i) const {
    return drawn_[mix * most_requests + i];
  }

 private:
  RequestLengths lengths_;
  std::vector<std::uint16_t> drawn_;
};

enum class MixLimit {
  slots,  ///< max_num_seqs of every copy
  cache,  ///< no copy has room for the next request
  copy,   ///< the copy that the next request landed on has not, another has
};
[[nodiscard]] std::string_view name(MixLimit limit);

struct MixCapacity {
  /// Requests at once over all copies: 19 of 20 mixes hold `low` or more, half hold `likely`, one
  /// of 20 holds more than `high`.
  std::int64_t low = 0;
  std::int64_t likely = 0;
  std::int64_t high = 0;
  MixLimit binds = MixLimit::cache;  ///< in most mixes
  double slots_share = 0;            ///< of the mixes, that this limit binds
  double cache_share = 0;
  double copy_share = 0;
  double too_long = 0;  ///< share of the requests that max_model_len or every copy's cache refuses
  friend bool operator==(const MixCapacity&, const MixCapacity&) = default;
};

/// The draws as blocks of one layout's cache, added up along each copy: what does not depend on
/// the memory.
class MixDemand {
 public:
  /// @param slots  max_num_seqs of a copy
  MixDemand(std::shared_ptr<const RequestMix> mix, const CacheGroups& groups, Tokens max_model_len,
            std::int64_t slots, std::size_t copies);

  /// @param pools  num_blocks of each copy, the null block included
  [[nodiscard]] MixCapacity held_by(std::span<const Blocks> pools) const;

 private:
  struct Stop;
  [[nodiscard]] Stop stop_of(std::size_t mix, std::span<const Blocks> pools) const;
  /// Blocks of the first `n` requests of a copy.
  [[nodiscard]] std::int64_t blocks(std::size_t mix, std::size_t copy, std::size_t n) const;

  std::shared_ptr<const RequestMix> mix_;
  std::vector<std::int64_t> blocks_by_length_;
  Tokens max_model_len_;
  std::size_t slots_;  ///< of a copy; at most what is drawn
  std::size_t copies_;
  std::vector<std::int64_t> sums_;  ///< [mix][copy][n]
};

}  // namespace kvplan
