// What a start-up log says: every number that vLLM 0.5 to 0.33 or SGLang prints about memory, on
// CUDA or CPU, whatever carried the log (a file, journald, docker, compose, JSON lines). What a log
// does not hold stays empty. Source: vllm.md A.11, vllm-versions.md 2.1 and 3.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/units.hpp"

namespace kvplan {

/// What one worker prints. GiB values carry two decimals, so bytes are good to ±5 MiB; where the
/// engine prints whole bytes they are exact.
struct RankFigures {
  std::string rank;  ///< "TP0", "PP1", "" where the log names none
  std::optional<Bytes> total;
  std::optional<Bytes> free_at_start;
  std::optional<Bytes> requested;  ///< the budget: ceil(total × utilization)
  std::optional<Bytes> weights;    ///< target and draft, as the allocator counts them
  std::optional<Bytes> available_kv;
  std::optional<Bytes> consumed;  ///< weights + all that is not torch's (0.27 on; CPU: its RSS)
  std::optional<Bytes> peak_activation;
  std::optional<Bytes> non_torch;
  std::optional<Bytes> graphs_estimated;  ///< taken off the cache from 0.20.0 on
  std::optional<Bytes> graphs;            ///< as captured
  std::optional<double> load_seconds;
  std::optional<std::int64_t> num_blocks;
  std::optional<Tokens> tokens;
  std::optional<double> max_concurrency;
};

/// One start of an engine.
struct StartupRun {
  std::string file;
  int line = 1;        ///< where this start begins
  std::string stream;  ///< a compose service or a unit, where one file holds several
  std::string engine = "vllm";
  std::optional<std::string> engine_version;
  std::optional<std::string> backend;  ///< "cuda", "cpu", …
  std::optional<std::string> model;
  /// The options that were given, by vLLM's names; values as Python prints them, text unquoted.
  std::map<std::string, std::string> options;

  std::optional<double> gpu_memory_utilization;
  std::optional<Bytes> kv_cache_memory;  ///< given in bytes: nothing was profiled
  std::optional<std::string> kv_cache_dtype;
  std::optional<std::int64_t> tensor_parallel;
  std::optional<std::int64_t> pipeline_parallel;
  std::optional<Tokens> max_num_batched_tokens;
  std::optional<std::int64_t> max_num_seqs;
  std::optional<bool> enforce_eager;
  std::optional<bool> enable_prefix_caching;
  std::optional<std::int64_t> block_size;  ///< of attention, where the log says it

  std::optional<Bytes> checkpoint;  ///< size of the files
  std::optional<Bytes> host_available_before_load;
  std::vector<RankFigures> ranks;
  /// The rank that binds: the one with the least for its cache. Where the log splits one rank's
  /// lines over several processes they are one.
  RankFigures bound;

  std::optional<Tokens> tokens;  ///< as printed; the smallest where ranks printed their own
  std::optional<double> max_concurrency;
  std::optional<Tokens> max_model_len;
  std::optional<double> init_seconds;
  std::optional<double> compile_seconds;

  std::optional<std::string> refused;  ///< why the engine did not start, in few words
  std::optional<Bytes> needed;         ///< a refusal's: the cache of one request
  std::optional<Tokens> estimated_max_model_len;
  bool complete = false;  ///< it came to the size of the cache
  /// What is missing or does not agree, one sentence each.
  std::vector<std::string> notes;

  /// Budget minus cache: weights and all other use of one rank. Nothing where the cache was given
  /// in bytes, for then nothing was measured.
  [[nodiscard]] std::optional<Bytes> beside_cache() const;
  /// Budget minus weights minus cache: what the engine takes inside its budget. On the CPU backend
  /// the weights are those of the checkpoint.
  [[nodiscard]] std::optional<Bytes> other() const;
  /// Of the rank that binds; on the CPU backend the checkpoint's share.
  [[nodiscard]] std::optional<Bytes> weights() const;
};

/// True when the text has a line that only an engine's start-up prints.
[[nodiscard]] bool looks_like_startup_log(std::string_view text);

/// Every start in the text, in order.
/// @param file  the name that errors and runs show
/// @throws Error (invalid) when not one line of an engine is in it
[[nodiscard]] std::vector<StartupRun> read_startup_log(std::string_view text,
                                                       const std::string& file);

}  // namespace kvplan
