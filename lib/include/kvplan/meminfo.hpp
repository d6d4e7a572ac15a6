// A snapshot of /proc/meminfo: what a box had when somebody looked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kvplan/units.hpp"

namespace kvplan {

struct MemInfo {
  std::string file;
  Bytes total;
  std::optional<Bytes> available;  ///< MemAvailable: free plus what the kernel can take back
  std::optional<Bytes> free;
  std::optional<Bytes> cached;  ///< page cache
  std::optional<Bytes> swap_total;
  std::optional<Bytes> swap_free;
  /// total − available.
  [[nodiscard]] std::optional<Bytes> used() const;
};

[[nodiscard]] bool looks_like_meminfo(std::string_view text);
/// @throws Error (invalid) without a MemTotal line, or for a number that is none
[[nodiscard]] MemInfo parse_meminfo(std::string_view text, std::string file);

}  // namespace kvplan
