#include "calibration/runs.hpp"

#include <algorithm>
#include <cmath>

#include "kvplan/budget.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/error.hpp"

namespace kvplan::calibration {
namespace {

/// The engine's default where options were printed and utilization was not among them.
std::optional<double> default_utilization(const StartupRun& start) {
  if (start.engine != "vllm" || !start.engine_version || start.options.empty()) return std::nullopt;
  try {
    return find_engine("vllm@" + *start.engine_version).rules.gpu_memory_utilization;
  } catch (const Error&) {  // a build with a number of its own, or older than any rules
    return std::nullopt;
  }
}

std::optional<std::string> option(const StartupRun& start, const std::string& name) {
  const auto found = start.options.find(name);
  return found == start.options.end() ? std::nullopt : std::optional(found->second);
}

void add_budget(CalibrationRun& run, const StartupRun& start, const CalibrationInput& input) {
  run.total = start.bound.total;
  if (!run.total && start.backend != "cpu") run.total = input.total;
  run.requested = start.bound.requested;
  run.gpu_memory_utilization = start.gpu_memory_utilization;
  if (!run.gpu_memory_utilization && !start.kv_cache_memory) {
    run.gpu_memory_utilization = default_utilization(start);
    if (run.gpu_memory_utilization) {
      run.notes.push_back("gpu_memory_utilization was not given: the release's default of " +
                          format_fixed(*run.gpu_memory_utilization, 2));
    }
  }
  if (!run.requested && run.total && run.gpu_memory_utilization && start.engine == "vllm" &&
      !start.kv_cache_memory) {
    run.requested = requested_memory(*run.total, *run.gpu_memory_utilization);
  }
}

void add_split(CalibrationRun& run, const StartupRun& start, const CalibrationInput& input) {
  run.available_kv = start.bound.available_kv;
  run.kv_cache_memory = start.kv_cache_memory;
  run.weights = start.weights();
  if (!run.weights && input.weights) {
    const std::int64_t parts = std::max<std::int64_t>(1, run.tensor_parallel.value_or(1)) *
                               std::max<std::int64_t>(1, run.pipeline_parallel.value_or(1));
    run.weights = Bytes{input.weights->count() / parts};
  }
  if (run.requested && run.available_kv && !run.kv_cache_memory) {
    run.beside_cache = *run.requested - *run.available_kv;
    if (run.weights) run.other = *run.beside_cache - *run.weights;
  }
  // From 0.27 on they are printed as one sum. On the CPU it is all of the worker, other too.
  const auto& consumed = start.bound.consumed;
  if (!run.non_torch && start.backend != "cpu" && consumed && run.weights &&
      *consumed > *run.weights) {
    run.non_torch = *consumed - *run.weights;
  }
}

CalibrationRun run_of(const StartupRun& start, const CalibrationInput& input) {
  CalibrationRun run;
  run.file = start.file;
  run.line = start.line;
  run.engine = start.engine;
  run.engine_version = start.engine_version;
  run.backend = start.backend;
  run.model = input.model ? input.model : start.model;
  run.max_num_batched_tokens = start.max_num_batched_tokens;
  run.max_num_seqs = start.max_num_seqs;
  run.tensor_parallel = start.tensor_parallel;
  run.pipeline_parallel = start.pipeline_parallel;
  run.enforce_eager = start.enforce_eager;
  run.kv_cache_dtype = start.kv_cache_dtype;
  run.speculative_config = option(start, "speculative_config");
  run.free_at_start = start.bound.free_at_start;
  run.peak_activation = start.bound.peak_activation;
  run.non_torch = start.bound.non_torch;
  run.graphs_estimated = start.bound.graphs_estimated;
  run.graphs = start.bound.graphs;
  run.tokens = start.tokens;
  run.max_concurrency = start.max_concurrency;
  run.max_model_len = start.max_model_len;
  run.refused = start.refused;
  for (const std::string& note : start.notes) {
    if (!input.total || note.find("give --box or --total") == std::string::npos) {
      run.notes.push_back(note);
    }
  }
  add_budget(run, start, input);
  add_split(run, start, input);
  return run;
}

std::optional<double> number(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  try {
    return parse_json(*text, "").as_number();
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<std::int64_t> whole(const std::optional<std::string>& text) {
  const auto value = number(text);
  if (!value || !(std::abs(*value) < 9e15)) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

/// vllm:cache_config_info carries the plan as labels (vllm.md G.1).
std::optional<CalibrationRun> run_of(const Exposition& metrics) {
  constexpr std::string_view info = "vllm:cache_config_info";
  if (!metrics.has(info)) return std::nullopt;
  CalibrationRun run;
  run.file = metrics.source;
  run.engine = "vllm";
  run.model = metrics.label("vllm:num_requests_running", "model_name");
  run.gpu_memory_utilization = number(metrics.label(info, "gpu_memory_utilization"));
  run.kv_cache_dtype = metrics.label(info, "cache_dtype");
  if (const auto bytes = whole(metrics.label(info, "kv_cache_memory_bytes"))) {
    run.kv_cache_memory = Bytes{*bytes};
    run.available_kv = run.kv_cache_memory;
  }
  if (const auto tokens = whole(metrics.label(info, "kv_cache_size_tokens"))) {
    run.tokens = Tokens{*tokens};
  }
  run.max_concurrency = number(metrics.label(info, "kv_cache_max_concurrency"));
  if (run.tokens && run.max_concurrency && *run.max_concurrency > 0) {
    // tokens = int(concurrency × length): the smallest length that gives them.
    const double length = static_cast<double>(run.tokens->count()) / *run.max_concurrency;
    if (length < 9e15)
      run.max_model_len = Tokens{static_cast<std::int64_t>(std::ceil(length - 1e-6))};
  }
  run.notes.emplace_back("from /metrics, which has no bytes of weights or budget");
  return run;
}

template <class T>
bool agree(const std::optional<T>& a, const std::optional<T>& b) {
  return !a || !b || *a == *b;
}

}  // namespace

std::vector<CalibrationRun> runs_of(const CalibrationInput& input) {
  std::vector<CalibrationRun> runs;
  for (const StartupRun& start : input.starts) runs.push_back(run_of(start, input));
  for (const Exposition& metrics : input.metrics) {
    if (auto run = run_of(metrics)) runs.push_back(*std::move(run));
  }
  return runs;
}

Bytes boot_spread(const CalibrationRun& run, std::optional<bool> unified) {
  if (run.backend == "cpu") return Bytes{bytes_per_gib / 10};
  if (unified == false) return Bytes{bytes_per_gib / 4};
  return Bytes{bytes_per_gib * 92 / 100};
}

bool same_kind(const CalibrationRun& a, const CalibrationRun& b) {
  return a.engine == b.engine && agree(a.backend, b.backend) &&
         same_model(a.model.value_or(""), b.model.value_or("")) &&
         a.tensor_parallel.value_or(1) == b.tensor_parallel.value_or(1) &&
         a.pipeline_parallel.value_or(1) == b.pipeline_parallel.value_or(1) &&
         a.speculative_config == b.speculative_config;
}

bool same_options(const CalibrationRun& a, const CalibrationRun& b) {
  return same_kind(a, b) && agree(a.max_num_batched_tokens, b.max_num_batched_tokens) &&
         agree(a.max_num_seqs, b.max_num_seqs) && agree(a.enforce_eager, b.enforce_eager);
}

std::string minor_version(const std::optional<std::string>& version) {
  if (!version) return {};
  const std::size_t first = version->find('.');
  const std::size_t second =
      first == std::string::npos ? first : version->find_first_not_of("0123456789", first + 1);
  return version->substr(0, second);
}

}  // namespace kvplan::calibration
