// A calibration: what one box really takes beside weights and cache, learned from start-up logs,
// /proc/meminfo and /metrics. Its JSON (`kvplan calibrate --format json`) is the file that
// `--calibration` reads.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/box.hpp"
#include "kvplan/config.hpp"
#include "kvplan/meminfo.hpp"
#include "kvplan/metrics.hpp"
#include "kvplan/startup_log.hpp"

namespace kvplan {

/// What of a start counts for a plan. Bytes are of one rank, the one that binds.
struct CalibrationRun {
  std::string file;
  int line = 1;
  std::string engine;
  std::optional<std::string> engine_version;
  std::optional<std::string> backend;
  std::optional<std::string> model;
  std::optional<double> gpu_memory_utilization;
  std::optional<Tokens> max_num_batched_tokens;
  std::optional<std::int64_t> max_num_seqs;
  std::optional<std::int64_t> tensor_parallel;
  std::optional<std::int64_t> pipeline_parallel;
  std::optional<bool> enforce_eager;
  std::optional<std::string> kv_cache_dtype;
  std::optional<std::string> speculative_config;  ///< as given; tells runs with drafts apart

  std::optional<Bytes> total;
  std::optional<Bytes> requested;
  std::optional<Bytes> free_at_start;
  std::optional<Bytes> weights;
  std::optional<Bytes> available_kv;
  std::optional<Bytes> kv_cache_memory;  ///< given in bytes: available_kv is that, not measured
  std::optional<Bytes> beside_cache;     ///< requested − available_kv: weights and other use
  std::optional<Bytes> other;            ///< requested − weights − available_kv
  std::optional<Bytes> peak_activation;
  std::optional<Bytes> non_torch;
  std::optional<Bytes> graphs_estimated;
  std::optional<Bytes> graphs;

  std::optional<Tokens> tokens;
  std::optional<double> max_concurrency;
  std::optional<Tokens> max_model_len;
  std::optional<std::string> refused;
  std::vector<std::string> notes;
};

/// One learned figure. Names that terms have:
///   total               memory of the box, as the engine or the kernel counts it
///   system              used before the engine came: total − free at its start
///   other_inside_budget beside weights and cache, inside one rank's budget
///   beside_cache        weights and other use together, where the weights are not known
///   beside_cache_fixed, per_batched_token, per_seq   a line through runs that vary an option:
///                       beside_cache = fixed + batched tokens × slope + sequences × slope
///   per_utilization     slope of beside_cache over utilization (bytes for 1.00), only where it
///                       moves more than boots differ; an engine's arithmetic has none
///   peak_activation, non_torch, graphs, graphs_estimated  parts of other_inside_budget
///   outside_budget      of the engine beyond its budget, on a box whose memory is shared
///   api_server          resident memory of the API server's process
struct CalibrationTerm {
  std::string name;
  std::string model;   ///< whose runs it was learned from; empty: any model's
  std::string engine;  ///< "vllm 0.20", or empty
  Band bytes;          ///< source: from what, and whether measured or fitted
  std::int64_t runs = 0;
  std::optional<Bytes> residual;  ///< of a fit: the largest miss over its runs; needs a spare run
  /// For a slope: bytes of one token or sequence, at full precision; `bytes` is it rounded.
  std::optional<double> slope;
};

struct Calibration {
  std::vector<CalibrationRun> runs;
  std::vector<CalibrationTerm> terms;
  std::vector<std::string> contradictions;  ///< runs that do not agree, one sentence each
  std::vector<std::string> notes;

  [[nodiscard]] const CalibrationTerm* find(std::string_view name,
                                            std::string_view model = "") const;
};

struct CalibrationInput {
  std::vector<StartupRun> starts;
  std::vector<MemInfo> meminfo;
  std::vector<Exposition> metrics;
  std::optional<Bytes>
      weights;  ///< given by the user, all ranks together: for logs that do not say
  /// The box's total, where no input says it (logs at INFO level of older releases do not).
  std::optional<Bytes> total;
  /// What the starts serve, where a log has only a path such as /models/target.
  std::optional<std::string> model;
};

/// Adds a file by what is in it: a start-up log, /proc/meminfo or /metrics.
/// @throws Error (invalid) when it is none of them
void add_evidence(CalibrationInput& input, std::string_view text, const std::string& file);

/// @throws Error (unknown) when there is nothing to learn from; a start that holds too little is a
///         run with gaps, not an error
[[nodiscard]] Calibration calibrate(const CalibrationInput& input);

/// A start that has not happened yet.
struct PlannedStart {
  std::string model;  ///< a name or a path; compared by its last part, without org
  std::string engine = "vllm";
  std::int64_t tensor_parallel = 1;
  std::int64_t pipeline_parallel = 1;
  std::optional<Tokens> max_num_batched_tokens;
  std::optional<std::int64_t> max_num_seqs;
  std::optional<bool> enforce_eager;
  bool drafts = false;                ///< speculative decoding
  std::string version;                ///< "0.33": starts of this release count before others
  std::optional<bool> unified;        ///< memory shared with the CPU, where boots differ more
  std::optional<double> utilization;  ///< for what was found to move with it
};

/// Weights and other use together, on one rank, from runs of the same model and options: the band
/// holds all of them and the spread that boots of one start show (GB10.md 4: 0.9 GiB over five
/// boots; a card of its own 0.25 GiB; the CPU backend 0.1 GiB). Runs of another release count only
/// where there are none of this one, with twice the spread. Options that the calibration fitted may
/// differ. Nothing where there is no such run.
[[nodiscard]] std::optional<Band> beside_cache(const Calibration& calibration,
                                               const PlannedStart& start);
/// The same without the weights.
[[nodiscard]] std::optional<Band> other_inside_budget(const Calibration& calibration,
                                                      const PlannedStart& start);
/// What the cache gets at another utilization: ceil(total × utilization) − beside_cache.
[[nodiscard]] std::optional<Band> available_at(const Calibration& calibration,
                                               const PlannedStart& start, double utilization);

/// True when two names mean one model: "Qwen/Qwen3.6-35B" and "/models/qwen3.6-35b/".
[[nodiscard]] bool same_model(std::string_view a, std::string_view b);

/// Contract: JSON of calibrate, which is the calibration file too.
[[nodiscard]] std::string render_json(const Calibration& calibration);
[[nodiscard]] std::string render_text(const Calibration& calibration, bool colour);

/// @throws Error (invalid) with file and JSON pointer for another schema_version or a wrong value
[[nodiscard]] Calibration read_calibration(const std::filesystem::path& file);
[[nodiscard]] Calibration calibration_from(const ConfigNode& node);

}  // namespace kvplan
