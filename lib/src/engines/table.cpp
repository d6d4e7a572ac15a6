#include "engines/table.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// What a version says of its place among releases (PEP 440).
struct Version {
  Release release{};
  bool before_release = false;  ///< a dev build or a release candidate
};

const std::vector<EngineRules>& table() {
  static const std::vector<EngineRules> rows = [] {
    std::vector<EngineRules> all = engines::vllm_rows();
    for (EngineRules& row : engines::vllm_b12x_rows()) all.push_back(std::move(row));
    return all;
  }();
  return rows;
}

/// The leading numbers; `text` keeps what follows them. Nothing when it starts with no number.
std::optional<Release> take_release(std::string_view& text) {
  Release release{};
  for (std::size_t part = 0; part < release.size(); ++part) {
    const auto [rest, failure] =
        std::from_chars(text.data(), text.data() + text.size(), release[part]);
    if (failure != std::errc{} || release[part] < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    const bool more = text.size() > 1 && text[0] == '.' && text[1] >= '0' && text[1] <= '9';
    if (!more) return release;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

/// Takes a word such as "rc", with or without a separator before it, and its number.
bool take_part(std::string_view& text, std::string_view word) {
  std::string_view rest = text;
  if (!rest.empty() && (rest[0] == '.' || rest[0] == '-' || rest[0] == '_')) rest.remove_prefix(1);
  if (rest.substr(0, word.size()) != word) return false;
  rest.remove_prefix(word.size());
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') rest.remove_prefix(1);
  text = rest;
  return true;
}

/// "0.33" → {0, 33}; "0.20.1.dev0+g1" → before {0, 20, 1}. Nothing for other words.
std::optional<Version> parse_version(std::string_view text) {
  if (!text.empty() && text[0] == 'v') text.remove_prefix(1);
  const auto release = take_release(text);
  if (!release) return std::nullopt;
  Version version{*release};
  for (const std::string_view phase : {"a", "b", "rc"}) {
    if (take_part(text, phase)) {
      version.before_release = true;
      break;
    }
  }
  const bool post = take_part(text, "post");
  if (take_part(text, "dev") && !post) version.before_release = true;
  if (!text.empty() && text[0] != '+') return std::nullopt;
  return version;
}

/// "vllm@0.9.1 to vllm@0.33, vllm-b12x@0.32"
std::string engine_names() {
  std::string names;
  const std::vector<EngineRules>& rows = table();
  for (auto newest = rows.begin(); newest != rows.end();) {
    const auto end =
        std::find_if(newest, rows.end(), [&](const auto& row) { return row.name != newest->name; });
    const EngineRules& oldest = *(end - 1);
    names += (names.empty() ? "" : ", ") + oldest.name + "@" + oldest.version;
    if (oldest != *newest) names += " to " + newest->version;
    newest = end;
  }
  return names;
}

}  // namespace

Release engines::release_of(std::string_view version) { return take_release(version).value(); }

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
    const bool same = row.release == version->release;
    if (same && !version->before_release) return {row, asked, false};
    if (row.release < version->release) return {row, asked, true};
  }
  throw bad();
}

}  // namespace kvplan
