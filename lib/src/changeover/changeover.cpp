#include "kvplan/changeover.hpp"

#include <algorithm>
#include <array>

#include "changeover/schedule.hpp"
#include "checked.hpp"
#include "kvplan/error.hpp"
#include "kvplan/rule.hpp"

namespace kvplan {
namespace {

SecondsBand operator+(SecondsBand a, SecondsBand b) { return {a.low + b.low, a.high + b.high}; }
SecondsBand operator-(SecondsBand a, SecondsBand b) { return {a.low - b.low, a.high - b.high}; }

const LayoutPlan& find_layout(const Report& report, const std::string& asked, const char* option) {
  std::string names;
  for (const LayoutPlan& plan : report.layouts) {
    if (asked == plan.layout.id() || asked == name(plan.layout.family)) {
      if (plan.fits) return plan;
      throw invalid({option, ""}, "a layout that starts", plan.layout.id() + ", which does not");
    }
    names += (names.empty() ? "" : ", ") + plan.layout.id();
  }
  throw invalid({option, ""}, "a layout of these boxes (" + names + ")", '"' + asked + '"');
}

SecondsBand start_of(const LayoutPlan& plan, const ChangeoverQuestion& question) {
  if (question.start) return *question.start;
  if (plan.start) return *plan.start;
  throw unknown({"--restart-seconds", ""},
                "how long a copy needs to start (a band such as 300-780)",
                "neither that nor the model's own facts");
}

std::string gib_text(Bytes bytes) { return format_fixed(gib(bytes), 1) + " GiB"; }

/// Requests that so many copies hold: those with the least, for which box is away is not said.
std::int64_t held_by(const LayoutPlan& plan, std::int64_t serving) {
  const auto copies = static_cast<std::int64_t>(plan.copies.size());
  if (serving >= copies) return requests_held(plan);
  if (serving == 0 || plan.layout.data_parallel > 1) return 0;
  if (plan.at_once) return plan.at_once->low * serving / copies;
  std::vector<std::int64_t> each;
  for (const CopyPlan& copy : plan.copies) each.push_back(copy.capacity.full_context_requests);
  std::ranges::sort(each);
  std::int64_t held = 0;
  for (std::int64_t i = 0; i < serving; ++i) held += each[static_cast<std::size_t>(i)];
  return held;
}

/// Walks through the waves and writes down what is done when.
class Planner {
 public:
  Planner(const Report& report, const ChangeoverQuestion& question)
      : report_(report), question_(question) {
    if (question.from != "none") from_ = &find_layout(report, question.from, "--from");
    const bool restart = question.restart_copy.has_value();
    if (restart == !question.to.empty()) {
      throw invalid({"--to", ""}, "a layout, or --restart-copy in its place",
                    restart ? "both" : "neither");
    }
    if (restart && from_ == nullptr) {
      throw invalid({"--restart-copy", ""}, "a layout that runs (--from)", "\"none\"");
    }
    to_ = restart ? from_ : &find_layout(report, question.to, "--to");
    if (from_ != nullptr) before_ = serving_units(from_->layout);
    after_ = serving_units(to_->layout);
    start_ = start_of(*to_, question);
  }

