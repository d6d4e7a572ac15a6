#include "startup_log/python_values.hpp"

#include <optional>

namespace kvplan::startup_log {
namespace {

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where a quoted text ends, one past its closing quote.
std::size_t quote_end(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2U : 1U;
  return at < text.size() ? at + 1 : std::string_view::npos;
}

/// Where a value ends: the comma or bracket that follows it at its own level.
std::size_t value_end(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      at = quote_end(text, at);
      if (at == std::string_view::npos) return at;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') {
      if (depth == 0) return at;
      --depth;
    }
    if (c == ',' && depth == 0) return at;
    ++at;
  }
  return depth == 0 ? at : std::string_view::npos;
}

std::string unquoted(std::string_view value) {
  while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
  if (value.size() < 2 || (value.front() != '\'' && value.front() != '"')) {
    return std::string(value);
  }
  std::string text;
  for (std::size_t at = 1; at + 1 < value.size(); ++at) {
    if (value[at] == '\\' && at + 2 < value.size()) ++at;
    text += value[at];
  }
  return text;
}

/// The name before a value, and the place after its ':' or '='.
std::optional<std::pair<std::string, std::size_t>> take_key(std::string_view text, std::size_t at) {
  std::string key;
  if (at < text.size() && (text[at] == '\'' || text[at] == '"')) {
    const std::size_t end = quote_end(text, at);
    if (end == std::string_view::npos) return std::nullopt;
    key = unquoted(text.substr(at, end - at));
    at = end;
  } else {
    const std::size_t start = at;
    while (at < text.size() && is_name(text[at])) ++at;
    key = std::string(text.substr(start, at - start));
  }
  while (at < text.size() && text[at] == ' ') ++at;
  if (key.empty() || at >= text.size() || (text[at] != ':' && text[at] != '=')) {
    return std::nullopt;
  }
  ++at;
  while (at < text.size() && text[at] == ' ') ++at;
  return std::pair{key, at};
}

}  // namespace

std::map<std::string, std::string> python_members(std::string_view text) {
  std::map<std::string, std::string> members;
  std::size_t at = 0;
  while (at < text.size() && text[at] == ' ') ++at;
  bool enclosed = false;
  std::size_t open = at;  // "{", "(" or a class name before one
  while (open < text.size() && is_name(text[open])) ++open;
  if (open < text.size() && (text[open] == '{' || text[open] == '(')) {
    at = open + 1;
    enclosed = true;
  }
  while (at < text.size()) {
    while (at < text.size() && (text[at] == ' ' || text[at] == ',')) ++at;
    const auto key = take_key(text, at);
    if (!key) break;
    const std::size_t end = value_end(text, key->second);
    if (end == std::string_view::npos) break;
    if (enclosed && end == text.size()) break;  // the bracket never closes: cut
    members.insert_or_assign(key->first, unquoted(text.substr(key->second, end - key->second)));
    at = end;
    if (at < text.size() && text[at] != ',') break;
  }
  return members;
}

}  // namespace kvplan::startup_log
