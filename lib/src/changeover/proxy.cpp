// What a proxy does with a copy that was away.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "kvplan/changeover.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

Error not_a_proxy(const std::string& text) {
  return invalid({"--proxy", ""},
                 "nginx:max_fails=3,fail_timeout=30s, haproxy:inter=1s,rise=1, none or a file",
                 '"' + text.substr(0, 80) + '"');
}

constexpr std::int64_t most = 1'000'000'000;  ///< of a count, and of a time's seconds

/// A whole number of at most 10⁹, and the unit behind it.
struct Figure {
  std::int64_t number = 0;
  std::string_view unit;
};

std::optional<Figure> figure_of(std::string_view text) {
  Figure figure;
  const char* const end = text.data() + text.size();
  const auto [behind, failure] = std::from_chars(text.data(), end, figure.number);
  if (failure != std::errc{} || figure.number < 0 || figure.number > most) return std::nullopt;
  figure.unit = {behind, end};
  return figure;
}

std::optional<std::int64_t> count_of(std::string_view text) {
  const auto figure = figure_of(text);
  return figure && figure->unit.empty() ? std::optional(figure->number) : std::nullopt;
}

/// "30s", "30", "2m", "500ms" (rounded up): whole seconds.
std::optional<std::int64_t> seconds_of(std::string_view text) {
  using Unit = std::pair<std::string_view, std::int64_t>;
  constexpr std::array<Unit, 4> units{{{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}}};
  const auto figure = figure_of(text);
  if (!figure) return std::nullopt;
  if (figure->unit == "ms") return ceil_div(figure->number, 1000);
  const auto* unit = std::ranges::find(units, figure->unit, &Unit::first);
  if (unit == units.end() || figure->number > most / unit->second) return std::nullopt;
  return figure->number * unit->second;
}

/// The value of `key` in a text of words; the last one, as a file's own order goes.
std::optional<std::string> value_of(const std::string& text, const std::string& key) {
  std::optional<std::string> value;
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    const bool starts = at == 0 || (!is_alphanumeric(text[at - 1]) && text[at - 1] != '_');
    std::size_t first = at + key.size();
    if (!starts || first >= text.size() || (text[first] != '=' && text[first] != ' ')) continue;
    ++first;
    const std::size_t last = text.find_first_of(" ,;\t\r\n", first);
    value = text.substr(first, last == std::string::npos ? last : last - first);
  }
  return value;
}

/// What a setting's text says, by count_of or seconds_of.
struct Kind {
  std::optional<std::int64_t> (*read)(std::string_view);
  const char* expected;
};
constexpr Kind count{count_of, " as a whole number up to 1e9"};
constexpr Kind time{seconds_of, " as a time up to 1e9 seconds"};

std::int64_t setting(const std::string& text, const std::string& key, const Kind& kind,
                     std::int64_t fallback) {
  const auto value = value_of(text, key);
  if (!value) return fallback;
  const auto read = kind.read(*value);
  if (!read) throw invalid({"--proxy", ""}, key + kind.expected, '"' + *value + '"');
  return *read;
}

ProxyRule nginx(const std::string& settings, std::string source) {
  constexpr std::int64_t default_fails = 1;
  constexpr std::int64_t default_timeout = 10;
  ProxyRule proxy;
  proxy.max_fails = setting(settings, "max_fails", count, default_fails);
  proxy.fail_timeout_seconds = setting(settings, "fail_timeout", time, default_timeout);
  proxy.source = std::move(source);
  return proxy;
}

ProxyRule haproxy(const std::string& settings, std::string source) {
  constexpr std::int64_t default_inter = 2;
  constexpr std::int64_t default_rise = 2;
  ProxyRule proxy;
  proxy.kind = "haproxy";
  proxy.max_fails = 0;
  proxy.fail_timeout_seconds = 0;
  const std::int64_t inter = setting(settings, "inter", time, default_inter);
  proxy.check_seconds = inter * setting(settings, "rise", count, default_rise);
  proxy.source = std::move(source);
  return proxy;
}

/// Settings that were typed, as "inter=1s,rise=1" or as the proxy's file has them ("inter 1s rise
/// 1"): each is one of the rule's own, so that a misspelt one does not go unseen.
void must_be_settings(std::string typed, const std::array<std::string_view, 2>& keys) {
  std::ranges::replace(typed, ',', ' ');
  std::istringstream words(typed);
  for (std::string word, value; words >> word;) {
    const std::size_t equals = word.find('=');
    const bool known = std::ranges::find(keys, word.substr(0, equals)) != keys.end();
    if (known && (equals != std::string::npos || words >> value)) continue;
    throw invalid({"--proxy", ""}, std::string(keys[0]) + "=… or " + std::string(keys[1]) + "=…",
                  '"' + word + '"');
  }
}

std::string without_comments(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) kept += line.substr(0, line.find('#')) + "\n";
  return kept;
}

}  // namespace

ProxyRule parse_proxy(const std::string& text) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(text, ignored)) {
    const std::string settings = without_comments(read_text(text));
    const bool ha = settings.find("\nbackend") != std::string::npos ||
                    settings.find("httpchk") != std::string::npos;
    return ha ? haproxy(settings, text) : nginx(settings, text);
  }
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string settings = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (kind == "nginx") {
    must_be_settings(settings, {"max_fails", "fail_timeout"});
    return nginx(settings, settings.empty() ? "nginx's defaults" : "given");
  }
  if (kind == "haproxy") {
    must_be_settings(settings, {"inter", "rise"});
    return haproxy(settings, settings.empty() ? "its defaults" : "given");
  }
  if (kind != "none" || !settings.empty()) throw not_a_proxy(text);
  return {"none", 0, 0, 0, "given"};
}

SecondsBand ban_tail(const ProxyRule& proxy) {
  if (proxy.kind == "none") return {0, 0};
  if (proxy.check_seconds > 0) return {0, proxy.check_seconds};
  if (proxy.max_fails == 0 || proxy.fail_timeout_seconds == 0) return {0, 0};
  return {0, proxy.fail_timeout_seconds + 1};
}

}  // namespace kvplan
