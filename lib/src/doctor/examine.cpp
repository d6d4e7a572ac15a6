// Declared against running against planned, and what the box itself shows.
#include <algorithm>
#include <cmath>

#include "checked.hpp"
#include "doctor/pair.hpp"
#include "doctor/planned.hpp"
#include "doctor/running.hpp"
#include "kvplan/copies.hpp"
#include "kvplan/error.hpp"
#include "text.hpp"

namespace kvplan {
namespace {

using namespace doctor;

class Doctor {
 public:
  Doctor(const BoxSnapshot& snapshot, const Question& question, std::filesystem::path data_dir)
      : snapshot_(snapshot), question_(question), data_dir_(std::move(data_dir)) {}

  std::vector<DoctorFinding> findings() && {
    look_at_memory();
    look_at_shares();
    for (const std::string& silent : snapshot_.silent) {
      add({"metrics_unreachable", Severity::error, {}, {}, {}, {}, silent});
    }
    look_at_engines();
    look_at_logs();
    look_at_load();
    for (const std::string& skipped : snapshot_.skipped) note("not_understood", skipped);
    std::ranges::stable_sort(found_, [](const DoctorFinding& a, const DoctorFinding& b) {
      return a.severity > b.severity;
    });
    return std::move(found_);
  }

 private:
  void add(DoctorFinding finding) { found_.push_back(std::move(finding)); }
  void note(std::string id, std::string text) {
    add({std::move(id), Severity::note, {}, {}, {}, {}, std::move(text)});
  }

  std::optional<Bytes> box_total() const {
    const auto& meminfo = snapshot_.evidence.meminfo;
    return meminfo.empty() ? std::nullopt : std::optional(meminfo.front().total);
  }

  BoxKind kind_of(const Running& running) const {
    return {box_total(), running.cpu || snapshot_.has_gpu == false};
  }

  /// Below 4 to 6 GiB available hosts freeze (vllm.md A.3).
  void look_at_memory() {
    constexpr Bytes frozen = 4_GiB;
    constexpr Bytes tight = 6_GiB;
    if (snapshot_.evidence.meminfo.empty()) {
      note("no_meminfo", "no /proc/meminfo: memory was not looked at");
      return;
    }
    for (const MemInfo& info : snapshot_.evidence.meminfo) {
      if (info.available && *info.available < tight && info.total > 16_GiB) {
        add({"memory_available",
             *info.available < frozen ? Severity::error : Severity::warning,
             {},
             format_gib(*info.available),
             format_gib(tight),
             tight - *info.available,
             info.file + ": " + format_gib(*info.available) + " of " + format_gib(info.total) +
                 " available; hosts that share memory with the GPU freeze below 4 to 6 GiB"});
      }
      const Bytes swapped = info.swap_total.value_or(Bytes{}) - info.swap_free.value_or(Bytes{});
      if (info.swap_free && swapped > 1_GiB) {
        add({"swap_in_use",
             Severity::warning,
             {},
             format_gib(swapped),
             "0.00 GiB",
             swapped,
             info.file + ": " + format_gib(swapped) +
                 " are swapped out: the box was short of memory"});
      }
    }
  }

  /// Each utilization is a fraction of the whole box, so they add.
  void look_at_shares() {
    double sum = 0;
    std::size_t shares = 0;
    for (const EngineCommand& command : snapshot_.engines) {
      const Options options = options_of(command);
      const auto util = options.find("gpu_memory_utilization");
      const auto share = util == options.end() ? std::nullopt : size_number(util->second);
      if (!share || options.contains("kv_cache_memory_bytes")) continue;
      sum += *share;
      ++shares;
    }
    if (shares < 2 || sum <= 1) return;
    const auto total = box_total();
    std::optional<Bytes> over;
    if (total) over = nearest_bytes((sum - 1) * static_cast<double>(total->count()));
    add({"utilization_sum",
         Severity::error,
         format_fixed(sum, 2),
         {},
         "at most 1.00",
         over,
         std::to_string(shares) + " engines ask for " + format_fixed(sum * 100, 0) +
             " % of the box together: each utilization is a share of the whole memory, and the "
             "last "
             "one does not start"});
  }

