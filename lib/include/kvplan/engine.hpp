// An engine is its rules, as data: one value for each rule that changed between releases, so that
// no code asks for a version. Rows and their sources: lib/src/engines/.
#pragma once

#include <array>
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

/// The need that the engine compares with the memory before it starts.
enum class NeedRule {
  each_layer,   ///< Σ over layers of their own pages, before promotion and padding
  first_group,  ///< the first group's blocks only: hybrids that hold no full request do start
  all_groups,
};

/// What `num_gpu_blocks_override` replaces.
enum class OverrideRule {
  nothing,             ///< it was logged and not applied
  blocks_after_check,  ///< the count, once the profiled memory has passed the fit check
  memory,              ///< the memory itself, before the check
};

/// How layers with unequal pages come to one page; each rule includes those before it.
enum class UnifyRule {
  refused,
  by_block_size,           ///< a page that divides the largest gets a larger block
  pads_strided_attention,  ///< attention is padded where its backend indexes by block stride
  pads_states,
  pads_attention,  ///< any attention but latent
};

/// Models whose caches lie block by block (DeepSeek-V4 first).
enum class PackedRule {
  none,
  tuples_padded,     ///< window pages padded; a block costs Σ full pages × the most tuples
  tuples_by_page,    ///< window pages padded; a block costs Σ over page sizes of the longest list
  tuples_widest,     ///< unpadded; a block costs the widest group
  any_block_layout,  ///< the same groups for every such model
};

/// Blocks of one request in a state group (S: draft tokens, K: checkpoint block).
enum class StateBlockRule {
  by_mamba_block,  ///< cdiv(max_model_len, mamba block): 1 without prefix caching
  by_mode,         ///< none: 1 + S; align: 2 + S + K; all: cdiv(max_model_len, block)
};

/// Prefix caching of models with states.
enum class StateCachingRule {
  refused,     ///< forced off, or an error
  declared,    ///< off by default; silently off for models that do not declare it
  on_request,  ///< off by default
  by_default,  ///< on for hybrids
};

/// mamba_cache_mode where prefix caching is on and no mode was given.
enum class CacheModeRule {
  all_where_declared,            ///< "all" for Mamba 1 and 2, "align" for the others
  all_where_declared_undrafted,  ///< the same, but "align" with speculative decoding
  align,
};

/// The recurrent state's type where a model asks for more than its own dtype (Nemotron-H).
enum class StateDtypeRule {
  model,  ///< the model's dtype, whatever the config says
  config_or_float16,
  config_or_float32,
};

/// The step of the attention block that is grown to hold a state page.
enum class AlignRule {
  none,           ///< not grown: a state page that is larger is an error
  fixed,          ///< 16, and `latent_step` for latent attention
  first_backend,  ///< the smallest kernel of the first attention backend, or --block-size
  every_backend,  ///< and a multiple of every backend's kernel
};

/// What a sparse latent cache in fp8 is stored as.
enum class SparseCacheRule {
  auto_packed,  ///< fp8_ds_mla even for "auto"
  fp8_packed,   ///< fp8 is fp8_ds_mla on every backend
  by_backend,   ///< where the backend reads nothing else
};

/// Where the default block size of latent attention comes from.
enum class LatentBlockRule {
  by_device,      ///< before a backend is chosen: 64, or 128 for CUTLASS MLA
  first_backend,  ///< 16, or the first backend's smallest kernel
  every_backend,  ///< 16, or the least common multiple over all backends
};

/// The first choice among latent kernels on compute capability 10.x.
enum class LatentBackendRule { none, cutlass, flashinfer };

/// Which models run on runner V2.
enum class RunnerRule { v1, v2_dense, v2 };

/// What the engine takes off its share besides the cache.
enum class NonCacheRule {
  weights_peak_and_other,  ///< weights + growth of torch's peak + growth outside torch
  consumed_and_headroom,   ///< free memory before − after, + the transient peak's headroom
};

/// What becomes of the CUDA-graph estimate.
enum class GraphRule { not_estimated, logged, subtracted };

/// How free memory is read where CPU and GPU share it.
enum class SharedMemoryRule {
  cuda_free,                   ///< cudaMemGetInfo, page cache counted as used
  available_by_capability,     ///< MemAvailable on compute capability 8.7, 11.0, 12.1
  available_where_integrated,  ///< MemAvailable where the device says it is integrated
};

/// Which states can write a checkpoint during prefill, and so hold one more block a request.
struct CheckpointRule {
  bool mamba2 = false;
  bool gated_delta = false;  ///< only where the prefill kernel is FlashInfer's
  bool kimi_delta = true;    ///< KDA
  friend bool operator==(const CheckpointRule&, const CheckpointRule&) = default;
};

/// A release of the engine as numbers: 0.10.1.1 → {0, 10, 1, 1}.
using Release = std::array<int, 4>;

/// The defaults are those of the newest release; the rows of older ones say what was different.
struct EngineRules {
  std::string name;     ///< "vllm"
  std::string version;  ///< "0.33", "0.20.1"
  std::string note;     ///< empty, or what is inferred about these rules
  Release release{};

  // Reported.
  TokenRule tokens = TokenRule::concurrency_times_length;
  bool one_line = true;  ///< size and concurrency stand in one line of the log
  /// Concurrency divides by the request's bytes over the first group's page, not by blocks.
  bool concurrency_by_first_page = false;

