// A policy: what a deployment is about and the limits it must keep, as `kvplan.toml` says it (TOML,
// JSON or YAML of the same keys).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/question.hpp"

namespace kvplan {

/// Where something stands in the policy.
struct PolicyPlace {
  std::string file;
  int line = 1;
};

struct PolicyLimits {
  std::optional<std::int64_t> min_full_context_requests = std::nullopt;
  std::optional<Tokens> min_kv_cache_tokens = std::nullopt;
  std::optional<Tokens> min_largest_request_tokens = std::nullopt;
  std::optional<Bytes> min_headroom = std::nullopt;  ///< free on every box beside the services
  bool start_up_fits = false;             ///< the start is not refused at the likely free memory
  std::vector<std::string> layouts = {};  ///< families or ids; empty: any
  std::vector<std::string> require_measured =
      {};  ///< "weights", "engine, inside its budget", …: ledger rows; "all"
  std::optional<std::string> max_lint =
      std::nullopt;  ///< the worst finding allowed: none, note, warning
};

/// A limit that may be missed, or a rule of lint that may be broken, until a day.
struct PolicyIgnore {
  std::string limit;  ///< a limit's name, or the id of a rule
  std::string reason;
  std::string until;  ///< "2026-12-31", that day included
  PolicyPlace place;
};

struct Policy {
  std::string file;
  Question question;  ///< the model, boxes, services and engine options
  /// Files of the deployment (policy_files.hpp): what they start is what is planned.
  std::vector<std::string> files;
  PolicyLimits limits;
  std::vector<PolicyIgnore> ignores;
  std::vector<std::pair<std::string, int>> limit_lines;  ///< line of each limit that is set
  /// Where each input stands, by its option: "--util", "--kv-cache-dtype", "--service postgres".
  std::map<std::string, int, std::less<>> input_lines;
  [[nodiscard]] PolicyPlace place_of(std::string_view limit) const;
};

/// The option that sets an input of the engine: "kv_cache_dtype" → "--kv-cache-dtype"; the share of
/// memory is "--util".
[[nodiscard]] std::string option_of_input(std::string_view input);

/// Paths inside (a model, box files, deployment files) are relative to the policy's folder. A model
/// that is a `vllm serve …` line or a file that starts an engine stands for that start.
/// @throws Error (invalid) with the line: an unknown key, a wrong type, a size without a unit, an
///         ignore without a reason or a day, a schema_version other than 1
[[nodiscard]] Policy read_policy(const std::filesystem::path& file);

}  // namespace kvplan