  std::vector<Running> all_running() const {
    std::vector<Running> running;
    for (const Exposition& metrics : snapshot_.evidence.metrics) {
      if (metrics.has("vllm:cache_config_info")) running.push_back(running_from(metrics));
    }
    for (const StartupRun& start : snapshot_.evidence.starts) {
      if (start.complete) running.push_back(running_from(start));
    }
    return running;
  }

  void look_at_engines() {
    const auto running = all_running();
    const auto pairs = pair_up(snapshot_.engines, running);
    std::vector<bool> paired(running.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (pairs[i]) {
        paired[pairs[i]->running] = true;
        paired_.push_back(running[pairs[i]->running].source);
      }
      compare(snapshot_.engines[i], pairs[i] ? &running[pairs[i]->running] : nullptr);
      if (pairs[i] && pairs[i]->by == PairedBy::order) {
        note("paired_by_order", snapshot_.engines[i].where + " and " +
                                    running[pairs[i]->running].source +
                                    " were taken for one engine by their order alone: neither a "
                                    "port nor a model's name tells them apart");
      }
    }
    look_at_the_rest(running, paired);
    if (snapshot_.engines.empty() && running.empty() && snapshot_.evidence.starts.empty()) {
      note("no_engine", "no engine runs here");
    }
  }

  /// What runs without a command line that was seen: in a container of another user, or on another
  /// box. A log beside /metrics is no engine of its own.
  void look_at_the_rest(const std::vector<Running>& running, const std::vector<bool>& paired) {
    const bool answered = std::ranges::any_of(running, [](const Running& r) { return !r.log; });
    for (std::size_t i = 0; i < running.size(); ++i) {
      const Running& engine = running[i];
      if (paired[i] || (engine.log && answered)) continue;
      std::string runs;
      for (const auto& [name, value] : engine.options) {
        runs += (runs.empty() ? "" : ", ") + name + " " + value;
      }
      add({"not_declared",
           Severity::note,
           {},
           runs.empty() ? std::nullopt : std::optional(runs),
           {},
           {},
           engine.source + (engine.model ? " (" + *engine.model + ")" : "") +
               ": no command line of it was seen; it runs with " +
               (runs.empty() ? "nothing that it says" : runs)});
      if (question_.model.empty() && question_.vllm_args.empty()) {
        note("not_planned", engine.source +
                                ": no plan to compare with: give --model, or the "
                                "engine's line by --vllm-args");
      }
      compare_with_plan(question_, engine, engine.source);
    }
  }

  Question question_for(const EngineCommand& command) const {
    Question question = question_;
    if (question.vllm_args.empty()) question.vllm_args = command.line;
    return question;
  }

  void compare(const EngineCommand& command, const Running* running) {
    const Question question = question_for(command);
    if (running == nullptr) {
      const Planned planned = plan_of(question, kind_of({}), data_dir_);
      const auto tokens =
          planned.tokens ? std::optional(format_count(planned.tokens->count())) : std::nullopt;
      add({"not_compared",
           Severity::note,
           command.line,
           {},
           tokens,
           {},
           command.where + ": neither /metrics nor a log says what it runs with" +
               (tokens ? "; by the plan it holds " + *tokens + " tokens" : "")});
      if (!tokens) compare_with_plan(question, {}, command.where);
      return;
    }
    const Options declared = options_of(command);
    for (const auto& [name, value] : declared) {
      const auto now = running->options.find(name);
      if (now == running->options.end() || undecided(name, value) ||
          same_value(value, now->second)) {
        continue;
      }
      add_difference(question, command, *running, name, value, now->second);
    }
    add_undeclared(declared, command, *running);
    if (!may_serve(command, *running)) {
      const auto names = models_of(command);
      add({"model",
           Severity::error,
           names.front(),
           running->model,
           {},
           {},
           command.where + " was told to serve " + names.front() + ", " + running->source +
               " answers as " + *running->model});
    }
    compare_with_plan(question, *running, command.where);
  }

  /// Values that leave the choice to the engine.
  static bool undecided(const std::string& name, const std::string& value) {
    return value == "auto" || (name == "max_model_len" && value == "-1") ||
           (name == "max_model_len" && !size_number(value));
  }

  /// A share of the memory is without effect beside a cache that is given in bytes.
  static bool without_effect(const std::string& name, const Running& running) {
    return name == "gpu_memory_utilization" && running.options.contains("kv_cache_memory_bytes");
  }

