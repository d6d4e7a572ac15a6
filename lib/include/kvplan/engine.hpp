// An engine is its rules, as data: one value for each rule that changed between releases, so that
// no code asks for a version. Rows and their sources: lib/src/engines/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kvplan/units.hpp"

namespace kvplan {

/// What "GPU KV cache size: N tokens" means.
enum class TokenRule {
  blocks_times_block_size,   ///< num_blocks × block_size
  blocks_per_group,          ///< (num_blocks // groups) × the smallest block_size
  concurrency_times_length,  ///< int(max_concurrency × max_model_len)
};

/// Which states can write a checkpoint during prefill, and so hold one more block a request.
struct CheckpointRule {
  bool mamba2 = false;
  bool gated_delta = false;  ///< only where the prefill kernel is FlashInfer's
  friend bool operator==(const CheckpointRule&, const CheckpointRule&) = default;
};

struct EngineRules {
  std::string name;     ///< "vllm"
  std::string version;  ///< "0.33"
  std::string note;     ///< empty, or what is inferred about these rules
  double gpu_memory_utilization = 0.92;
  TokenRule tokens = TokenRule::concurrency_times_length;
  /// In-flight tokens count concurrent batches; before: max_num_batched_tokens alone.
  bool in_flight_counts_batches = true;
  /// Model runner V2: one batch more under pipeline parallelism with async scheduling.
  bool runner_v2 = true;
  /// group_size = the largest bucket when it is below ratio × the smallest; 1: always smallest.
  double group_size_ratio = 1.5;
  bool null_block_in_fit_check = true;
  bool hybrid_prefix_caching = true;  ///< on by default for models with states
  CheckpointRule checkpoint;
  /// Draft tokens get state rows and blocks of their own.
  bool draft_state_rows = true;
  /// In align mode the attention block is a multiple of the states' checkpoint alignment too.
  bool align_to_checkpoint = true;
  bool graphs_subtracted = true;  ///< the CUDA-graph estimate is taken off the cache
  friend bool operator==(const EngineRules&, const EngineRules&) = default;
};

struct EngineChoice {
  EngineRules rules;
  std::string asked;     ///< as given
  bool assumed = false;  ///< no rules for exactly that version: the nearest older ones were taken
};

/// @param text  "vllm", "vllm@0.33", "vllm@0.32.0", "vllm-b12x"; empty: the newest vLLM covered
/// @throws Error (invalid) for an unknown engine or a version older than any covered
[[nodiscard]] EngineChoice find_engine(std::string_view text);
/// Every set of rules, newest first in each engine.
[[nodiscard]] std::span<const EngineRules> engine_table();

}  // namespace kvplan
