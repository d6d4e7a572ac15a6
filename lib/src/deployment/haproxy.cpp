// Grammar: HAProxy configuration manual, chapters 2.1 (quoting) and 4 (proxies).
#include "deployment/haproxy.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "kvplan/error.hpp"
#include "plain_integer.hpp"

namespace kvplan::deployment {
namespace {

/// Words of one line: quotes, backslashes, a comment at the end.
std::vector<std::string> words_of(std::string_view line, const std::string& file, int number) {
  std::vector<std::string> words;
  std::string word;
  bool started = false;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      word += line[++i];
      started = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      started = true;
    } else if (c == '#') {
      break;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      if (started) words.push_back(std::move(word));
      word.clear();
      started = false;
    } else {
      word += c;
      started = true;
    }
  }
  if (quote != '\0') {
    throw invalid({file, "line " + std::to_string(number)}, std::string("a closing ") + quote,
                  "the end of the line");
  }
  if (started) words.push_back(std::move(word));
  return words;
}

bool opens_section(const std::string& word) {
  static constexpr std::array<std::string_view, 15> kinds{
      "global",      "defaults", "frontend", "backend",  "listen",
      "resolvers",   "peers",    "userlist", "cache",    "program",
      "http-errors", "ring",     "mailers",  "fcgi-app", "crt-store"};
  return std::ranges::find(kinds, word) != kinds.end();
}

/// The addresses that lines of a name have as their word `at`.
std::vector<Address> addresses(const HaproxySection& section, std::string_view name,
                               std::size_t at) {
  std::vector<Address> found;
  for (const HaproxyLine* line : section.all(name)) {
    if (line->words.size() <= at) continue;
    if (auto address = address_of(line->words[at], 80, line->origin)) found.push_back(*address);
  }
  return found;
}

/// Where the frontends listen that send to each backend.
std::map<std::string, std::vector<Address>> listens_by_backend(
    const std::vector<HaproxySection>& sections) {
  std::map<std::string, std::vector<Address>> found;
  for (const HaproxySection& front : sections) {
    if (front.kind != "frontend") continue;
    std::set<std::string> backends;
    for (const HaproxyLine& line : front.lines) {
      const bool sends = line.words[0] == "default_backend" || line.words[0] == "use_backend";
      if (sends && line.words.size() > 1) backends.insert(line.words[1]);
    }
    const std::vector<Address> listens = addresses(front, "bind", 1);
    for (const std::string& backend : backends) {
      std::ranges::copy(listens, std::back_inserter(found[backend]));
    }
  }
  return found;
}

}  // namespace

std::optional<std::string> HaproxyLine::parameter(std::string_view key) const {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == key) return words[i + 1];
  }
  return std::nullopt;
}

bool HaproxyLine::has_word(std::string_view word) const {
  return std::ranges::find(words, word) != words.end();
}

const HaproxyLine* HaproxySection::find(std::string_view first, std::string_view second) const {
  const std::vector<const HaproxyLine*> candidates = all(first);
  const auto found =
      std::ranges::find_if(candidates.rbegin(), candidates.rend(), [&](const HaproxyLine* line) {
        return second.empty() || (line->words.size() > 1 && line->words[1] == second);
      });
  if (found != candidates.rend()) return *found;
  return defaults == nullptr ? nullptr : defaults->find(first, second);
}

std::vector<const HaproxyLine*> HaproxySection::all(std::string_view first) const {
  std::vector<const HaproxyLine*> found;
  const auto places = named.find(first);
  if (places == named.end()) return found;
  for (const std::size_t place : places->second) found.push_back(&lines[place]);
  return found;
}

void HaproxySection::add(HaproxyLine line) {
  named[line.words[0]].push_back(lines.size());
  lines.push_back(std::move(line));
}

std::vector<HaproxySection> parse_haproxy(const DeploymentFile& file) {
  std::vector<HaproxySection> sections;
  std::vector<std::size_t> inherits;
  std::size_t defaults = 0;  // index + 1
  std::string_view rest = file.text;
  int number = 0;
  while (!rest.empty()) {
    ++number;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::vector<std::string> words = words_of(rest.substr(0, end), file.file, number);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (words.empty()) continue;
    if (opens_section(words[0])) {
      sections.push_back({.kind = words[0],
                          .name = words.size() > 1 ? words[1] : "",
                          .origin = {file.file, number}});
      inherits.push_back(words[0] == "global" ? 0 : defaults);
      if (words[0] == "defaults") defaults = sections.size();
    } else if (!sections.empty()) {
      sections.back().add({std::move(words), {file.file, number}});
    } else if (!words[0].starts_with('.')) {
      throw invalid({file.file, "line " + std::to_string(number)}, "a section such as backend",
                    '"' + words[0].substr(0, 40) + '"');
    }
  }
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (inherits[i] > 0 && sections[i].kind != "defaults")
      sections[i].defaults = &sections[inherits[i] - 1];
  }
  return sections;
}

std::optional<std::string> server_parameter(const HaproxySection& section,
                                            const HaproxyLine& server, std::string_view key) {
  if (auto own = server.parameter(key)) return own;
  const HaproxyLine* common = section.find("default-server");
  return common == nullptr ? std::nullopt : common->parameter(key);
}

bool server_has(const HaproxySection& section, const HaproxyLine& server, std::string_view word) {
  const HaproxyLine* common = section.find("default-server");
  return server.has_word(word) || (common != nullptr && common->has_word(word));
}

ServerRule server_rule(const HaproxySection& section, const HaproxyLine& server) {
  const auto time = [&](std::string_view key, double fallback) {
    constexpr double milliseconds = 1e-3;  // HAProxy's plain numbers
    const auto given = server_parameter(section, server, key);
    return given ? seconds_of(*given, milliseconds).value_or(fallback) : fallback;
  };
  ServerRule rule;
  rule.used = !server.has_word("disabled");
  rule.checked = server_has(section, server, "check");
  const double inter = time("inter", 2);
  rule.downinter = time("downinter", inter);
  rule.fastinter = time("fastinter", inter);
  if (const auto rise = server_parameter(section, server, "rise"))
    rule.rise = std::max(1.0, plain_number(*rise).value_or(0));
  return rule;
}

void read_haproxy(DeploymentFiles& all, const DeploymentFile& file) {
  const std::vector<HaproxySection> sections = parse_haproxy(file);
  const auto fronts = listens_by_backend(sections);
  for (const HaproxySection& section : sections) {
    if (section.kind != "backend" && section.kind != "listen") continue;
    Proxy proxy;
    proxy.kind = FileKind::haproxy;
    proxy.name = section.name;
    proxy.servers = addresses(section, "server", 2);
    for (const HaproxyLine* server : section.all("server"))
      proxy.rules.push_back(server_rule(section, *server));
    if (section.kind == "listen") proxy.listens = addresses(section, "bind", 1);
    if (const auto front = fronts.find(section.name); front != fronts.end())
      std::ranges::copy(front->second, std::back_inserter(proxy.listens));
    if (!proxy.servers.empty()) all.proxies.push_back(std::move(proxy));
  }
}

}  // namespace kvplan::deployment
