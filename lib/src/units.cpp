#include "kvplan/units.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "kvplan/error.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

struct SizeUnit {
  std::string_view name;
  double bytes;
};
constexpr double kib = 1024;
constexpr std::array<SizeUnit, 10> size_units{{{"", 1},
                                               {"B", 1},
                                               {"KiB", kib},
                                               {"MiB", kib* kib},
                                               {"GiB", kib* kib* kib},
                                               {"TiB", kib* kib* kib* kib},
                                               {"kB", 1e3},
                                               {"MB", 1e6},
                                               {"GB", 1e9},
                                               {"TB", 1e12}}};

}  // namespace

Bytes parse_size(std::string_view text, std::string_view what) {
  const auto bad = [&] {
    return invalid({std::string(what), ""}, "a size such as 71GiB, 128GB or 1000 (bytes)",
                   '"' + std::string(text) + '"');
  };
  const std::string_view given = trimmed(text);
  double number = 0;
  const auto [end, failure] =
      std::from_chars(given.data(), given.data() + given.size(), number, std::chars_format::fixed);
  if (failure != std::errc{} || !(number >= 0)) throw bad();
  const std::string_view unit = trimmed(given.substr(static_cast<std::size_t>(end - given.data())));
  for (const SizeUnit& known : size_units) {
    if (known.name != unit) continue;
    const double bytes = std::floor(number * known.bytes);
    if (bytes >= 9.2e18) throw bad();
    return Bytes{static_cast<std::int64_t>(bytes)};
  }
  throw bad();
}

std::string format_fixed(double value, int decimals) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
  const auto [end, failure] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::fixed, decimals);
  return {buffer.data(), end};
}

std::string format_gib(Bytes size) { return format_fixed(gib(size), 2) + " GiB"; }

std::string format_count(std::int64_t n) {
  std::string text = std::to_string(n);
  const std::size_t first = n < 0 ? 1 : 0;  // behind the sign
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string format_short(std::int64_t n) {
  const auto value = static_cast<double>(n);
  if (n >= 999'500) {
    return format_fixed(value / 1e6, n >= 99'950'000 ? 0 : n >= 9'995'000 ? 1 : 2) + " M";
  }
  if (n >= 10'000) return format_fixed(value / 1e3, 0) + " k";
  return format_count(n);
}

}  // namespace kvplan
