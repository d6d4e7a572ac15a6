// Copies of an engine as their /metrics show them, and what they are together: what adds is added,
// usage is weighed by blocks, an alarm takes the worst. Source: vllm.md G.2; SGLang's names from
// its own /metrics.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kvplan/metrics.hpp"
#include "kvplan/units.hpp"

namespace kvplan {

/// What is not in a copy's answer stays empty.
struct CopyFigures {
  std::optional<double> num_requests_running;
  std::optional<double> num_requests_waiting;
  std::optional<double> kv_cache_usage_perc;  ///< 0…1 of the blocks that requests may take
  std::optional<double> kv_cache_usage_max;   ///< of the fullest engine
  std::optional<double> generation_tokens_total;
  std::optional<double> prompt_tokens_total;
  std::optional<double> num_preemptions_total;
  std::optional<double> prefix_cache_queries_total;  ///< tokens
  std::optional<double> prefix_cache_hits_total;
  std::optional<double> requests_finished_total;
  std::optional<double> spec_decode_num_drafts_total;
  std::optional<double> spec_decode_num_draft_tokens_total;
  std::optional<double> spec_decode_num_accepted_tokens_total;
  std::optional<Tokens> kv_cache_tokens;  ///< as the engine reports them
  std::optional<Blocks> num_blocks;
  std::optional<double> max_concurrency;
  std::optional<Histogram> time_to_first_token;
  std::optional<Histogram> inter_token_latency;

  [[nodiscard]] std::optional<double> prefix_cache_hit_rate() const;
  [[nodiscard]] std::optional<double> draft_acceptance() const;
};

struct CopyStatus {
  std::string url;
  bool up = false;
  std::string error;  ///< why it is not up
  std::string model;
  std::optional<double> start_time;  ///< unix seconds, of its API server
  CopyFigures figures;
  bool restarted = false;       ///< between two readings
  bool several_behind = false;  ///< answers alternate: a proxy, not a copy
  std::vector<std::string> notes;
};

[[nodiscard]] CopyStatus copy_status(const Exposition& metrics);
[[nodiscard]] CopyStatus missing_copy(std::string url, std::string error);

/// Readings of one URL one after the other → its last state, and whether it restarted between them
/// (another start time, counters that fall) or the answers come from several processes in turn.
[[nodiscard]] CopyStatus copy_status(std::span<const CopyStatus> readings);

/// The copies that are up, together. A figure that one of them lacks is added over the others.
[[nodiscard]] CopyFigures add_up(std::span<const CopyStatus> copies);

struct FleetStatus {
  std::vector<CopyStatus> copies;
  CopyFigures total;
  /// Cache of one copy by the plan, where there is one.
  std::optional<Tokens> planned_tokens;
  std::vector<std::string> notes;
  [[nodiscard]] bool all_up() const;
};
/// Adds, and says what does not look right over the copies.
[[nodiscard]] FleetStatus fleet(std::vector<CopyStatus> copies,
                                std::optional<Tokens> planned_tokens = std::nullopt);

/// Contract: JSON of metrics.
[[nodiscard]] std::string render_json(const FleetStatus& status);
[[nodiscard]] std::string render_text(const FleetStatus& status, bool colour);
[[nodiscard]] std::string render_markdown(const FleetStatus& status);
[[nodiscard]] std::string render_html(const FleetStatus& status);
/// A row a copy, without the total: a table adds by itself.
[[nodiscard]] std::string render_csv(const FleetStatus& status);

}  // namespace kvplan
