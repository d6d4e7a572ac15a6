// The readers of other tools' files, one a tool; formats.cpp says which reads what.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/config.hpp"
#include "kvplan/measurement.hpp"

namespace kvplan::traffic {

using Points = std::vector<Measurement>;

void read_csv_points(std::string_view text, const std::string& file, Measurements& out);
void read_own_json(const ConfigNode& item, Measurements& out);
void read_vllm_bench(const ConfigNode& run, Measurements& out);
void read_llama_benchy(const ConfigNode& root, Measurements& out);
void read_llama_benchy_csv(std::string_view text, const std::string& file, Measurements& out);
void read_llama_benchy_markdown(std::string_view text, const std::string& file, Measurements& out);
void read_guidellm(const ConfigNode& root, Measurements& out);
void read_aiperf(const ConfigNode& root, Measurements& out);
void read_aiperf_csv(std::string_view text, const std::string& file, Measurements& out);
void read_aiperf_records(const std::vector<ConfigNode>& records, Measurements& out);
void read_inference_perf(const ConfigNode& root, Measurements& out);
void read_inference_perf_requests(const ConfigNode& root, Measurements& out);
void read_access_log(std::string_view text, const std::string& file, Measurements& out);
/// Two snapshots of one copy. @param seconds  between them
void read_metrics_pair(const std::string& before, const std::string& after,
                       std::optional<double> seconds, Measurements& out);
[[nodiscard]] bool looks_like_metrics(std::string_view text);
[[nodiscard]] bool looks_like_access_log(std::string_view text);

/// A member that must be a finite number of at least `min`.
[[nodiscard]] double number_at(const ConfigNode& node, std::string_view key, double min = 0);
/// The same where it may be absent or null.
[[nodiscard]] std::optional<double> maybe_number(const ConfigNode& node, std::string_view key,
                                                 double min = 0);
/// A member by a path of keys; nothing when one is absent or no object.
[[nodiscard]] std::optional<ConfigNode> find_path(const ConfigNode& node,
                                                  std::initializer_list<std::string_view> path);

/// A whole cell as a finite number; nothing for an empty one.
/// @throws Error (invalid) for anything else
[[nodiscard]] std::optional<double> cell_number(std::string_view cell, const Error::Where& where,
                                                std::string_view what);
/// A whole text as a finite number, by a point in every locale; nothing else.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// "line 7", for an error's pointer.
[[nodiscard]] std::string line_name(std::size_t number);
/// Fills percentiles from values at hand.
[[nodiscard]] Latency summarized(std::vector<double> values);

/// A text cut into lines without their ends, numbered from 1 by position.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace kvplan::traffic