  static std::string tokens_text(Tokens change) {
    if (change == Tokens{}) return ": as many tokens";
    return change < Tokens{} ? ": " + format_count(-change.count()) + " tokens less"
                             : ": " + format_count(change.count()) + " tokens more";
  }

  void add_difference(const Question& question, const EngineCommand& command,
                      const Running& running, const std::string& name, const std::string& declared,
                      const std::string& now) {
    std::string text = command.where + " was told " + name + " " + declared + ", " +
                       running.source + " runs with " + now;
    if (without_effect(name, running)) {
      add({name,
           Severity::note,
           declared,
           now,
           {},
           {},
           text + ": without effect, for its cache is given in bytes"});
      return;
    }
    const bool raised = name == "block_size";  // the engine rounds it up to its kernels' size
    const auto [tokens, bytes] = cost_of(question, running, name, declared, now);
    if (name == "max_model_len") {
      text += ": its requests have at most that many tokens";
    } else if (tokens) {
      text += tokens_text(*tokens);
    }
    add({name,
         raised ? Severity::warning : Severity::error,
         declared,
         now,
         {},
         bytes,
         std::move(text)});
  }

  /// What the running value changes: in tokens by a second plan, in bytes of a share directly.
  std::pair<std::optional<Tokens>, std::optional<Bytes>> cost_of(Question question,
                                                                 const Running& running,
                                                                 const std::string& name,
                                                                 const std::string& declared,
                                                                 const std::string& now) {
    std::optional<Bytes> bytes;
    const auto a = size_number(declared);
    const auto b = size_number(now);
    const auto total = box_total();
    if (name == "gpu_memory_utilization" && a && b && total) {
      bytes = nearest_bytes((*b - *a) * static_cast<double>(total->count()));
    }
    if (name == "kv_cache_memory_bytes" && a && b) bytes = nearest_bytes(*b - *a);
    const Planned told = plan_of(question, kind_of(running), data_dir_);
    if (name == "gpu_memory_utilization") {
      question.util = now;
    } else if (name == "kv_cache_memory_bytes") {
      question.kv_cache_memory = now;
    } else if (is_engine_option(name)) {
      question.engine_options[name] = lowered(now);
    } else {
      return {std::nullopt, bytes};
    }
    const Planned runs = plan_of(question, kind_of(running), data_dir_);
    if (!told.tokens || !runs.tokens) return {std::nullopt, bytes};
    return {*runs.tokens - *told.tokens, bytes};
  }

  /// Bytes or blocks that nobody asked for on the command line: the environment or a start-up plan.
  void add_undeclared(const Options& declared, const EngineCommand& command,
                      const Running& running) {
    for (const char* name : {"kv_cache_memory_bytes", "num_gpu_blocks_override"}) {
      const auto now = running.options.find(name);
      if (declared.contains(name) || now == running.options.end()) continue;
      const auto size = size_number(now->second);
      const auto bytes = name == std::string_view("kv_cache_memory_bytes") && size
                             ? nearest_bytes(*size)
                             : std::nullopt;
      add({name,
           Severity::warning,
           {},
           now->second,
           {},
           {},
           command.where + " was not told " + name + ", " + running.source + " runs with " +
               now->second + (bytes ? " (" + format_gib(*bytes) + ")" : "")});
    }
  }

