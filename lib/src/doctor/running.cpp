#include "doctor/running.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kvplan/deployment.hpp"
#include "kvplan/error.hpp"
#include "text.hpp"

namespace kvplan::doctor {
namespace {

std::optional<double> number(const std::string& text) {
  try {
    return parse_json(text, "").as_number();
  } catch (const Error&) {
    return std::nullopt;
  }
}

void take(Options& options, const char* name, const std::optional<std::string>& value) {
  if (value) options.insert_or_assign(name, *value);
}

}  // namespace

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

std::vector<std::string> models_of(const EngineCommand& command) {
  std::vector<std::string> names;
  for (const ServeCommand& start : engine_starts(command.line, "--vllm-args")) {
    for (const EngineOption& option : start.options) {
      if (option.name == "served-model-name") names.push_back(option.value);
    }
    if (start.model) names.push_back(start.model->value);
  }
  return names;
}

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
  return lowered(a) == lowered(b);
}

Running running_from(const Exposition& metrics) {
  constexpr std::string_view info = "vllm:cache_config_info";
  Running running;
  running.source = metrics.source;
  running.port = port_in(metrics.source);
  running.model = metrics.label("vllm:num_requests_running", "model_name");
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
  running.log = true;
  running.cpu = start.backend == "cpu";
  running.model = start.model;
  running.tokens = start.tokens;
  running.available = start.bound.available_kv;
  if (const auto port = start.options.find("port"); port != start.options.end()) {
    if (const auto value = number(port->second); value && *value >= 1 && *value <= 65535) {
      running.port = static_cast<int>(*value);
    }
  }
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
  if (start.tensor_parallel) {
    options["tensor_parallel_size"] = std::to_string(*start.tensor_parallel);
  }
  if (start.enforce_eager) options["enforce_eager"] = *start.enforce_eager ? "true" : "false";
  if (start.kv_cache_memory) {
    options["kv_cache_memory_bytes"] = std::to_string(start.kv_cache_memory->count());
  }
  return running;
}

}  // namespace kvplan::doctor

namespace kvplan {

std::optional<int> port_in(std::string_view source) {
  const std::size_t scheme = source.find("://");
  std::string_view digits;
  if (scheme != std::string_view::npos) {
    const std::string_view host =
        source.substr(scheme + 3, source.find('/', scheme + 3) - scheme - 3);
    const std::size_t colon = host.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    digits = host.substr(colon + 1);
  } else {
    const std::size_t name = source.rfind("metrics-");
    if (name == std::string_view::npos) return std::nullopt;
    digits = source.substr(name + 8);
  }
  int port = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  const bool whole = end == digits.data() + digits.size() || *end == '.';
  if (failure != std::errc{} || !whole || port < 1 || port > 65535) return std::nullopt;
  return port;
}

}  // namespace kvplan
