// Scripts: engines they start, units they start and stop, addresses they talk to.
#include <algorithm>
#include <array>

#include "deployment/command.hpp"
#include "deployment/readers.hpp"

namespace kvplan::deployment {
namespace {

bool ends_address(char c) {
  static constexpr std::string_view stops = " \t\r\n\"'`<>)]}|,;\\";
  return stops.find(c) != std::string_view::npos;
}

std::string with_suffix(const std::string& unit) {
  static constexpr std::array<std::string_view, 6> suffixes{".service", ".timer", ".target",
                                                            ".socket",  ".path",  ".mount"};
  const bool has =
      std::ranges::any_of(suffixes, [&](std::string_view s) { return unit.ends_with(s); });
  return has ? unit : unit + ".service";
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

void read_calls(DeploymentFiles& all, const std::string& text, const std::string& file) {
  int line = 1;
  std::size_t counted = 0;
  for (std::size_t at = text.find("://"); at != std::string::npos; at = text.find("://", at + 3)) {
    const bool http = at >= 4 && (std::string_view(text).substr(at - 4, 4) == "http" ||
                                  (at >= 5 && std::string_view(text).substr(at - 5, 5) == "https"));
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                        text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    if (!http) continue;
    const std::size_t line_start =
        text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    const std::size_t first = text.find_first_not_of(" \t", line_start);
    const bool comment =
        text[first] == '#' || std::string_view(text).substr(first).starts_with("//");
    if (comment) continue;
    std::size_t end = at + 3;
    while (end < text.size() && !ends_address(text[end])) ++end;
    const std::string_view rest = std::string_view(text).substr(at + 3, end - at - 3);
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const bool secure = text[at - 1] == 's';
    const auto address = address_of(rest.substr(0, slash), secure ? 443 : 80, {file, line});
    if (!address || address->host.empty()) continue;
    const std::string path(rest.substr(slash));
    all.calls.push_back(
        {address->host, address->port, path, {file, line}, path.starts_with("/metrics")});
  }
}

void read_actions(DeploymentFiles& all, const Script& script, const DeploymentFile& file) {
  static constexpr std::array<std::string_view, 10> verbs{
      "start", "restart", "reload-or-restart", "try-restart", "stop", "enable", "disable",
      "mask",  "unmask",  "reenable"};
  const bool guarded = file.text.find("is-enabled") != std::string::npos;
  for (const Words& words : script.statements) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (base_name(words[i].text) != "systemctl") continue;
      std::size_t verb = i + 1;
      bool now = false;
      while (verb < words.size() && words[verb].text.starts_with('-')) {
        now = now || words[verb].text == "--now";
        ++verb;
      }
      if (verb >= words.size() || std::ranges::find(verbs, words[verb].text) == verbs.end())
        continue;
      for (std::size_t j = verb + 1; j < words.size(); ++j) {
        if (words[j].text == "--now") now = true;
        if (words[j].text.starts_with('-')) continue;
        const Origin origin{file.file, words[j].line};
        all.actions.push_back({words[verb].text, with_suffix(words[j].text), origin, guarded});
        if (words[verb].text == "enable" && now) {
          all.actions.push_back({"start", with_suffix(words[j].text), origin, guarded});
        }
      }
    }
  }
}

void read_script(DeploymentFiles& all, const DeploymentFile& file) {
  const Script script = read_shell({file.text, file.file, 1, false, true});
  for (ServeCommand& start : engine_starts(file.text, file.file)) {
    // A unit that this script is the wrapper of has read it already.
    const bool known = std::ranges::any_of(all.engines, [&](const ServeCommand& other) {
      return other.origin == start.origin && !other.name.empty();
    });
    if (!known) all.engines.push_back(std::move(start));
  }
  read_actions(all, script, file);
}

}  // namespace kvplan::deployment
