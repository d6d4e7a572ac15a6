// A short name of a text that stays the same: FNV-1a, 64 bits, as 16 hex digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kvplan {

[[nodiscard]] inline std::string fingerprint(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  }
  std::string hex;
  for (unsigned shift = 64; shift > 0; shift -= 4) hex += digits[(hash >> (shift - 4)) & 15U];
  return hex;
}

}  // namespace kvplan
