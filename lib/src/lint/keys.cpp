// Keys that stand in files: in a command line every process of the box can read them. Files of
// environment variables are where they belong.
#include <algorithm>
#include <array>

#include "lint/context.hpp"
#include "text.hpp"

namespace kvplan::lint_rules_of {
namespace {

bool is_word(char c) { return is_alphanumeric(c) || c == '_' || c == '-'; }

/// Names that hold a secret, at their end: HF_TOKEN, master_key, --api-key.
bool names_secret(std::string name) {
  name = lowered(std::move(name));
  std::ranges::replace(name, '-', '_');
  static constexpr std::array<std::string_view, 8> ends{"api_key",   "apikey",     "api_token",
                                                        "hf_token",  "master_key", "salt_key",
                                                        "hub_token", "secret_key"};
  return std::ranges::any_of(ends, [&](std::string_view end) { return name.ends_with(end); });
}

/// References and what people write where a key is asked for and none is needed.
bool is_placeholder(const std::string& value) {
  constexpr std::size_t shortest = 6;
  if (value.size() < shortest) return true;
  static constexpr std::string_view references = "$<{%/@(";
  if (references.find(value.front()) != std::string_view::npos ||
      value.find("${") != std::string::npos || value.find("$(") != std::string::npos)
    return true;
  static constexpr std::array<std::string_view, 22> words{
      "empty",     "none",       "null",      "dummy",  "changeme",    "change-me",
      "change_me", "your",       "example",   "xxx",    "placeholder", "redacted",
      "replace",   "not-needed", "notneeded", "no-key", "nokey",       "unused",
      "environ",   "secret:",    "todo",      "****"};
  const std::string small = lowered(value);
  return std::ranges::any_of(
      words, [&](std::string_view word) { return small.find(word) != std::string::npos; });
}

/// The value behind `at`, without quotes.
std::string value_at(std::string_view line, std::size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '=' || line[at] == ':' ||
                              line[at] == '"' || line[at] == '\'' || line[at] == ','))
    ++at;
  std::size_t end = at;
  while (end < line.size() &&
         std::string_view(" \t\r\"',;\\]}").find(line[end]) == std::string_view::npos)
    ++end;
  return std::string(line.substr(at, end - at));
}

void check_line(Context& context, std::string_view line, const Origin& where) {
  const std::string fix = "an environment file with mode 600, or a secret";
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!is_word(line[i]) || (i > 0 && is_word(line[i - 1]))) continue;
    std::size_t end = i;
    while (end < line.size() && is_word(line[end])) ++end;
    const std::string name(line.substr(i, end - i));
    const std::string small = lowered(name);
    const bool prefixed = (small.starts_with("hf_") || small.starts_with("sk-")) &&
                          name.size() >= 20 && !is_placeholder(name) &&
                          std::ranges::any_of(name, [](char c) { return c >= '0' && c <= '9'; });
    if (prefixed) {
      context.add("key-in-file", where, {"a key that begins with " + name.substr(0, 3) + "…", fix});
      return;
    }
    const bool bearer = name == "Bearer";
    if (!bearer && !names_secret(name)) continue;
    std::size_t after = end;
    if (after < line.size() && (line[after] == '"' || line[after] == '\'')) ++after;
    const char next = after < line.size() ? line[after] : '\0';
    const bool gives = next == '=' || next == ':' ||
                       (next == ' ' && (bearer || name.starts_with("--"))) ||
                       (next == '"' && bearer);
    if (!gives || (next == '=' && after + 1 < line.size() && line[after + 1] == '=')) continue;
    const std::string value = value_at(line, after);
    const bool code = value.find('(') != std::string::npos || value.find('.') == value.size() - 1 ||
                      value.starts_with("os.") || value.starts_with("process.");
    if (is_placeholder(value) || code) continue;
    context.add(
        "key-in-file", where,
        {(bearer ? "a bearer token" : name) + " is written out (" + value.substr(0, 3) + "…)",
         fix});
    return;
  }
}

}  // namespace

void lint_keys(Context& context) {
  constexpr std::size_t longest = 20000;
  for (const DeploymentFile& file : context.files.files) {
    if (file.kind == FileKind::environment) continue;
    std::string_view rest = file.text;
    int line = 0;
    while (!rest.empty()) {
      ++line;
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view each = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const std::size_t first = each.find_first_not_of(" \t");
      if (first == std::string_view::npos || each[first] == '#' || each.size() > longest) continue;
      check_line(context, each, {file.file, line});
    }
  }
}

}  // namespace kvplan::lint_rules_of