  // Memory.
  double gpu_memory_utilization = 0.92;
  GraphRule graphs = GraphRule::subtracted;
  NonCacheRule non_cache = NonCacheRule::consumed_and_headroom;
  SharedMemoryRule shared_memory = SharedMemoryRule::available_where_integrated;

  // The fit check.
  NeedRule need = NeedRule::all_groups;
  bool need_of_whole_model = false;  ///< each pipeline stage is charged with all layers
  bool null_block_in_fit_check = true;
  OverrideRule block_override = OverrideRule::memory;
  bool auto_fit = true;  ///< --max-model-len -1 exists

  // Serving defaults.
  bool large_device_tier = true;        ///< 16,384 batched tokens and 1,024 requests from 160 GiB
  bool cap_seqs_by_batch = true;        ///< default max_num_seqs is at most max_num_batched_tokens
  std::int64_t cpu_max_num_seqs = 128;  ///< a rank
  bool async_by_default = true;
  bool async_with_pipeline = true;
  bool async_with_other_drafts = true;  ///< ngram, suffix
  bool async_for_pooling = false;
  /// In-flight tokens count concurrent batches; before: max_num_batched_tokens alone.
  bool in_flight_counts_batches = true;
  /// Runner V2: one batch more under pipeline parallelism with async scheduling.
  RunnerRule runner = RunnerRule::v2;
  /// max_position_embeddings is YaRN's own length; before: original length × factor.
  bool yarn_length_as_given = true;

  // Groups.
  /// group_size = the largest bucket when it is below ratio × the smallest; 1: always smallest.
  double group_size_ratio = 1.5;
  bool strided_groups = true;        ///< group i of n takes every n-th layer; before: neighbours
  bool group_by_whole_model = true;  ///< before: each pipeline stage by itself
  bool uniform_type_groups = true;   ///< one group for layers of one type with unequal pages
  UnifyRule unify = UnifyRule::pads_attention;
  bool latent_window_fallback = true;  ///< latent + window pages that differ: all kept in full
  PackedRule packed = PackedRule::any_block_layout;
  bool rings_are_state_buckets = true;    ///< packed groups of rings are split as states are
  bool hybrid_manager_for_chunks = true;  ///< chunked attention: on unless switched off
  bool context_parallel = true;           ///< --decode-context-parallel-size exists

  // States.
  CheckpointRule checkpoint{.mamba2 = true, .gated_delta = true, .kimi_delta = true};
  StateBlockRule state_blocks = StateBlockRule::by_mode;
  StateCachingRule state_caching = StateCachingRule::by_default;
  CacheModeRule cache_mode = CacheModeRule::align;
  bool cache_mode_all = false;             ///< mode "all" exists
  bool cache_mode_all_adds_drafts = true;  ///< S more blocks in it
  bool align_with_drafts = true;           ///< mode "align" allows speculative decoding
  /// Draft tokens get state rows, and blocks, of their own.
  bool draft_state_rows = true;
  /// Without prefix caching, or in that rule's release always, a state's block spans the request.
  bool state_block_follows_attention = true;
  bool separate_state_dtypes = true;  ///< convolution and recurrent state; before: one dtype
  StateDtypeRule state_dtype = StateDtypeRule::config_or_float32;

  // Block sizes and kernels.
  AlignRule align = AlignRule::every_backend;
  /// In align mode the attention block is a multiple of the states' checkpoint alignment too.
  bool align_to_checkpoint = true;
  std::int64_t latent_step = 128;    ///< at least so much for latent attention; see AlignRule
  bool step_by_state_chunk = false;  ///< in mode "all": a multiple of mamba_chunk_size too
  bool flashinfer_step_32 = false;   ///< 32 on CC 10.x with head size 256 and FlashInfer
  bool stride_alignment = true;      ///< pages keep whole kernel blocks of the backend
  LatentBlockRule latent_block = LatentBlockRule::every_backend;
  LatentBackendRule latent_blackwell = LatentBackendRule::flashinfer;
  bool latent_list_for_12x = true;  ///< compute capability 12.x has a list of its own

  // Cache dtypes.
  bool modelopt_cache_dtype = true;  ///< "auto" reads a ModelOpt checkpoint
  bool modelopt_4bit_cache_dtype = true;
  bool compressed_tensors_cache_dtype = true;  ///< "auto" reads compressed-tensors
  bool checkpoint_overrides_given = false;     ///< compressed-tensors wins over an explicit dtype
  SparseCacheRule sparse_cache = SparseCacheRule::by_backend;
  bool sparse_fp8_on_sm10x = true;  ///< "auto" is fp8 for GLM-5's sparse attention there
  bool v_head_dim_full = true;      ///< full layers store the V head's own size
  bool v_head_dim_window = true;

  friend bool operator==(const EngineRules&, const EngineRules&) = default;
};

struct EngineChoice {
  EngineRules rules;
  std::string asked;  ///< as given
  /// No rules for exactly that version: those of rules.version, the nearest older release that
  /// was read, were taken. A build between releases (0.20.1.dev0) is such a version.
  bool assumed = false;
};

/// @param text  "vllm", "vllm@0.33", "vllm@0.19.2rc1.dev134+g0", "vllm-b12x"; empty: the newest
///              vLLM covered
/// @throws Error (invalid) for an unknown engine or a version older than any covered
[[nodiscard]] EngineChoice find_engine(std::string_view text);
/// Every set of rules, newest first in each engine.
[[nodiscard]] std::span<const EngineRules> engine_table();

}  // namespace kvplan
