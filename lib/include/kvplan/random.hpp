// Random numbers of which every platform draws the same: own generator, own distributions, and no
// function of libm that may round differently elsewhere. The source is compiled without contraction
// of a·b + c for the same reason.
#pragma once

#include <array>
#include <cstdint>

namespace kvplan {

/// Bits well mixed: equal inputs give equal outputs, neighbours share nothing (SplitMix64's
/// finalizer; Steele, Lea and Flood 2014).
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
  return bits ^ (bits >> 31U);
}
/// One number of two, order counts.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return mixed(mixed(a + 0x9E3779B97F4A7C15ULL) ^ (b + 0x9E3779B97F4A7C15ULL));
}

/// A stream of random numbers (xoshiro256**; Blackman and Vigna 2018).
class Random {
 public:
  explicit Random(std::uint64_t seed);
  [[nodiscard]] std::uint64_t bits();
  [[nodiscard]] double uniform();      ///< in [0, 1), 53 bits
  [[nodiscard]] double exponential();  ///< mean 1
  [[nodiscard]] double normal();       ///< mean 0, variance 1
  /// Mean 1 and a squared coefficient of variation of 1 ÷ shape (Marsaglia and Tsang 2000).
  [[nodiscard]] double gamma(double shape);
  /// Mean 1 and this coefficient of variation.
  [[nodiscard]] double lognormal(double variation);

 private:
  std::array<std::uint64_t, 4> state_{};
};

/// ln(x) for x > 0 by +, −, ×, ÷ alone; within 1e-15 of the true value, relatively.
[[nodiscard]] double portable_log(double x);
/// eˣ, likewise, for |x| < 700.
[[nodiscard]] double portable_exp(double x);

}  // namespace kvplan
