// Step "resolve": options, device and model → the values that the engine ends with, as it prints
// them at start-up. Everything that later steps ask is here; they never look at options again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kvplan/architecture.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/options.hpp"
#include "kvplan/platform.hpp"

namespace kvplan {

struct Serving {
  Dtype dtype = Dtype::bfloat16;
  CacheDtype cache_dtype = CacheDtype::bfloat16;
  std::string kv_cache_dtype;         ///< as the engine shows it: "auto", "fp8", …
  std::string kv_cache_dtype_source;  ///< "given", or the config field that decided
  Tokens max_model_len;
  bool auto_fit = false;        ///< max_model_len -1: the capacity step shortens it
  bool beyond_derived = false;  ///< longer than the model's own length
  std::int64_t max_num_seqs = 0;
  Tokens max_num_batched_tokens;
  Tokens max_in_flight_tokens;
  bool async_scheduling = true;
  bool enable_prefix_caching = true;
  bool align_states = false;  ///< mamba_cache_mode "align"
  bool keep_states = false;   ///< mamba_cache_mode "all"; both false: "none"
  Dtype conv_dtype = Dtype::bfloat16;
  Dtype ssm_dtype = Dtype::bfloat16;
  std::int64_t num_speculative_tokens = 0;
  bool gdn_flashinfer = false;  ///< GDN's prefill kernel is FlashInfer's
  std::int64_t tensor_parallel = 1;
  std::int64_t pipeline_parallel = 1;
  std::int64_t decode_context_parallel = 1;
  bool hybrid_manager = true;
  friend bool operator==(const Serving&, const Serving&) = default;
};

/// @throws Error (invalid) for options that the engine refuses
[[nodiscard]] Serving resolve(const Architecture& model, const EngineOptions& options,
                              const Platform& platform, const EngineRules& rules);

}  // namespace kvplan
