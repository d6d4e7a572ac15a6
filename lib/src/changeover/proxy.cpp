// What a proxy does with a copy that was away.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "kvplan/changeover.hpp"
#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"

namespace kvplan {
namespace {

Error not_a_proxy(const std::string& text) {
  return invalid({"--proxy", ""},
                 "nginx:max_fails=3,fail_timeout=30s, haproxy:inter=1s,rise=1, none or a file",
                 '"' + text.substr(0, 80) + '"');
}

/// "30s", "30", "2m", "500ms" (rounded up): whole seconds.
std::optional<std::int64_t> seconds_of(const std::string& text) {
  char* end = nullptr;
  const long long number = std::strtoll(text.c_str(), &end, 10);
  const std::string unit = end;
  constexpr long long most = 1'000'000'000;
  if (end == text.c_str() || number < 0 || number > most) return std::nullopt;
  if (unit.empty() || unit == "s") return number;
  if (unit == "ms") return ceil_div(number, 1000);
  if (unit == "m") return number * 60;
  if (unit == "h") return number * 3600;
  return std::nullopt;
}

/// The value of `key` in a text of words; the last one, as a file's own order goes.
std::optional<std::string> value_of(const std::string& text, const std::string& key) {
  std::optional<std::string> value;
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    const bool starts = at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 &&
                                    text[at - 1] != '_');
    std::size_t first = at + key.size();
    if (!starts || first >= text.size() || (text[first] != '=' && text[first] != ' ')) continue;
    ++first;
    const std::size_t last = text.find_first_of(" ,;\t\r\n", first);
    value = text.substr(first, last == std::string::npos ? last : last - first);
  }
  return value;
}

std::int64_t setting(const std::string& text, const std::string& key, std::int64_t fallback) {
  const auto value = value_of(text, key);
  if (!value) return fallback;
  const auto seconds = seconds_of(*value);
  if (!seconds) throw invalid({"--proxy", ""}, key + " as a number or time", '"' + *value + '"');
  return *seconds;
}

ProxyRule nginx(const std::string& settings, std::string source) {
  constexpr std::int64_t default_fails = 1;
  constexpr std::int64_t default_timeout = 10;
  ProxyRule proxy;
  proxy.max_fails = setting(settings, "max_fails", default_fails);
  proxy.fail_timeout_seconds = setting(settings, "fail_timeout", default_timeout);
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
  proxy.check_seconds =
      setting(settings, "inter", default_inter) * setting(settings, "rise", default_rise);
  proxy.source = std::move(source);
  return proxy;
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
  if (kind == "nginx") return nginx(settings, settings.empty() ? "nginx's defaults" : "given");
  if (kind == "haproxy") return haproxy(settings, settings.empty() ? "its defaults" : "given");
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
