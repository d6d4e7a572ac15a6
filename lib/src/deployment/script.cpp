// Scripts: engines they start, units they start and stop, addresses they talk to.
#include <algorithm>
#include <array>

#include "deployment/command.hpp"
#include "deployment/readers.hpp"

namespace kvplan::deployment {
namespace {

constexpr std::string_view address_ends = " \t\r\n\"'`<>)]}|,;\\";

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

bool is_comment(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with('#') || line.starts_with("//");
}

/// The addresses of one line; one inside another's path is a part of it.
void read_line(DeploymentFiles& all, std::string_view line, const Origin& origin) {
  std::size_t sign = is_comment(line) ? line.npos : line.find("://");
  for (; sign != line.npos; sign = line.find("://", sign)) {
    const std::string_view scheme = line.substr(0, sign);
    sign += 3;
    const bool secure = scheme.ends_with("https");
    if (!secure && !scheme.ends_with("http")) continue;
    std::string_view whole = line.substr(sign);
    whole = whole.substr(0, whole.find_first_of(address_ends));
    sign += whole.size();
    const std::size_t slash = std::min(whole.find('/'), whole.size());
    const auto address = address_of(whole.substr(0, slash), secure ? 443 : 80, origin);
    if (!address || address->host.empty()) continue;
    const std::string path(whole.substr(slash));
    all.calls.push_back({address->host, address->port, path, origin, path.starts_with("/metrics")});
  }
}

}  // namespace

void read_calls(DeploymentFiles& all, const std::string& text, const std::string& file) {
  Origin origin{file, 0};
  for (std::string_view rest = text; !rest.empty();) {
    ++origin.line;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    read_line(all, rest.substr(0, end), origin);
    rest.remove_prefix(std::min(end + 1, rest.size()));
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
