// Arithmetic on numbers of files that may leave 64 bits, beside the products and sums of units.hpp.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "kvplan/units.hpp"

namespace kvplan {

/// The least common multiple, for a, b > 0. @throws std::overflow_error when it leaves 64 bits
/// (std::lcm wraps).
[[nodiscard]] constexpr std::int64_t common_multiple(std::int64_t a, std::int64_t b) {
  return product(a, b / std::gcd(a, b));
}

/// The nearest whole number; nothing for one beyond 64 bits and for what is no number.
[[nodiscard]] inline std::optional<std::int64_t> nearest(double value) {
  constexpr double most = 9.2e18;
  if (!(std::abs(value) < most)) return std::nullopt;
  return std::llround(value);
}

/// The same of bytes.
[[nodiscard]] inline std::optional<Bytes> nearest_bytes(double value) {
  const auto count = nearest(value);
  return count ? std::optional(Bytes{*count}) : std::nullopt;
}

/// @throws std::overflow_error beyond 64 bits
[[nodiscard]] inline Bytes share_of(Bytes total, double share) {
  const auto bytes = nearest_bytes(static_cast<double>(total.count()) * share);
  if (!bytes) throw std::overflow_error("a share of the input's numbers exceeds 64 bits");
  return *bytes;
}

}  // namespace kvplan
