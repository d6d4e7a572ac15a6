// Vocabulary: units as types, so that a GB is never taken for a GiB, a token for a block, or a
// floor for a ceiling. Counts are signed: a budget minus a need may go below zero, and that
// deficit is an answer. Every product is checked; one that leaves 64 bits throws.
#pragma once

#include <compare>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kvplan {

/// a × b. @throws std::overflow_error when the product leaves 64 bits.
[[nodiscard]] constexpr std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) {
    throw std::overflow_error("a product of the input's numbers exceeds 64 bits");
  }
  return result;
}

/// a + b. @throws std::overflow_error when the sum leaves 64 bits.
[[nodiscard]] constexpr std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) {
    throw std::overflow_error("a sum of the input's numbers exceeds 64 bits");
  }
  return result;
}

/// ⌈a / b⌉ for a ≥ 0, b > 0.
[[nodiscard]] constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// The smallest multiple of `step` that is at least `a`, for a ≥ 0, step > 0.
[[nodiscard]] constexpr std::int64_t round_up(std::int64_t a, std::int64_t step) {
  return product(ceil_div(a, step), step);
}

/// A whole number of one unit. Adds to and compares with its own kind only.
template <class Unit>
class Quantity {
 public:
  constexpr Quantity() = default;
  explicit constexpr Quantity(std::int64_t count) : count_(count) {}
  [[nodiscard]] constexpr std::int64_t count() const { return count_; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity{sum(a.count_, b.count_)};
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity{sum(a.count_, product(b.count_, -1))};
  }
  friend constexpr Quantity operator*(std::int64_t n, Quantity a) {
    return Quantity{product(n, a.count_)};
  }
  constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }
  constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;  // NOLINT(modernize-use-nullptr)

 private:
  std::int64_t count_ = 0;
};

using Bytes = Quantity<struct ByteUnit>;
using Tokens = Quantity<struct TokenUnit>;
using Blocks = Quantity<struct BlockUnit>;

/// So much `Num` for every one `Den`. Den × Per<Num, Den> = Num, and no other product exists.
template <class Num, class Den>
struct Per {
  Num amount;
  friend constexpr auto operator<=>(Per, Per) = default;
};
template <class Num, class Den>
[[nodiscard]] constexpr Num operator*(Den n, Per<Num, Den> rate) {
  return Num{product(n.count(), rate.amount.count())};
}

using BytesPerToken = Per<Bytes, Tokens>;
using BytesPerBlock = Per<Bytes, Blocks>;    ///< a page
using TokensPerBlock = Per<Tokens, Blocks>;  ///< block_size

/// Rounds up: a started block is a used block. 17 tokens in blocks of 16 take 2.
[[nodiscard]] constexpr Blocks blocks_for(Tokens need, TokensPerBlock block_size) {
  return Blocks{ceil_div(need.count(), block_size.amount.count())};
}
/// Rounds down: half a page holds nothing. A pool below zero holds nothing either.
[[nodiscard]] constexpr Blocks blocks_in(Bytes pool, BytesPerBlock page) {
  return Blocks{pool.count() < 0 ? 0 : pool.count() / page.amount.count()};
}

inline constexpr std::int64_t bytes_per_gib = std::int64_t{1} << 30;

/// A size for people and for ratios only; bytes stay integers to the end.
[[nodiscard]] constexpr double gib(Bytes size) {
  return static_cast<double>(size.count()) / static_cast<double>(bytes_per_gib);
}

inline namespace literals {
consteval Bytes operator""_B(unsigned long long n) { return Bytes{static_cast<std::int64_t>(n)}; }
consteval Bytes operator""_MiB(unsigned long long n) {
  return Bytes{static_cast<std::int64_t>(n) << 20};
}
consteval Bytes operator""_GiB(unsigned long long n) {
  return Bytes{static_cast<std::int64_t>(n) << 30};
}
consteval Bytes operator""_GiB(long double n) {
  return Bytes{static_cast<std::int64_t>(n * static_cast<long double>(bytes_per_gib))};
}
consteval Bytes operator""_GB(unsigned long long n) {
  return Bytes{static_cast<std::int64_t>(n) * 1'000'000'000};
}
consteval Tokens operator""_tokens(unsigned long long n) {
  return Tokens{static_cast<std::int64_t>(n)};
}
consteval Blocks operator""_blocks(unsigned long long n) {
  return Blocks{static_cast<std::int64_t>(n)};
}
}  // namespace literals

/// Reads a size as people write it: "71GiB", "5.5 GiB", "128GB", "512MiB", "1000" (bytes).
/// A fraction of a byte is dropped.
/// @throws Error (invalid) for anything else; `what` names the option in its message.
[[nodiscard]] Bytes parse_size(std::string_view text, std::string_view what);

/// "0.74" for (0.74, 2): rounded to so many decimals, by a point in every locale.
[[nodiscard]] std::string format_fixed(double value, int decimals);
/// "71.83 GiB": two decimals, always with the i.
[[nodiscard]] std::string format_gib(Bytes size);
/// "499,110": thousands by commas.
[[nodiscard]] std::string format_count(std::int64_t n);
/// "0.76 M", "27 k", "312": for people, three significant digits or fewer.
[[nodiscard]] std::string format_short(std::int64_t n);

}  // namespace kvplan
