// systemd units, as far as they start, stop and exclude engines. Formats: systemd.unit(5),
// systemd.service(5); a wrapper script that ExecStart= names is read where it lies beside the unit
// or among the files (the pattern of jschmied/dgx-spark-setup-guide, research of 2026-11-29).
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "deployment/command.hpp"
#include "deployment/readers.hpp"
#include "kvplan/error.hpp"
#include "text.hpp"

namespace kvplan::deployment {
namespace {

struct Line {
  std::string section;
  std::string key;
  Word value;
};

/// Settings with continuation lines joined by their newlines, so that words keep their lines.
std::vector<Line> lines_of(const DeploymentFile& file) {
  std::vector<Line> found;
  std::string section;
  std::string_view rest = file.text;
  int number = 0;
  bool continues = false;
  while (!rest.empty()) {
    ++number;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool comment = line.starts_with('#') || line.starts_with(';');
    if (continues) {
      // A comment between continued lines is left out (systemd.syntax(7)).
      found.back().value.text += '\n';
      if (comment) continue;
      continues = line.ends_with('\\');
      if (continues) line.remove_suffix(1);
      found.back().value.text += line;
      continue;
    }
    if (line.empty() || comment) continue;
    if (line.starts_with('[')) {
      if (!line.ends_with(']')) {
        throw invalid({file.file, "line " + std::to_string(number)}, "[Section]",
                      std::string(line.substr(0, 60)));
      }
      section = line.substr(1, line.size() - 2);
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      throw invalid({file.file, "line " + std::to_string(number)}, "Name=value",
                    '"' + std::string(line.substr(0, 60)) + '"');
    }
    std::string_view value = trimmed(line.substr(equals + 1));
    continues = value.ends_with('\\');
    if (continues) value.remove_suffix(1);
    found.push_back(
        {section, std::string(trimmed(line.substr(0, equals))), {std::string(value), number}});
  }
  return found;
}

/// Sections that every unit has: systemd passes over settings of a service in them.
bool out_of_place(const Line& line) {
  if (line.section != "Unit" && line.section != "Install") return false;
  constexpr std::array<std::string_view, 4> settings{"Type", "Restart", "MemoryMax", "MemoryHigh"};
  return line.key.starts_with("Exec") || line.key.starts_with("Environment") ||
         line.key.starts_with("Timeout") || std::ranges::find(settings, line.key) != settings.end();
}

/// Lists that an empty value empties (systemd.service(5), systemd.exec(5)); dependencies such as
/// Conflicts= are none of them (systemd.unit(5)).
bool can_be_reset(const Line& line) {
  return line.key.starts_with("Exec") || line.key.starts_with("Environment") ||
         (line.section == "Install" && (line.key == "WantedBy" || line.key == "RequiredBy"));
}

/// The settings that systemd heeds.
std::vector<Line> in_force(std::vector<Line> lines) {
  std::map<std::pair<std::string, std::string>, std::size_t> resets;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].value.text.empty() && can_be_reset(lines[i]))
      resets[{lines[i].section, lines[i].key}] = i;
  }
  std::vector<Line> kept;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto reset = resets.find({lines[i].section, lines[i].key});
    const bool emptied = reset != resets.end() && i <= reset->second;
    if (!emptied && !out_of_place(lines[i])) kept.push_back(std::move(lines[i]));
  }
  return kept;
}

class UnitFile {
 public:
  UnitFile(DeploymentFiles& all, const DeploymentFile& file, const FindText& find)
      : all_(all), file_(file), find_(find), lines_(in_force(lines_of(file))) {}

  void read() {
    Unit unit;
    unit.name = std::filesystem::path(file_.file).filename().string();
    unit.origin = {file_.file, 1};
    for (const Line& line : lines_) take(unit, line);
    read_start(unit);
    for (const Given& command : unit.commands) {
      const Script script =
          read_shell({command.value, file_.file, command.origin.line, true, false});
      read_actions(all_, script, file_);
    }
    all_.units.push_back(std::move(unit));
  }

 private:
  void take(Unit& unit, const Line& line) {
    const Origin origin{file_.file, line.value.line};
    if (line.key == "Conflicts") {
      for (const Words& words :
           read_shell({line.value.text, file_.file, line.value.line, true, false}).statements) {
        for (const Word& word : words) unit.conflicts.push_back({word.text, origin});
      }
    } else if (line.section == "Install" && (line.key == "WantedBy" || line.key == "RequiredBy") &&
               !line.value.text.empty()) {
      unit.installed = Given{line.value.text, origin};
    } else if (line.key == "Unit" && (line.section == "Timer" || line.section == "Path")) {
      unit.starts_unit = line.value.text;
    } else if (line.key.starts_with("Exec")) {
      std::string_view text = line.value.text;
      text.remove_prefix(std::min(text.find_first_not_of("-@:+!|"), text.size()));
      unit.commands.push_back({std::string(text), origin});
    }
  }

  [[nodiscard]] std::optional<Given> last(std::string_view key) const {
    std::optional<Given> found;
    for (const Line& line : lines_) {
      if (line.key == key) found = Given{line.value.text, {file_.file, line.value.line}};
    }
    return found;
  }

  /// The last that systemd can read: it passes over others with a warning.
  [[nodiscard]] std::optional<Given> last_time(std::string_view key) const {
    std::optional<Given> found;
    for (const Line& line : lines_) {
      const std::string& text = line.value.text;
      if (line.key == key && (text == "infinity" || seconds_of(text)))
        found = Given{text, {file_.file, line.value.line}};
    }
    return found;
  }

