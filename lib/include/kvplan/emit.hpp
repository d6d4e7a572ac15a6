// Step "emit": a plan → the files that run it. Text alone: nothing is written here.
//
//   plan (JSON) + EmitOptions → Deployment → files
//
// The plan is read from its JSON, so that a plan file and a plan made this moment give the same
// files. What each file says stands in lib/src/emit/templates/, one template a file, named as it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/config.hpp"
#include "kvplan/units.hpp"

namespace kvplan {

enum class ProxyKind { haproxy, nginx };
/// How the ranks of one copy over several boxes are started.
enum class SplitBackend { mp, ray };

/// What a plan does not know: addresses, ports, names, and how long things take here.
struct EmitOptions {
  ProxyKind proxy = ProxyKind::haproxy;
  SplitBackend split_backend = SplitBackend::mp;
  std::optional<std::string> layout;   ///< family or id; nothing: the recommended one
  std::optional<std::int64_t> cap;     ///< requests in flight per copy; nothing: max_num_seqs
  bool pin_cache_bytes = false;        ///< the cache in bytes in place of the utilization
  std::vector<std::string> addresses;  ///< one private address a box
  std::string listen = "127.0.0.1";    ///< of the proxy
  std::string status = "127.0.0.1";    ///< of its own metrics
  bool allow_public = false;           ///< listens that are not local or private
  std::int64_t port = 8000;            ///< of the proxy
  std::int64_t copy_port = 8001;       ///< of the first copy; the next ones follow
  std::int64_t status_port = 8404;     ///< of the proxy's own metrics
  std::int64_t master_port = 29501;    ///< where the ranks of a split meet
  std::string interface;               ///< of the link between the boxes, for NCCL
  std::vector<std::string> paths;      ///< beside those that clients of a chat model need
  std::string serve_model;             ///< what `vllm serve` is given; empty: by the plan's name
  std::string served_model_name;       ///< what clients ask for; empty: the same
  std::string vllm = "/usr/local/bin/vllm";
  std::string image;            ///< empty: vllm/vllm-openai of the plan's release
  std::string user = "kvplan";  ///< whom the copies run as
  std::string config_dir = "/etc/kvplan";
  std::string run_dir = "/run/kvplan";
  std::string key_file = "/etc/kvplan/api.key";
  std::optional<std::int64_t> start_seconds;  ///< nothing: the plan's
  std::optional<std::int64_t> prefill_tok_s;  ///< nothing: the slowest measured on a GB10
  std::int64_t answer_seconds = 1800;         ///< longest answer that is not streamed
  std::int64_t queue_seconds = 300;           ///< a client's patience
  std::int64_t drain_seconds = 120;
  std::int64_t nginx_ban_seconds = 0;  ///< 0: none
  double tool_threshold = 0.8;
  Bytes memory_floor = 5_GiB;
  std::vector<std::string> old_units;   ///< UNIT or UNIT@BOX, in the order to stop them
  std::vector<std::string> serve_args;  ///< further options of `vllm serve`
};

struct EmittedFile {
  std::string path;  ///< below the folder: letters, digits, dots, dashes, slashes
  int mode = 0644;
  std::string text;
};

/// A value and where it comes from, for the comment beside it.
template <class T>
struct Sourced {
  T value{};
  std::string source;
};

struct DeployedBox {
  std::string name;
  std::string address;  ///< 127.0.0.1 for the box of the proxy when nobody else must reach it
  Sourced<double> utilization;
  Bytes total;
  std::vector<std::pair<std::string, Bytes>> services;
};

/// One process of a copy: the whole copy, or its ranks on one of several boxes.
struct DeployedNode {
  std::string id;       ///< "1"; "1-node-2" for the second box of copy 1
  std::size_t box = 0;  ///< index into boxes
  std::int64_t rank = 0;
  Sourced<Bytes> free_at_start;  ///< what the engine's own check asks for
};

struct DeployedCopy {
  std::int64_t number = 1;
  std::string listen;  ///< of its head
  std::int64_t port = 0;
  std::vector<DeployedNode> nodes;
  Sourced<Bytes> cache_bytes;  ///< a rank
  Tokens tokens;
};

/// Everything that the files say, checked: hosts, ports and paths hold no character that any of
/// the formats could take for its own.
struct Deployment {
  EmitOptions options;
  std::string plan_text;  ///< its JSON, for the folder's own record
  std::string layout_id;
  std::string engine;        ///< "vllm 0.33"
  bool drains = true;        ///< the release knows --shutdown-timeout
  bool queue_limit = false;  ///< the release knows --max-num-queued-reqs
  std::string model;         ///< what `vllm serve` is given
  std::string served_name;   ///< what clients ask for
  std::string image;
  Sourced<std::int64_t> cap;
  Sourced<std::int64_t> max_num_seqs;
  Sourced<std::string> max_model_len;
  Sourced<std::string> kv_cache_dtype;
  Sourced<std::int64_t> max_num_batched_tokens;
  std::vector<std::string> arguments;  ///< other options of the engine, as --name=value
  std::int64_t tensor_parallel = 1;
  std::int64_t pipeline_parallel = 1;
  std::vector<DeployedBox> boxes;
  std::vector<DeployedCopy> copies;
  Tokens largest_request;
  Sourced<std::int64_t> start_seconds;
  Sourced<std::int64_t> first_token_seconds;  ///< until everything that the cache holds is read
  Sourced<std::int64_t> read_seconds;         ///< the proxy's patience with a silent copy
  std::vector<std::string> notes;             ///< what was assumed and is worth a look
};

/// @param plan  `--format json` of a plan
/// @throws Error (invalid) naming the field or the option
[[nodiscard]] Deployment deployment_from(const ConfigNode& plan, const EmitOptions& options);

/// Why the files of this plan should not be run: it does not fit, its services lack memory, its
/// need is not met. Nothing: they may.
[[nodiscard]] std::optional<std::string> refusal(const ConfigNode& plan,
                                                 const EmitOptions& options);

/// All files, in the order in which a reader wants them; README.md first.
[[nodiscard]] std::vector<EmittedFile> emit(const Deployment& deployment);

/// A unified diff with three lines around each change; empty when the texts are the same.
/// @param before  nothing: there is no such file yet
[[nodiscard]] std::string unified_diff(const std::optional<std::string>& before,
                                       const EmittedFile& after);

}  // namespace kvplan
