#include <array>
#include <charconv>
#include <vector>

#include "engines/table.hpp"
#include "kvplan/error.hpp"

namespace kvplan {
namespace {

using Version = std::array<int, 3>;

const std::vector<EngineRules>& table() {
  static const std::vector<EngineRules> rows = [] {
    std::vector<EngineRules> all = engines::vllm_rows();
    for (EngineRules& row : engines::vllm_b12x_rows()) all.push_back(std::move(row));
    return all;
  }();
  return rows;
}

/// "0.33" → {0, 33, 0}; "0.20.1.dev0" → {0, 20, 1}. Nothing when it starts with no number.
std::optional<Version> parse_version(std::string_view text) {
  Version version{};
  const char* at = text.data();
  const char* end = text.data() + text.size();
  for (std::size_t part = 0; part < version.size(); ++part) {
    const auto [rest, failure] = std::from_chars(at, end, version[part]);
    if (failure != std::errc{}) return part == 0 ? std::nullopt : std::optional(version);
    if (rest == end || *rest != '.') return version;
    at = rest + 1;
  }
  return version;
}

std::string engine_names() {
  std::string names;
  for (const EngineRules& row : table()) {
    names += (names.empty() ? "" : ", ") + row.name + "@" + row.version;
  }
  return names;
}

/// A row covers every patch of its release: 0.32.1 is 0.32's.
bool covers(const Version& row, const Version& asked) {
  return row[0] == asked[0] && row[1] == asked[1] && row[2] <= asked[2];
}

}  // namespace

std::span<const EngineRules> engine_table() { return table(); }

EngineChoice find_engine(std::string_view text) {
  const std::string asked = text.empty() ? "vllm" : std::string(text);
  const auto bad = [&] { return invalid({"--engine", ""}, engine_names(), '"' + asked + '"'); };
  const std::size_t at = asked.find('@');
  const std::string name = asked.substr(0, at);
  std::optional<Version> version;
  if (at != std::string::npos) {
    version = parse_version(std::string_view(asked).substr(at + 1));
    if (!version) throw bad();
  }
  for (const EngineRules& row : table()) {
    if (row.name != name) continue;
    if (!version) return {row, asked, false};
    const Version covered = *parse_version(row.version);
    if (covered <= *version) return {row, asked, !covers(covered, *version)};
  }
  throw bad();
}

}  // namespace kvplan