  Changeover plan() && {
    result_.from = from_ == nullptr ? "none" : from_->layout.id();
    result_.to = question_.restart_copy ? result_.from : to_->layout.id();
    serving_ = static_cast<std::int64_t>(before_.size());
    of_ = std::max<std::int64_t>(serving_, 1);
    prepare();
    if (question_.restart_copy) {
      restart_one(*question_.restart_copy);
    } else {
      for (const Wave& wave : waves(before_, after_)) run(wave);
    }
    finish();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::vector<std::string> names_of(const std::vector<ServingUnit>& units,
                                                  const std::vector<std::size_t>& chosen) const {
    std::vector<bool> there(report_.request.boxes.size());
    for (const std::size_t unit : chosen) {
      for (const std::size_t box : units[unit].boxes) there[box] = true;
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (there[i]) names.push_back(report_.request.boxes[i].name);
    }
    return names;
  }

  void step(std::string id, std::string text, std::vector<std::string> first,
            std::vector<std::string> boxes, SecondsBand takes) {
    result_.steps.push_back({std::move(id), std::move(text), std::move(first), std::move(boxes),
                             now_, now_ + takes, serving_});
    now_ = now_ + takes;
  }

  void phase(SecondsBand from, SecondsBand to, bool refused = false) {
    if (to.high <= from.high) return;
    const LayoutPlan& plan = from_ != nullptr && in_before_ ? *from_ : *to_;
    const std::int64_t of = std::max<std::int64_t>(of_, 1);
    const std::int64_t held = held_by(plan, serving_);
    auto& phases = result_.phases;
    const bool same = !phases.empty() && phases.back().serving == serving_ &&
                      phases.back().of == of && phases.back().refused == refused;
    if (same) {
      phases.back().to_seconds = to.high;
    } else {
      phases.push_back({from.high, to.high, serving_, of, refused, held, std::nullopt});
    }
    const SecondsBand length = to - from;
    if (refused) {
      result_.tail = result_.tail + length;
    } else if (serving_ == 0) {
      result_.without = result_.without + length;
    } else if (serving_ < of) {
      result_.with_part = result_.with_part + length;
    }
  }

  void prepare() {
    std::string units;
    for (const std::string& unit : question_.old_units) {
      units += (units.empty() ? "" : " ") + unit;
    }
    if (!units.empty()) {
      step("disable_old_units", "systemctl disable --now " + units,
           {"they are not what is to run afterwards: an old watchdog starts its old unit, whose "
            "Conflicts= stops the new one"},
           {}, {0, 0});
    }
    step("check_way_back", "the old files and the script of the way back are at hand",
         {"the plan of the new layout fits (kvplan check)"}, {}, {0, 0});
  }

  /// Bytes that must be available on a box before an engine starts: its share, which vLLM checks.
  [[nodiscard]] std::string memory_needed(const std::vector<std::string>& boxes) const {
    std::string text;
    for (const std::string& name : boxes) {
      for (std::size_t i = 0; i < report_.request.boxes.size(); ++i) {
        const Box& box = report_.request.boxes[i];
        if (box.name != name) continue;
        const Bytes share = requested_memory(box.total, report_.request.utilization[i]);
        text += (text.empty() ? "" : ", ") + gib_text(share) + " on " + name;
      }
    }
    return text;
  }

  /// What takes units away: out of the proxy, drained, stopped, memory back.
  void take_away(const std::vector<std::string>& boxes, bool others_serve) {
    if (boxes.empty()) return;
    if (others_serve) {
      step("take_out", "mark the copy `down` in the proxy and reload it", {}, boxes, {1, 1});
      step("drain", "wait until no request is left on it",
           {"num_requests_running and num_requests_waiting of that copy, read directly, are 0, "
            "twice, a second apart"},
           boxes, question_.drain);
    }
    step("stop", "stop it (SIGTERM)",
         {others_serve ? "it is out of the proxy and drained"
                       : "clients know that the model goes away; what is in flight is lost"},
         boxes, question_.stop);
    step("memory_back", "wait until its memory is given back",
         {"the process is gone, and MemAvailable no longer rises: a stopped container has not "
          "given its memory back yet"},
         boxes, question_.memory);
  }

  void bring_up(const std::vector<std::string>& boxes) {
    step("start", "start it",
         {"MemAvailable is at least " + memory_needed(boxes) +
              (report_.request.kv_cache_memory ? "" : " (its share, which the engine checks)"),
          "no old unit or watchdog is enabled"},
         boxes, start_);
  }

  void answer(const std::vector<std::string>& boxes, bool taken_out) {
    step("completion", "ask it for one token",
         {"it answers a real completion: /health says 200 before the first request can fail"},
         boxes, {0, 0});
    if (taken_out) {
      step("put_back", "take `down` out of the proxy and reload it",
           {"the completion was answered"}, boxes, {1, 1});
    }
  }

  void run(const Wave& wave) {
    const SecondsBand began = now_;
    const bool others = wave.left > 0;
    const auto stopped = names_of(before_, wave.stopped);
    const auto started = names_of(after_, wave.started);
    const auto ready = static_cast<std::int64_t>(wave.started.size());
    // While it is drained, a copy still finishes what it has, but takes nothing new.
    serving_ = static_cast<std::int64_t>(wave.left);
    in_before_ = result_.phases.empty();
    take_away(stopped, others);
    if (started.empty()) {
      of_ = static_cast<std::int64_t>(after_.size());
      return;
    }
    bring_up(started);
    answer(started, others);
    phase(began, now_);
    of_ = std::max<std::int64_t>(static_cast<std::int64_t>(after_.size()), 1);
    in_before_ = false;
    if (others) {
      serving_ += ready;
    } else {
      come_back(started, ready);
    }
    result_.steps.back().serving = serving_;
  }

  /// Several copies start at once: the first that is there ends the outage.
  void come_back(const std::vector<std::string>& boxes, std::int64_t ready) {
    serving_ = 1;
    const SecondsBand tail =
        question_.proxy_reloaded ? SecondsBand{0, 0} : ban_tail(question_.proxy);
    const SecondsBand first = now_;
    if (question_.proxy_reloaded) {
      step("reload_proxy", "reload the proxy: no ban is left", {"a copy answered a completion"}, {},
           {0, 1});
    } else if (tail.high > 0) {
      step("proxy_ban", "the proxy still refuses: " + ban_text(), {"a copy answers"}, {}, tail);
    }
    phase(first, now_, true);
    if (ready > 1) {
      const SecondsBand spread{0, start_.high - start_.low};
      step("others", "the other copies answer too; each goes into the proxy by itself",
           {"each answered a completion of its own"}, boxes, spread);
      phase(now_ - spread, now_);
    }
    serving_ = ready;
  }

  [[nodiscard]] std::string ban_text() const {
    const ProxyRule& proxy = question_.proxy;
    if (proxy.check_seconds > 0) {
      return "its check of " + std::to_string(proxy.check_seconds) + " s must pass first";
    }
    return "502 no live upstreams, for every copy was banned (max_fails=" +
           std::to_string(proxy.max_fails) +
           " fail_timeout=" + std::to_string(proxy.fail_timeout_seconds) + "s)";
  }

  void restart_one(std::int64_t copy) {
    const auto count = static_cast<std::int64_t>(before_.size());
    if (copy < 1 || copy > count) {
      throw invalid({"--restart-copy", ""}, "a copy of 1 to " + std::to_string(count),
                    std::to_string(copy));
    }
    const auto index = static_cast<std::size_t>(copy - 1);
    run({{index}, {index}, before_.size() - 1});
  }

  void finish() {
    serving_ = static_cast<std::int64_t>(after_.size());
    step("tool_test", "ask through the proxy for a tool call, and compare the score with before",
         {"every copy answers through the proxy"}, {}, {0, 0});
    step("metrics", "read /metrics of each copy directly and add; no client past the proxy", {}, {},
         {0, 0});
    result_.total = now_;
    queue();
    avoid();
    go_back();
  }

  /// Requests that wait at the end of each phase: those that arrive less those that are answered.
  void queue() {
    if (!question_.requests_a_minute) return;
    double waiting = 0;
    for (ChangeoverPhase& phase : result_.phases) {
      const double minutes = static_cast<double>(phase.to_seconds - phase.from_seconds) / 60;
      const bool some = phase.serving > 0 && !phase.refused;
      if (some && !question_.copy_requests_a_minute) return;
      const double answered =
          some ? static_cast<double>(phase.serving) * *question_.copy_requests_a_minute : 0;
      waiting = std::max(0.0, waiting + (*question_.requests_a_minute - answered) * minutes);
      phase.waiting = nearest(waiting);
    }
  }

  void avoid() {
    const ProxyRule& proxy = question_.proxy;
    if (result_.tail.high > 1 && proxy.check_seconds == 0) {
      result_.avoidable.push_back(
          {"no_ban",
           "max_fails=0 for every copy: a refused connection costs less than 1 ms and is "
           "passed on (measured 0.1 to 0.3 s until the first answer)",
           result_.tail});
      result_.avoidable.push_back({"reload_proxy",
                                   "reload the proxy once a copy answers: bans are forgotten",
                                   result_.tail});
      result_.avoidable.push_back(
          {"active_check",
           "HAProxy with `inter 1s rise 1`: a copy is back 1 s after it is healthy",
           {std::max<std::int64_t>(0, result_.tail.low - 1), result_.tail.high - 1}});
    }
    if (result_.without.high > 0 && from_ != nullptr) {
      result_.avoidable.push_back(
          {"stand_in", "a third box, or a smaller model on the proxy for that time, serves instead",
           result_.without});
    }
    const auto memory_waits = std::ranges::count(result_.steps, "memory_back", &ChangeoverStep::id);
    if (memory_waits > 0 && question_.memory.high > 0 && result_.without.high > 0) {
      result_.avoidable.push_back(
          {"gate_on_memory",
           "start when MemAvailable is there, not after a fixed sleep: a start "
           "that finds too little fails and costs a whole start more",
           {0, start_.high}});
    }
  }

  void go_back() {
    if (from_ == nullptr || question_.restart_copy) return;
    result_.going_back = {
        "mark every copy `down` in the proxy and reload it",
        "stop the new units, and wait until MemAvailable no longer rises",
        "put the old launch and proxy files back and start " + result_.from,
        "one real completion, then reload the proxy without `down`",
    };
  }

  const Report& report_;
  const ChangeoverQuestion& question_;
  const LayoutPlan* from_ = nullptr;
  const LayoutPlan* to_ = nullptr;
  std::vector<ServingUnit> before_;
  std::vector<ServingUnit> after_;
  SecondsBand start_;
  SecondsBand now_{0, 0};
  std::int64_t serving_ = 0;
  std::int64_t of_ = 0;
  bool in_before_ = true;
  Changeover result_;
};

}  // namespace

Changeover changeover(const Report& report, const ChangeoverQuestion& question) {
  return Planner(report, question).plan();
}

}  // namespace kvplan
