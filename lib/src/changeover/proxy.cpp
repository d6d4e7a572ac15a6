// What a proxy does with a copy that was away.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <functional>
#include <sstream>

#include "deployment/haproxy.hpp"
#include "deployment/nginx.hpp"
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

std::string line(const Origin& origin) { return "line " + std::to_string(origin.line); }

/// What a setting's text says, by count_of or seconds_of.
struct Kind {
  std::optional<std::int64_t> (*read)(std::string_view);
  const char* expected;
};
constexpr Kind count{count_of, " as a whole number up to 1e9"};
constexpr Kind time{seconds_of, " as a time up to 1e9 seconds"};

/// Where a rule's settings stand: typed, or with one server of a file.
struct Settings {
  std::string source;
  Error::Where where;
  std::function<std::optional<std::string>(const std::string& key)> value;

  [[nodiscard]] std::int64_t number(const std::string& key, const Kind& kind,
                                    std::int64_t fallback) const {
    const auto given = value(key);
    if (!given) return fallback;
    const auto read = kind.read(*given);
    if (!read) throw invalid(where, key + kind.expected, '"' + *given + '"');
    return *read;
  }
};

/// Defaults: nginx.org, ngx_http_upstream_module.
ProxyRule nginx_rule(const Settings& settings) {
  ProxyRule proxy;
  proxy.max_fails = settings.number("max_fails", count, 1);
  proxy.fail_timeout_seconds = settings.number("fail_timeout", time, 10);
  proxy.source = settings.source;
  return proxy;
}

/// A server that is down is asked every downinter, and between its first answers every fastinter.
/// Defaults: the HAProxy manual, section 5.2.
ProxyRule haproxy_rule(const Settings& settings) {
  ProxyRule proxy;
  proxy.kind = "haproxy";
  proxy.max_fails = 0;
  proxy.fail_timeout_seconds = 0;
  const std::int64_t inter = settings.number("inter", time, 2);
  const std::int64_t down = settings.number("downinter", time, inter);
  const std::int64_t between = settings.number("fastinter", time, inter);
  const std::int64_t rise = settings.number("rise", count, 2);
  proxy.check_seconds = sum(down, product(std::max<std::int64_t>(0, rise - 1), between));
  proxy.source = settings.source;
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

Settings typed(const std::string& settings, const char* if_none) {
  return {settings.empty() ? if_none : "given",
          {"--proxy", ""},
          [settings](const std::string& key) { return value_of(settings, key); }};
}

/// The copies that a file names together, and how it treats them.
struct Upstream {
  std::string name;
  ProxyRule rule;
};

/// Of several servers the one that is away longest decides.
void take_slower(std::optional<ProxyRule>& rule, ProxyRule other) {
  if (!rule || ban_tail(other).high > ban_tail(*rule).high) rule = std::move(other);
}

std::vector<Upstream> nginx_upstreams(const DeploymentFile& file) {
  const auto nothing = [](const auto&...) { return std::nullopt; };
  const deployment::Directive root = deployment::parse_nginx(file, nothing);
  std::vector<Upstream> found;
  for (const deployment::Directive* upstream : deployment::blocks(root, "upstream")) {
    std::optional<ProxyRule> rule;
    for (const deployment::Directive* server : upstream->all("server")) {
      if (server->has_word("down")) continue;
      take_slower(
          rule,
          nginx_rule({file.file, {file.file, line(server->origin)}, [&](const std::string& key) {
                        return server->parameter(key);
                      }}));
    }
    if (rule) found.push_back({upstream->value(), *std::move(rule)});
  }
  return found;
}

std::vector<Upstream> haproxy_upstreams(const DeploymentFile& file) {
  std::vector<Upstream> found;
  for (const deployment::HaproxySection& section : deployment::parse_haproxy(file)) {
    if (section.kind != "backend" && section.kind != "listen") continue;
    std::optional<ProxyRule> rule;
    for (const deployment::HaproxyLine* server : section.all("server")) {
      take_slower(
          rule,
          haproxy_rule({file.file, {file.file, line(server->origin)}, [&](const std::string& key) {
                          return deployment::server_parameter(section, *server, key);
                        }}));
    }
    if (rule) found.push_back({section.name, *std::move(rule)});
  }
  return found;
}

/// What holds for all that the file puts in front of copies.
ProxyRule rule_of_file(const std::string& name) {
  const std::string text = read_text(name);
  const DeploymentFile file{name, kind_of(text, name), text};
  std::vector<Upstream> found;
  if (file.kind == FileKind::nginx) found = nginx_upstreams(file);
  if (file.kind == FileKind::haproxy) found = haproxy_upstreams(file);
  if (found.empty()) {
    throw invalid({name, ""}, "an nginx or HAProxy configuration with servers", "none");
  }
  for (const Upstream& other : found) {
    if (ban_tail(other.rule).high == ban_tail(found.front().rule).high) continue;
    throw invalid({name, ""}, "one upstream, or servers that are treated alike",
                  '"' + found.front().name + "\" and \"" + other.name + '"');
  }
  return found.front().rule;
}

}  // namespace

ProxyRule parse_proxy(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string settings = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (kind == "nginx") {
    must_be_settings(settings, {"max_fails", "fail_timeout"});
    return nginx_rule(typed(settings, "nginx's defaults"));
  }
  if (kind == "haproxy") {
    must_be_settings(settings, {"inter", "rise"});
    return haproxy_rule(typed(settings, "its defaults"));
  }
  if (text == "none") return {"none", 0, 0, 0, "given"};
  std::error_code ignored;
  if (std::filesystem::is_regular_file(text, ignored)) return rule_of_file(text);
  throw not_a_proxy(text);
}

SecondsBand ban_tail(const ProxyRule& proxy) {
  if (proxy.kind == "none") return {0, 0};
  if (proxy.check_seconds > 0) return {0, proxy.check_seconds};
  if (proxy.max_fails == 0 || proxy.fail_timeout_seconds == 0) return {0, 0};
  return {0, proxy.fail_timeout_seconds + 1};
}

}  // namespace kvplan
