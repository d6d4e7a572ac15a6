// Times, sizes, addresses and variables as the formats spell them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "deployment/readers.hpp"
#include "digit.hpp"
#include "text.hpp"

namespace kvplan::deployment {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// A number at the start; what follows stays in `text`.
std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (read.ec != std::errc{} || !std::isfinite(value)) return std::nullopt;  // it takes "inf"
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return value;
}

std::string_view take_letters(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_letter(text[end])) ++end;
  const std::string_view letters = text.substr(0, end);
  text.remove_prefix(end);
  return letters;
}

std::optional<double> time_unit(std::string_view unit) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  static constexpr std::array<Unit, 20> units{
      {{"us", 1e-6},   {"ms", 1e-3},    {"msec", 1e-3},  {"s", 1},       {"sec", 1},
       {"secs", 1},    {"second", 1},   {"seconds", 1},  {"m", 60},      {"min", 60},
       {"mins", 60},   {"minute", 60},  {"minutes", 60}, {"h", 3600},    {"hr", 3600},
       {"hour", 3600}, {"hours", 3600}, {"d", 86400},    {"day", 86400}, {"days", 86400}}};
  const auto* row = std::ranges::find(units, unit, &Unit::name);
  return row == units.end() ? std::nullopt : std::optional(row->seconds);
}

}  // namespace

std::optional<double> seconds_of(std::string_view text, double plain_unit) {
  text = trimmed(text);
  if (text.empty()) return std::nullopt;
  double total = 0;
  while (!text.empty()) {
    const auto number = take_number(text);
    if (!number || *number < 0) return std::nullopt;
    const std::string_view unit = take_letters(text);
    const auto factor = unit.empty() ? std::optional(plain_unit) : time_unit(unit);
    if (!factor) return std::nullopt;
    total += *number * *factor;
    text = trimmed(text);
  }
  return total;
}

std::optional<Bytes> memory_of(std::string_view text, bool decimal) {
  text = trimmed(text);
  const auto number = take_number(text);
  if (!number || *number < 0) return std::nullopt;
  std::string unit = lowered(std::string(trimmed(text)));
  if (unit.ends_with('b')) unit.pop_back();
  const bool binary = unit.ends_with('i') || !decimal;
  if (unit.ends_with('i')) unit.pop_back();
  constexpr std::string_view prefixes = "kmgtp";
  double factor = 1;
  if (!unit.empty()) {
    const std::size_t power = prefixes.find(unit);
    if (unit.size() != 1 || power == std::string_view::npos) return std::nullopt;
    factor = std::pow(binary ? 1024.0 : 1000.0, static_cast<double>(power + 1));
  }
  constexpr double most = 9e18;
  const double bytes = *number * factor;
  if (!(bytes < most)) return std::nullopt;
  return Bytes{static_cast<std::int64_t>(bytes)};
}

int port_number(std::string_view text) {
  int value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc{} && value >= 1 && value <= 65535 ? value : 0;
}

std::optional<Address> address_of(std::string_view text, int default_port, const Origin& origin) {
  text = trimmed(text);
  if (text.empty() || text.starts_with("unix:") || text.starts_with('/')) return std::nullopt;
  Address backend{"", default_port, origin};
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    backend.host = text.substr(1, close - 1);
    text.remove_prefix(close + 1);
    if (text.starts_with(':')) port = text.substr(1);
  } else if (std::ranges::all_of(text, is_digit)) {
    port = text;  // "listen 8080"
  } else {
    const std::size_t colon = text.rfind(':');
    backend.host = text.substr(0, colon);
    if (colon != std::string_view::npos) port = text.substr(colon + 1);
  }
  if (!port.empty()) {
    int value = 0;
    const auto read = std::from_chars(port.data(), port.data() + port.size(), value);
    if (read.ec != std::errc{} || value < 1 || value > 65535) return std::nullopt;
    backend.port = value;
  }
  if (backend.host == "*" || backend.host == "0.0.0.0" || backend.host == "::")
    backend.host.clear();
  return backend;
}

std::string interpolated(const Given& given, const std::map<std::string, std::string>& values,
                         Expansions& made) {
  const std::string_view text = given.value;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    if (text[i + 1] == '$') {
      result += '$';
      ++i;
      continue;
    }
    const bool braced = text[i + 1] == '{';
    std::size_t start = i + (braced ? 2 : 1);
    std::size_t end = start;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_')) {
      ++end;
    }
    const std::string name(text.substr(start, end - start));
    const std::size_t close = braced ? text.find('}', end) : end;
    if (name.empty() || close == std::string_view::npos) {
      result += text[i];
      continue;
    }
    std::string_view rest = text.substr(end, close - end);
    const auto known = values.find(name);
    if (known != values.end() && !(known->second.empty() && rest.starts_with(":-"))) {
      made.add(known->second.size(), given.origin);
      result += known->second;
    } else if (rest.starts_with(":-")) {
      result += rest.substr(2);
    } else if (rest.starts_with("-")) {
      result += rest.substr(1);
    } else {
      result += text.substr(i, (braced ? close + 1 : end) - i);
    }
    i = braced ? close : end - 1;
  }
  return result;
}

std::map<std::string, Given> environment_of(std::string_view text, const std::string& file) {
  std::map<std::string, Given> found;
  int line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view each = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (each.starts_with("export ")) each = trimmed(each.substr(7));
    const std::size_t equals = each.find('=');
    if (each.empty() || each.front() == '#' || equals == std::string_view::npos) continue;
    std::string_view value = trimmed(each.substr(equals + 1));
    const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                        value.back() == value.front();
    if (quoted) value = value.substr(1, value.size() - 2);
    found[std::string(trimmed(each.substr(0, equals)))] = {std::string(value), {file, line}};
  }
  return found;
}

}  // namespace kvplan::deployment