  [[nodiscard]] std::map<std::string, Given> environment() {
    std::map<std::string, Given> found;
    for (const Line& line : lines_) {
      if (line.key == "Environment") {
        for (const Words& words :
             read_shell({line.value.text, file_.file, line.value.line, true, false}).statements) {
          for (const Word& word : words) {
            const std::size_t equals = word.text.find('=');
            if (equals == std::string::npos) continue;
            found[word.text.substr(0, equals)] = {word.text.substr(equals + 1),
                                                  {file_.file, word.line}};
          }
        }
      } else if (line.key == "EnvironmentFile") {
        std::string_view path = line.value.text;
        if (path.starts_with('-')) path.remove_prefix(1);
        if (const auto file = find_(file_.file, std::string(path))) {
          made_.add(file->text.size(), {file_.file, line.value.line});
          for (auto& [name, value] : environment_of(file->text, file->file)) found[name] = value;
        }
      }
    }
    return found;
  }

  void read_start(const Unit& unit) {
    const auto values = environment();
    Variables known;
    for (const auto& [name, value] : values) known[name] = {{value.value, value.origin.line}};
    bool own = false;
    for (const Line& line : lines_) {
      if (line.key != "ExecStart") continue;
      std::string_view text = line.value.text;
      text.remove_prefix(std::min(text.find_first_not_of("-@:+!|"), text.size()));
      const Script script =
          read_shell({text, file_.file, line.value.line, true, true}, known, made_);
      std::vector<ServeCommand> starts = starts_of(script, file_.file, made_);
      if (starts.empty()) starts = of_wrapper(script, known);
      for (ServeCommand& start : starts) {
        own = true;
        add(start, unit, values);
      }
    }
    const auto limit = last("MemoryMax");
    if (!own && limit) {
      if (const auto size = memory_of(limit->value)) {
        all_.neighbours.push_back({unit.name, *size, limit->origin});
      }
    }
  }

  /// ExecStart=/opt/vllm/start.sh: the script's own starts, with the unit's environment.
  [[nodiscard]] std::vector<ServeCommand> of_wrapper(const Script& script, const Variables& known) {
    for (const Words& words : script.statements) {
      for (const Word& word : words) {
        if (word.text.find('/') == std::string::npos && !word.text.ends_with(".sh")) continue;
        const auto wrapper = find_(file_.file, word.text);
        if (!wrapper || wrapper->file == file_.file) continue;
        made_.add(wrapper->text.size(), {file_.file, word.line});
        const ShellText text{wrapper->text, wrapper->file, 1, false, true};
        return starts_of(read_shell(text, known, made_), wrapper->file, made_);
      }
    }
    return {};
  }

  void add(ServeCommand& start, const Unit& unit, const std::map<std::string, Given>& values) {
    // A wrapper among the files was read as a script of its own: the unit's start replaces it.
    std::erase_if(all_.engines, [&](const ServeCommand& other) {
      return other.origin == start.origin && other.name.empty();
    });
    start.name = unit.name;
    surround(start, values, made_);
    start.restart = last("Restart");
    if (!start.restart)
      start.restart =
          Given{"no", {file_.file, start.origin.file == file_.file ? start.origin.line : 1}};
    const auto limit = last("MemoryMax") ? last("MemoryMax") : last("MemoryHigh");
    if (limit && limit->value != "infinity" && !limit->value.empty()) start.memory_limit = limit;
    // Without a word of its own: DefaultTimeoutStopSec, 90 s (systemd-system.conf(5)).
    constexpr double default_stop = 90;
    start.stop_seconds = default_stop;
    start.stop_origin = start.origin;
    for (const std::string_view key : {"TimeoutSec", "TimeoutStopSec"}) {
      const auto stop = last_time(key);
      if (!stop) continue;
      start.stop_seconds = seconds_of(stop->value);
      start.stop_origin = stop->origin;
    }
    read_start_limit(start);
    all_.engines.push_back(std::move(start));
  }

  /// A start that systemd waits for, and kills when it takes longer: Type=notify, or an
  /// ExecStartPost= that waits. Without a word: DefaultTimeoutStartSec, 90 s.
  void read_start_limit(ServeCommand& start) const {
    const auto type = last("Type");
    const bool waits =
        (type && (type->value == "notify" || type->value == "forking")) || last("ExecStartPost");
    if (!waits) return;
    constexpr double default_start = 90;
    HealthCheck check{"", default_start, true, "DefaultTimeoutStartSec", start.origin};
    for (const std::string_view key : {"TimeoutSec", "TimeoutStartSec"}) {
      const auto limit = last_time(key);
      if (!limit) continue;
      const auto seconds = seconds_of(limit->value);
      if (!seconds || *seconds == 0) return;  // infinity
      check = {"", *seconds, true, std::string(key), limit->origin};
    }
    start.checks.push_back(check);
  }

  DeploymentFiles& all_;
  const DeploymentFile& file_;
  const FindText& find_;
  std::vector<Line> lines_;
  Expansions made_;
};

}  // namespace

void read_unit(DeploymentFiles& all, const DeploymentFile& file, const FindText& find) {
  UnitFile(all, file, find).read();
}

}  // namespace kvplan::deployment
