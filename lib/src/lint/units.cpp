// Units that exclude each other, and what starts them: the story's incident 4. Which units are
// enabled stands on the box, not in the files: one with an [Install] section counts as enabled
// unless something among the files disables it.
#include <algorithm>

#include "lint/context.hpp"
#include "text.hpp"

namespace kvplan::lint_rules_of {
namespace {

class UnitRules {
 public:
  explicit UnitRules(Context& context) : context_(context), files_(context.files) {}

  void run() {
    for (std::size_t i = 0; i < files_.units.size(); ++i) {
      for (std::size_t j = i + 1; j < files_.units.size(); ++j)
        check_pair(files_.units[i], files_.units[j]);
    }
    for (const UnitAction& action : files_.actions) check_action(action);
    for (const Unit& timer : files_.units) check_timer(timer);
  }

 private:
  static bool names(const Unit& unit, const std::string& other) {
    return std::ranges::any_of(unit.conflicts, [&](const Given& given) {
      const std::string& name = given.value;
      return name == other || name + ".service" == other;
    });
  }
  static bool exclude(const Unit& a, const Unit& b) { return names(a, b.name) || names(b, a.name); }

  [[nodiscard]] bool is_engine(const Unit& unit) const {
    return std::ranges::any_of(files_.engines,
                               [&](const ServeCommand& start) { return start.name == unit.name; });
  }
  [[nodiscard]] bool has_action(const Unit& unit, std::string_view verb) const {
    return std::ranges::any_of(files_.actions, [&](const UnitAction& action) {
      return action.verb == verb && action.unit == unit.name;
    });
  }
  [[nodiscard]] bool is_disabled(const Unit& unit) const {
    return has_action(unit, "disable") || has_action(unit, "mask");
  }
  [[nodiscard]] bool is_enabled(const Unit& unit) const {
    return (unit.installed.has_value() || has_action(unit, "enable")) && !is_disabled(unit);
  }

  void check_pair(const Unit& a, const Unit& b) {
    if (!exclude(a, b) || !is_enabled(a) || !is_enabled(b)) return;
    const Unit& told = names(a, b.name) ? a : b;
    const Unit& other = &told == &a ? b : a;
    const auto line = std::ranges::find_if(told.conflicts, [&](const Given& given) {
      return given.value == other.name || given.value + ".service" == other.name;
    });
    context_.add("conflicting-units-enabled", line->origin,
                 {told.name + " and " + other.name +
                      " exclude each other and both have an [Install] section: at boot one stops "
                      "the other, and the model may be away for " +
                      time_text(context_.restart.high),
                  "systemctl disable --now the one that should not run", context_.restart.high});
  }

  [[nodiscard]] const Unit* find(const std::string& name) const {
    const auto unit = std::ranges::find(files_.units, name, &Unit::name);
    return unit == files_.units.end() ? nullptr : &*unit;
  }

  /// A script or unit that starts a unit which would stop another one.
  void check_start(const std::string& started, const Origin& where) {
    const Unit* old = find(started);
    for (const Unit& current : files_.units) {
      if (current.name == started || !is_engine(current)) continue;
      const bool excluded = old != nullptr ? exclude(*old, current) : names(current, started);
      if (!excluded) continue;
      const bool old_enabled = old != nullptr && is_enabled(*old);
      const bool current_enabled = is_enabled(current);
      if (old_enabled && !current_enabled) continue;  // it starts the one that is meant to run
      const bool certain = current_enabled || (old != nullptr && is_disabled(*old));
      context_.add(
          "watchdog-starts-other-unit", where,
          {"this starts " + started + ", which stops " + current.name +
               " (Conflicts=): the model is away for as long as a start takes, up to " +
               time_text(context_.restart.high),
           "systemctl disable --now the watchdog of " + started +
               "; let a watchdog restart only its own unit, and only while that is enabled",
           context_.restart.high, std::nullopt, certain ? Severity::error : Severity::warning});
      return;
    }
  }

  /// By itself, again and again: run by a timer, in a loop, or called a watchdog.
  [[nodiscard]] bool watches(const std::string& file) const {
    const std::string name = lowered(std::filesystem::path(file).filename().string());
    for (const std::string_view sign :
         {"watch", "guard", "monitor", "health", "check", "heal", "keepalive", "cron"}) {
      if (name.find(sign) != std::string::npos) return true;
    }
    if (name.ends_with(".service") || name.ends_with(".timer")) return true;
    const auto text = std::ranges::find(files_.files, file, &DeploymentFile::file);
    const bool loops =
        text != files_.files.end() && (text->text.find("while true") != std::string::npos ||
                                       text->text.find("while :") != std::string::npos);
    if (loops) return true;
    // A unit with a timer runs it.
    return std::ranges::any_of(files_.units, [&](const Unit& unit) {
      const std::string timer = unit.name.substr(0, unit.name.rfind('.')) + ".timer";
      const bool timed = find(timer) != nullptr;
      return timed && std::ranges::any_of(unit.commands, [&](const Given& command) {
               return command.value.find(std::filesystem::path(file).filename().string()) !=
                      std::string::npos;
             });
    });
  }

  void check_action(const UnitAction& action) {
    const bool starts =
        action.verb == "start" || action.verb == "restart" || action.verb == "reload-or-restart";
    if (!starts || action.guarded) return;
    // A file that stops or disables others knows that it changes over.
    const bool changes_over = std::ranges::any_of(files_.actions, [&](const UnitAction& other) {
      return other.origin.file == action.origin.file &&
             (other.verb == "stop" || other.verb == "disable") && other.unit != action.unit;
    });
    if (changes_over || !watches(action.origin.file)) return;
    check_start(action.unit, action.origin);
  }

  void check_timer(const Unit& timer) {
    if (!timer.name.ends_with(".timer")) return;
    const std::string started = timer.starts_unit.empty()
                                    ? timer.name.substr(0, timer.name.size() - 6) + ".service"
                                    : timer.starts_unit;
    const Unit* unit = find(started);
    if (unit != nullptr && is_engine(*unit) && !is_disabled(timer))
      check_start(started, timer.origin);
  }

  Context& context_;
  const DeploymentFiles& files_;
};

}  // namespace

void lint_units(Context& context) { UnitRules(context).run(); }

}  // namespace kvplan::lint_rules_of
