// The options of `vllm serve` that steer memory, under the engine's own names. Nothing means: not
// given, so the engine's default for the device and the model applies (serving.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/config.hpp"
#include "kvplan/dtype.hpp"
#include "kvplan/units.hpp"

namespace kvplan {

/// --speculative-config. The draft's own architecture, where it has one, travels beside it.
struct SpeculativeConfig {
  std::string method;  ///< mtp, eagle, eagle3, dflash, draft_model, ngram, …
  std::int64_t num_speculative_tokens = 0;
  std::string model;  ///< path of the draft's config; empty for mtp and ngram
  friend bool operator==(const SpeculativeConfig&, const SpeculativeConfig&) = default;
};

struct EngineOptions {
  std::optional<Tokens> max_model_len;  ///< -1: auto-fit
  std::optional<std::int64_t> max_num_seqs;
  std::optional<Tokens> max_num_batched_tokens;
  std::optional<std::int64_t> block_size;
  std::optional<std::string> kv_cache_dtype;
  std::vector<std::string> kv_cache_dtype_skip_layers;  ///< layer indices, or "sliding_window"
  std::optional<Dtype> dtype;
  std::optional<std::string> quantization;
  std::optional<bool> enable_prefix_caching;
  std::optional<std::string> mamba_cache_mode;
  std::optional<std::string> mamba_cache_dtype;
  std::optional<std::string> mamba_ssm_cache_dtype;
  std::optional<std::string> attention_backend;
  std::int64_t tensor_parallel_size = 1;
  std::int64_t pipeline_parallel_size = 1;
  std::int64_t decode_context_parallel_size = 1;
  std::int64_t data_parallel_size = 1;
  bool enable_expert_parallel = false;
  bool disable_hybrid_kv_cache_manager = false;
  std::optional<bool> async_scheduling;
  std::optional<std::int64_t> num_gpu_blocks_override;
  bool language_model_only = false;
  bool enforce_eager = false;
  std::optional<SpeculativeConfig> speculative_config;
  std::optional<double> gpu_memory_utilization;
  friend bool operator==(const EngineOptions&, const EngineOptions&) = default;
};

/// Sets one option by the engine's own name, such as "max_model_len".
/// @throws Error (invalid) for an unknown name or a value out of range
void set_option(EngineOptions& options, const std::string& name, const ConfigNode& value);

/// True for the names that set_option takes.
[[nodiscard]] bool is_engine_option(std::string_view name);

/// Options of a JSON object. @throws Error (invalid) as set_option
[[nodiscard]] EngineOptions options_from(const ConfigNode& node);

}  // namespace kvplan
