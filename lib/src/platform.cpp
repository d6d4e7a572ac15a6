#include "kvplan/platform.hpp"

#include <array>

namespace kvplan {

std::span<const Platform> platforms() {
  static const std::array<Platform, 7> rows{{
      {"gb10", {12, 1}, 121.69_GiB, 48, true},
      {"h100", {9, 0}, 79.11_GiB, 132, false},
      {"b200", {10, 0}, 178.35_GiB, 148, false},
      {"l40s", {8, 9}, 44.39_GiB, 142, false},
      {"a100", {8, 0}, 79.15_GiB, 108, false},
      {"rtxpro6000", {12, 0}, 94.97_GiB, 188, false},
      {"cpu", {0, 0}, Bytes{0}, 0, false},
  }};
  return rows;
}

std::optional<Platform> find_platform(std::string_view name) {
  for (const Platform& row : platforms()) {
    if (row.name == name) return row;
  }
  return std::nullopt;
}

}  // namespace kvplan
