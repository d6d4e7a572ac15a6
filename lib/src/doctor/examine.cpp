// Declared against running against planned, and what the box itself shows.
#include <algorithm>
#include <cmath>
#include <map>

#include "kvplan/copies.hpp"
#include "kvplan/deployment.hpp"
#include "kvplan/doctor.hpp"
#include "kvplan/error.hpp"
#include "kvplan/report.hpp"

namespace kvplan {
namespace {

using Options = std::map<std::string, std::string>;

/// By vLLM's names with underscores; `--no-x` is x = false.
Options options_of(const EngineCommand& command) {
  Options options;
  for (const ServeCommand& start : engine_starts(command.line, "--vllm-args")) {
    for (const EngineOption& option : start.options) {
      std::string key = option.name;
      std::ranges::replace(key, '-', '_');
      if (key == "kv_cache_memory") key = "kv_cache_memory_bytes";
      options.insert_or_assign(key, option.value);
    }
  }
  return options;
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::optional<double> number(const std::string& text) {
  try {
    return parse_json(text, "").as_number();
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Bytes as vLLM takes them: 268435456, 25G, 36864M (k, m, g are powers of ten, K, M, G of two).
std::optional<double> size_number(const std::string& text) {
  if (const auto plain = number(text)) return plain;
  if (text.size() < 2) return std::nullopt;
  const auto value = number(text.substr(0, text.size() - 1));
  if (!value) return std::nullopt;
  switch (text.back()) {
    case 'k':
      return *value * 1e3;
    case 'm':
      return *value * 1e6;
    case 'g':
      return *value * 1e9;
    case 'K':
      return *value * 1024;
    case 'M':
      return *value * 1024 * 1024;
    case 'G':
      return *value * 1024 * 1024 * 1024;
    default:
      return std::nullopt;
  }
}

bool same_value(const std::string& a, const std::string& b) {
  const auto x = size_number(a);
  const auto y = size_number(b);
  if (x && y) return std::abs(*x - *y) <= 1e-6 * std::max(std::abs(*x), std::abs(*y));
  return lower(a) == lower(b);
}

/// What one engine runs with, by vLLM's option names: from its /metrics, else from its log.
struct Running {
  Options options;
  std::optional<Tokens> tokens;
  std::optional<Bytes> available;
  std::string source;
};

void take(Options& options, const char* name, const std::optional<std::string>& value) {
  if (value) options.insert_or_assign(name, *value);
}

Running running_from(const Exposition& metrics) {
  constexpr std::string_view info = "vllm:cache_config_info";
  Running running;
  running.source = metrics.source;
  for (const char* name :
       {"gpu_memory_utilization", "kv_cache_memory_bytes", "block_size", "enable_prefix_caching",
        "num_gpu_blocks_override", "mamba_cache_mode"}) {
    take(running.options, name, metrics.label(info, name));
  }
  take(running.options, "kv_cache_dtype", metrics.label(info, "cache_dtype"));
  CalibrationInput input;
  input.metrics.push_back(metrics);
  for (const CalibrationRun& run : calibrate(input).runs) {
    running.tokens = run.tokens;
    running.available = run.available_kv;
    if (run.max_model_len) {
      running.options["max_model_len"] = std::to_string(run.max_model_len->count());
    }
  }
  return running;
}

Running running_from(const StartupRun& start) {
  Running running;
  running.source = start.file;
  running.tokens = start.tokens;
  running.available = start.bound.available_kv;
  Options& options = running.options;
  if (start.gpu_memory_utilization) {
    options["gpu_memory_utilization"] = format_fixed(*start.gpu_memory_utilization, 4);
  }
  if (start.max_model_len) options["max_model_len"] = std::to_string(start.max_model_len->count());
  if (start.max_num_batched_tokens) {
    options["max_num_batched_tokens"] = std::to_string(start.max_num_batched_tokens->count());
  }
  if (start.max_num_seqs) options["max_num_seqs"] = std::to_string(*start.max_num_seqs);
  if (start.kv_cache_dtype) options["kv_cache_dtype"] = *start.kv_cache_dtype;
  if (start.tensor_parallel)
    options["tensor_parallel_size"] = std::to_string(*start.tensor_parallel);
  if (start.enforce_eager) options["enforce_eager"] = *start.enforce_eager ? "true" : "false";
  if (start.kv_cache_memory) {
    options["kv_cache_memory_bytes"] = std::to_string(start.kv_cache_memory->count());
  }
  return running;
}

struct Planned {
  std::optional<Tokens> tokens;
  std::optional<Band> available;
  std::string unknown;  ///< why there is none
};

Planned plan_of(const Question& question, const std::optional<Bytes>& box_total,
                const std::filesystem::path& data_dir) {
  Planned planned;
  try {
    PlanRequest request = request_from(question, data_dir);
    if (question.boxes.size() == 1 && box_total) {
      for (Box& box : request.boxes) box.total = *box_total;
    }
    const Report report = plan(request);
    const std::size_t index = report.recommendation.layout.value_or(0);
    if (report.layouts.empty() || report.layouts[index].copies.empty()) return planned;
    const CopyPlan& copy = report.layouts[index].copies.front();
    planned.available = copy.available;
    if (copy.capacity.fits) planned.tokens = copy.capacity.tokens;
  } catch (const Error& error) {
    planned.unknown = error.what();
  } catch (const std::overflow_error& error) {
    planned.unknown = error.what();
  }
  return planned;
}

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
    pair_engines();
    look_at_logs();
    look_at_load();
    for (const std::string& skipped : snapshot_.skipped) {
      add({"not_understood", Severity::note, {}, {}, {}, {}, skipped});
    }
    std::ranges::stable_sort(found_, [](const DoctorFinding& a, const DoctorFinding& b) {
      return a.severity > b.severity;
    });
    return std::move(found_);
  }

 private:
  void add(DoctorFinding finding) { found_.push_back(std::move(finding)); }

  std::optional<Bytes> box_total() const {
    const auto& meminfo = snapshot_.evidence.meminfo;
    return meminfo.empty() ? std::nullopt : std::optional(meminfo.front().total);
  }

  /// Below 4 to 6 GiB available hosts freeze (vllm.md A.3).
  void look_at_memory() {
    constexpr Bytes frozen = 4_GiB;
    constexpr Bytes tight = 6_GiB;
    if (snapshot_.evidence.meminfo.empty()) {
      add({"no_meminfo",
           Severity::note,
           {},
           {},
           {},
           {},
           "no /proc/meminfo: memory was not looked at"});
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
      const auto share = util == options.end() ? std::nullopt : number(util->second);
      if (!share || options.contains("kv_cache_memory_bytes")) continue;
      sum += *share;
      ++shares;
    }
    if (shares < 2 || sum <= 1) return;
    const auto total = box_total();
    std::optional<Bytes> over;
    if (total) over = Bytes{std::llround((sum - 1) * static_cast<double>(total->count()))};
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

  /// Engines, /metrics and logs belong together where there is one of each, else by model and
  /// order.
  void pair_engines() {
    const auto& evidence = snapshot_.evidence;
    std::vector<Running> running;
    for (const Exposition& metrics : evidence.metrics) {
      if (metrics.has("vllm:cache_config_info")) running.push_back(running_from(metrics));
    }
    for (const StartupRun& start : evidence.starts) {
      if (start.complete && evidence.metrics.empty()) running.push_back(running_from(start));
    }
    for (std::size_t i = 0; i < snapshot_.engines.size(); ++i) {
      const Running* match = i < running.size() ? &running[i] : nullptr;
      compare(snapshot_.engines[i], match);
    }
    if (snapshot_.engines.empty()) {
      for (const Running& engine : running) compare_with_plan(question_, engine);
      if (running.empty() && evidence.starts.empty()) {
        add({"no_engine", Severity::note, {}, {}, {}, {}, "no engine runs here"});
      }
    }
  }

  Question question_for(const EngineCommand& command) const {
    Question question = question_;
    if (question.vllm_args.empty()) question.vllm_args = command.line;
    if (question.boxes.empty()) question.boxes = {"gb10"};
    return question;
  }

  void compare(const EngineCommand& command, const Running* running) {
    const Question question = question_for(command);
    if (running == nullptr) {
      add({"not_compared",
           Severity::note,
           command.line,
           {},
           {},
           {},
           command.where + ": neither /metrics nor a log says what it runs with"});
      compare_with_plan(question, {});
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
    compare_with_plan(question, *running);
  }

  /// Values that leave the choice to the engine.
  static bool undecided(const std::string& name, const std::string& value) {
    return value == "auto" || (name == "max_model_len" && value == "-1") ||
           (name == "max_model_len" && !number(value));
  }

  void add_difference(const Question& question, const EngineCommand& command,
                      const Running& running, const std::string& name, const std::string& declared,
                      const std::string& now) {
    const bool raised = name == "block_size";  // the engine rounds it up to its kernels' size
    const auto [tokens, bytes] = cost_of(question, name, declared, now);
    std::string text = command.where + " was told " + name + " " + declared + ", " +
                       running.source + " runs with " + now;
    if (tokens) {
      text += *tokens < Tokens{} ? ": " + format_count(-tokens->count()) + " tokens less"
                                 : ": " + format_count(tokens->count()) + " tokens more";
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
                                                                 const std::string& name,
                                                                 const std::string& declared,
                                                                 const std::string& now) {
    std::optional<Bytes> bytes;
    const auto a = size_number(declared);
    const auto b = size_number(now);
    const auto total = box_total();
    if (name == "gpu_memory_utilization" && a && b && total) {
      bytes = Bytes{std::llround((*b - *a) * static_cast<double>(total->count()))};
    }
    if (name == "kv_cache_memory_bytes" && a && b && std::abs(*b - *a) < 9e18) {
      bytes = Bytes{std::llround(*b - *a)};
    }
    const Planned told = plan_of(question, total, data_dir_);
    if (name == "gpu_memory_utilization") {
      question.util = now;
    } else if (name == "kv_cache_memory_bytes") {
      question.kv_cache_memory = now;
    } else if (is_engine_option(name)) {
      question.engine_options[name] = lower(now);
    } else {
      return {std::nullopt, bytes};
    }
    const Planned runs = plan_of(question, total, data_dir_);
    if (!told.tokens || !runs.tokens) return {std::nullopt, bytes};
    return {*runs.tokens - *told.tokens, bytes};
  }

  /// Bytes or blocks that nobody asked for on the command line: the environment or a start-up plan.
  void add_undeclared(const Options& declared, const EngineCommand& command,
                      const Running& running) {
    for (const char* name : {"kv_cache_memory_bytes", "num_gpu_blocks_override"}) {
      const auto now = running.options.find(name);
      if (declared.contains(name) || now == running.options.end()) continue;
      add({name,
           Severity::warning,
           {},
           now->second,
           {},
           {},
           command.where + " was not told " + name + ", " + running.source + " runs with " +
               now->second});
    }
  }

  void compare_with_plan(Question question, const Running& running) {
    if (question.model.empty() && question.vllm_args.empty()) return;
    if (question.boxes.empty()) question.boxes = {"gb10"};
    const Planned planned = plan_of(question, box_total(), data_dir_);
    if (!planned.unknown.empty()) {
      add({"not_planned",
           Severity::note,
           {},
           {},
           {},
           {},
           "no plan to compare with: " + planned.unknown});
      return;
    }
    if (!planned.tokens) {
      add({"plan_does_not_fit",
           running.tokens ? Severity::warning : Severity::error,
           {},
           running.tokens ? std::optional(format_count(running.tokens->count())) : std::nullopt,
           "does not fit",
           {},
           "by the plan this does not fit on the box"});
      return;
    }
    if (!running.tokens || *running.tokens == *planned.tokens) return;
    const double each = static_cast<double>(planned.available->likely.count()) /
                        static_cast<double>(std::max<std::int64_t>(1, planned.tokens->count()));
    const std::int64_t gap = running.tokens->count() - planned.tokens->count();
    std::optional<Bytes> bytes;
    if (running.available) {
      bytes = *running.available - planned.available->likely;
    } else if (std::abs(each * static_cast<double>(gap)) < 9e18) {
      bytes = Bytes{std::llround(each * static_cast<double>(gap))};
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
         running.source + " holds " + format_count(running.tokens->count()) + " tokens, the plan " +
             format_count(planned.tokens->count()) +
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
      for (const std::string& note : start.notes) {
        add({"log_note", Severity::note, {}, {}, {}, {}, start.file + ": " + note});
      }
    }
    if (evidence.starts.size() != 1 || evidence.metrics.size() != 1) return;
    const auto now = copy_status(evidence.metrics.front()).figures.kv_cache_tokens;
    const auto then = evidence.starts.front().tokens;
    if (!now || !then || *now == *then) return;
    add({"log_of_another_start",
         Severity::warning,
         format_count(then->count()),
         format_count(now->count()),
         {},
         {},
         evidence.starts.front().file +
             " is of another start than the engine that answers: " + format_count(then->count()) +
             " tokens there, " + format_count(now->count()) + " here"});
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
  std::vector<DoctorFinding> found_;
};

}  // namespace

std::vector<DoctorFinding> examine(const BoxSnapshot& snapshot, const Question& question,
                                   const std::filesystem::path& data_dir) {
  return Doctor(snapshot, question, data_dir).findings();
}

}  // namespace kvplan
