// What a proxy does with a copy that was away.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "file_status.hpp"
#include "kvplan/changeover.hpp"
#include "kvplan/deployment.hpp"
#include "kvplan/error.hpp"
#include "lookup.hpp"

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

using Settings = std::map<std::string, std::string>;

/// What a setting's text says, by count_of or seconds_of.
struct Kind {
  std::optional<std::int64_t> (*read)(std::string_view);
  const char* expected;
};
constexpr Kind count{count_of, " as a whole number up to 1e9"};
constexpr Kind time{seconds_of, " as a time up to 1e9 seconds"};

std::int64_t setting(const Settings& settings, const std::string& key, const Kind& kind,
                     std::int64_t fallback) {
  const std::string* value = lookup(settings, key);
  if (!value) return fallback;
  const auto read = kind.read(*value);
  if (!read) throw invalid({"--proxy", ""}, key + kind.expected, '"' + *value + '"');
  return *read;
}

/// nginx's max_fails and fail_timeout, or HAProxy's inter and rise: what people type.
ServerRule typed_rule(const Settings& settings) {
  constexpr std::int64_t default_inter = 2;
  constexpr std::int64_t default_rise = 2;
  constexpr std::int64_t default_fails = 1;
  constexpr std::int64_t default_timeout = 10;
  ServerRule rule;
  rule.checked = true;
  rule.max_fails = static_cast<double>(setting(settings, "max_fails", count, default_fails));
  rule.fail_timeout = static_cast<double>(setting(settings, "fail_timeout", time, default_timeout));
  rule.downinter = static_cast<double>(setting(settings, "inter", time, default_inter));
  rule.fastinter = rule.downinter;
  rule.rise = static_cast<double>(setting(settings, "rise", count, default_rise));
  return rule;
}

/// Whole seconds or counts, rounded up: what a copy waits is never told too short.
std::int64_t whole(double value, const std::string& source) {
  if (!(value <= static_cast<double>(most) * static_cast<double>(most))) {
    throw invalid({"--proxy", source}, "times and counts up to 1e9", format_fixed(value, 0));
  }
  return static_cast<std::int64_t>(std::ceil(value));
}

ProxyRule nginx(const ServerRule& rule, std::string source) {
  ProxyRule proxy;
  proxy.max_fails = whole(rule.max_fails, source);
  proxy.fail_timeout_seconds = whole(rule.fail_timeout, source);
  proxy.source = std::move(source);
  return proxy;
}

ProxyRule haproxy(const ServerRule& rule, std::string source) {
  ProxyRule proxy;
  proxy.kind = "haproxy";
  proxy.max_fails = 0;
  proxy.fail_timeout_seconds = 0;
  proxy.check_seconds = rule.checked ? whole(rule.seconds_until_back(), source) : 0;
  proxy.source = std::move(source);
  return proxy;
}

/// Settings that were typed, as "inter=1s,rise=1" or as the proxy's file has them ("inter 1s rise
/// 1"): each is one of the rule's own, so that a misspelt one does not go unseen.
Settings typed_settings(std::string typed, const std::array<std::string_view, 2>& keys) {
  std::ranges::replace(typed, ',', ' ');
  std::istringstream words(typed);
  Settings settings;
  for (std::string word, value; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const bool known = std::ranges::find(keys, key) != keys.end();
    const bool given = known && (equals != std::string::npos || words >> value);
    if (!given) {
      throw invalid({"--proxy", ""}, std::string(keys[0]) + "=… or " + std::string(keys[1]) + "=…",
                    '"' + word + '"');
    }
    settings[key] = equals == std::string::npos ? value : word.substr(equals + 1);
  }
  return settings;
}

/// FILE, or FILE:NAME where it holds several upstreams or backends.
ProxyRule rule_of_file(const std::string& file, const std::string& wanted) {
  const std::array<std::filesystem::path, 1> paths{file};
  const DeploymentFiles read = read_deployment(paths);
  std::string names;
  const Proxy* found = nullptr;
  for (const Proxy& proxy : read.proxies) {
    names += (names.empty() ? "" : ", ") + proxy.name;
    if (wanted.empty() ? read.proxies.size() == 1 : proxy.name == wanted) found = &proxy;
  }
  if (names.empty())
    throw invalid({"--proxy", file}, "an upstream of nginx or a backend of HAProxy", "none");
  if (found == nullptr && wanted.empty())
    throw invalid({"--proxy", file}, "one upstream or backend, or FILE:NAME", names);
  if (found == nullptr) throw invalid({"--proxy", file}, "one of " + names, '"' + wanted + '"');
  ProxyRule rule = rule_of(*found);
  rule.source = file;
  return rule;
}

}  // namespace

ProxyRule rule_of(const Proxy& proxy) {
  const bool checks = proxy.kind == FileKind::haproxy;
  // In a group of one server nginx ignores both parameters (ngx_http_upstream_module).
  const bool bans = proxy.rules.size() > 1;
  ProxyRule slowest;
  std::int64_t longest = -1;
  for (ServerRule each : proxy.rules) {
    if (!each.used) continue;
    if (!bans) each.max_fails = 0;
    const ProxyRule rule = checks ? haproxy(each, proxy.name) : nginx(each, proxy.name);
    const std::int64_t tail = ban_tail(rule).high;
    if (tail > longest) slowest = rule;
    longest = std::max(longest, tail);
  }
  if (longest < 0) throw invalid({"--proxy", proxy.name}, "a server that is not down", "none");
  return slowest;
}

ProxyRule parse_proxy(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string settings = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (kind == "nginx") {
    const Settings typed = typed_settings(settings, {"max_fails", "fail_timeout"});
    return nginx(typed_rule(typed), settings.empty() ? "nginx's defaults" : "given");
  }
  if (kind == "haproxy") {
    const Settings typed = typed_settings(settings, {"inter", "rise"});
    return haproxy(typed_rule(typed), settings.empty() ? "its defaults" : "given");
  }
  if (kind == "none" && settings.empty()) return {"none", 0, 0, 0, "given"};
  if (is_file(text)) return rule_of_file(text, "");
  const std::size_t last = text.rfind(':');
  if (last != std::string::npos && is_file(text.substr(0, last)))
    return rule_of_file(text.substr(0, last), text.substr(last + 1));
  throw not_a_proxy(text);
}

SecondsBand ban_tail(const ProxyRule& proxy) {
  if (proxy.kind == "none") return {0, 0};
  if (proxy.check_seconds > 0) return {0, proxy.check_seconds};
  if (proxy.max_fails == 0 || proxy.fail_timeout_seconds == 0) return {0, 0};
  return {0, proxy.fail_timeout_seconds + 1};
}

}  // namespace kvplan