  void compare_with_plan(const Question& question, const Running& running,
                         const std::string& where) {
    if (question.model.empty() && question.vllm_args.empty()) return;
    const Planned planned = plan_of(question, kind_of(running), data_dir_);
    if (!planned.unknown.empty()) {
      note("not_planned", where + ": no plan to compare with: " + planned.unknown);
      return;
    }
    const std::string on = planned.box.empty() ? "" : " for " + planned.box;
    if (!planned.tokens) {
      add({"plan_does_not_fit",
           running.tokens ? Severity::warning : Severity::error,
           {},
           running.tokens ? std::optional(format_count(running.tokens->count())) : std::nullopt,
           "does not fit",
           planned.deficit,
           where + ": by the plan" + on + " this does not fit" +
               (planned.deficit ? ", " + format_gib(*planned.deficit) + " are lacking" : "") +
               (running.tokens
                    ? ", but it holds " + format_count(running.tokens->count()) + " tokens"
                    : "")});
      return;
    }
    if (!running.tokens || *running.tokens == *planned.tokens) return;
    const double each = static_cast<double>(planned.available->likely.count()) /
                        static_cast<double>(std::max<std::int64_t>(1, planned.tokens->count()));
    const std::int64_t gap = running.tokens->count() - planned.tokens->count();
    std::optional<Bytes> bytes;
    if (running.available) {
      bytes = *running.available - planned.available->likely;
    } else {
      bytes = nearest_bytes(each * static_cast<double>(gap));
    }
    const auto at = [&](Bytes size) { return static_cast<double>(size.count()) / each; };
    const auto now = static_cast<double>(running.tokens->count());
    const bool inside =
        now >= at(planned.available->low) - 1 && now <= at(planned.available->high) + 1;
    add({"kv_cache_tokens",
         inside ? Severity::note : Severity::warning,
         {},
         format_count(running.tokens->count()),
         format_count(planned.tokens->count()),
         bytes,
         running.source + " holds " + format_count(running.tokens->count()) + " tokens, the plan" +
             on + " " + format_count(planned.tokens->count()) +
             (inside ? ": inside the plan's band" : ": outside the plan's band")});
  }

  void look_at_logs() {
    const auto& evidence = snapshot_.evidence;
    for (const StartupRun& start : evidence.starts) {
      if (start.refused) {
        std::optional<Bytes> lacking;
        if (start.needed && start.bound.available_kv) {
          lacking = *start.needed - *start.bound.available_kv;
        }
        add({"start_refused",
             Severity::error,
             {},
             {},
             {},
             lacking,
             start.file + ": " + *start.refused +
                 (start.estimated_max_model_len
                      ? "; the longest that fits is " +
                            format_count(start.estimated_max_model_len->count()) + " tokens"
                      : "")});
        continue;
      }
      for (const std::string& said : start.notes) note("log_note", start.file + ": " + said);
    }
    std::vector<Running> starts;
    for (const StartupRun& start : evidence.starts) starts.push_back(running_from(start));
    for (const Exposition& metrics : evidence.metrics) {
      const Running now = running_from(metrics);
      for (const Running& then : starts) compare_starts(now, then);
    }
  }

  /// A log that was taken for an engine's, while another engine answers.
  [[nodiscard]] bool is_paired(const std::string& source) const {
    return std::ranges::find(paired_, source) != paired_.end();
  }

  /// A log beside the engine that answers, of the same model as far as both say.
  void compare_starts(const Running& now, const Running& then) {
    const bool other = now.model && then.model && !same_model(*now.model, *then.model);
    const bool elsewhere = now.port && then.port && *now.port != *then.port;
    if (other || elsewhere || is_paired(then.source) || !now.tokens || !then.tokens ||
        *now.tokens == *then.tokens) {
      return;
    }
    add({"log_of_another_start",
         Severity::warning,
         format_count(then.tokens->count()),
         format_count(now.tokens->count()),
         {},
         {},
         then.source + " is of another start than the engine that answers: " +
             format_count(then.tokens->count()) + " tokens there, " +
             format_count(now.tokens->count()) + " here"});
  }

  void look_at_load() {
    for (const Exposition& metrics : snapshot_.evidence.metrics) {
      const CopyStatus copy = copy_status(metrics);
      const double preempted = copy.figures.num_preemptions_total.value_or(0);
      if (preempted > 0) {
        add({"preemptions",
             Severity::note,
             {},
             format_fixed(preempted, 0),
             "0",
             {},
             metrics.source + ": requests were put off " + format_fixed(preempted, 0) +
                 " times because the cache was full"});
      }
    }
  }

  const BoxSnapshot& snapshot_;
  const Question& question_;
  std::filesystem::path data_dir_;
  std::vector<std::string> paired_;  ///< sources that an engine's line was found for
  std::vector<DoctorFinding> found_;
};

}  // namespace

std::vector<DoctorFinding> examine(const BoxSnapshot& snapshot, const Question& question,
                                   const std::filesystem::path& data_dir) {
  return Doctor(snapshot, question, data_dir).findings();
}

}  // namespace kvplan
