#include "plain_integer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace kvplan {

std::string plain_integer(const std::string& text) {
  if (text.size() < 2) return text;
  constexpr std::array<std::pair<char, double>, 6> suffixes{
      {{'k', 1e3}, {'m', 1e6}, {'g', 1e9}, {'K', 1024.0}, {'M', 1048576.0}, {'G', 1073741824.0}}};
  const auto* suffix = std::ranges::find(suffixes, text.back(), &std::pair<char, double>::first);
  if (suffix == suffixes.end()) return text;
  const auto number = plain_number(std::string_view(text).substr(0, text.size() - 1));
  if (!number) return text;
  const double value = *number * suffix->second;
  constexpr double most = 9e15;  // JSON's exact integers; more is refused as a value out of range
  if (!(value > -most && value < most)) return text;
  return std::to_string(static_cast<std::int64_t>(value));
}

std::optional<double> plain_number(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc{} || behind != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace kvplan
