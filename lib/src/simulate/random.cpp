#include "kvplan/random.hpp"

#include <cmath>

namespace kvplan {
namespace {

constexpr double ln2 = 0.693147180559945309417232121458;

constexpr std::uint64_t rotated(std::uint64_t bits, unsigned by) {
  return (bits << by) | (bits >> (64U - by));
}

}  // namespace

double portable_log(double x) {
  int exponent = 0;
  double part = std::frexp(x, &exponent);  // exact everywhere
  if (part < 0.70710678118654752440) {
    part *= 2;
    --exponent;
  }
  // ln((1 + s) / (1 − s)) = 2 (s + s³/3 + s⁵/5 + …), |s| < 0.172
  const double s = (part - 1) / (part + 1);
  const double square = s * s;
  double sum = 0;
  for (int power = 25; power >= 1; power -= 2) sum = sum * square + 1.0 / power;
  return 2 * s * sum + exponent * ln2;
}

double portable_exp(double x) {
  const double whole = std::floor(x / ln2 + 0.5);
  const double rest = x - whole * ln2;
  double sum = 1;
  for (int term = 18; term >= 1; --term) sum = 1 + sum * rest / term;
  return std::ldexp(sum, static_cast<int>(whole));  // exact everywhere
}

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    seed += 0x9E3779B97F4A7C15ULL;
    word = mixed(seed);
  }
}

std::uint64_t Random::bits() {
  const std::uint64_t result = rotated(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotated(state_[3], 45);
  return result;
}

double Random::uniform() { return std::ldexp(static_cast<double>(bits() >> 11U), -53); }

double Random::exponential() { return -portable_log(1 - uniform()); }

double Random::normal() {
  while (true) {
    const double x = 2 * uniform() - 1;
    const double y = 2 * uniform() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * portable_log(square) / square);
  }
}

double Random::gamma(double shape) {
  if (shape < 1) {
    const double power = portable_log(1 - uniform()) / shape;
    if (power < -700) return 0;
    return gamma(shape + 1) * (shape + 1) * portable_exp(power) / shape;
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double cube = root * root * root;
    const double accept = x * x / 2 + d - d * cube + d * portable_log(cube);
    if (portable_log(1 - uniform()) < accept) return d * cube / shape;
  }
}

double Random::lognormal(double variation) {
  const double variance = portable_log(1 + variation * variation);
  return portable_exp(std::sqrt(variance) * normal() - variance / 2);
}

}  // namespace kvplan
