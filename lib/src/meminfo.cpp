#include "kvplan/meminfo.hpp"

#include <charconv>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// The value of "MemTotal:  127601452 kB".
std::optional<std::string_view> field(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    if (at > 0 && text[at - 1] != '\n' && text[at - 1] != ' ') continue;
    std::string_view rest = text.substr(at + name.size());
    if (!rest.starts_with(':')) continue;
    rest.remove_prefix(1);
    return rest.substr(0, rest.find('\n'));
  }
  return std::nullopt;
}

std::optional<Bytes> size_of(std::string_view text, std::string_view name,
                             const std::string& file) {
  const auto value = field(text, name);
  if (!value) return std::nullopt;
  std::string_view digits = *value;
  while (digits.starts_with(' ') || digits.starts_with('\t')) digits.remove_prefix(1);
  std::int64_t kib = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), kib);
  if (failure != std::errc{} || kib < 0 || kib > (std::int64_t{1} << 52)) {
    throw invalid({file, std::string(name)}, "a size in kB", '"' + std::string(*value) + '"');
  }
  return Bytes{kib * 1024};
}

}  // namespace

std::optional<Bytes> MemInfo::used() const {
  if (!available) return std::nullopt;
  return total - *available;
}

bool looks_like_meminfo(std::string_view text) { return field(text, "MemTotal").has_value(); }

MemInfo parse_meminfo(std::string_view text, std::string file) {
  MemInfo info;
  info.file = std::move(file);
  const auto total = size_of(text, "MemTotal", info.file);
  if (!total) throw invalid({info.file, ""}, "/proc/meminfo with a MemTotal line", "none");
  info.total = *total;
  info.available = size_of(text, "MemAvailable", info.file);
  info.free = size_of(text, "MemFree", info.file);
  info.cached = size_of(text, "Cached", info.file);
  info.swap_total = size_of(text, "SwapTotal", info.file);
  info.swap_free = size_of(text, "SwapFree", info.file);
  return info;
}

}  // namespace kvplan
