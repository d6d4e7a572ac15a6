// Files that start, front, watch and measure engines, as people have them: what each says, with the
// file and line where it stands. `lint` judges them; a plan may take its options from one (--from);
// `check` reads the start lines of a repository with it.
//
// Read: `vllm serve` lines and scripts that hold them, sparkrun and eugr recipes (v1, v2), docker
// compose, systemd units with their wrapper scripts, `docker inspect`, Kubernetes manifests, Helm
// values of vLLM's production stack, vLLM's own --config file, HAProxy, nginx, LiteLLM and
// Prometheus configurations, files of environment variables. Formats: research of 2026-11-29 into
// public repositories (each reader names its own).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/question.hpp"

namespace kvplan {

struct Origin {
  std::string file;
  int line = 0;  ///< from 1; 0: not known
  friend bool operator==(const Origin&, const Origin&) = default;
};

/// A value as it was written, and where.
struct Given {
  std::string value;
  Origin origin;
};

enum class FileKind {
  script,  ///< a shell script, or pasted lines
  recipe,
  compose,
  unit,  ///< systemd: service, timer, target, drop-in
  docker_inspect,
  kubernetes,
  helm_values,
  engine_config,  ///< vLLM's --config
  haproxy,
  nginx,
  litellm,
  prometheus,
  environment,
  other,  ///< well-formed, and nothing that starts, fronts or scrapes an engine
};
[[nodiscard]] std::string_view name(FileKind kind);

/// One option of an engine's command line.
struct EngineOption {
  std::string name;     ///< the long name without dashes: "tensor-parallel-size"
  std::string spelled;  ///< as written: "-tp"; a field's name where there is no command line
  std::string value;    ///< "true" for a flag; several values are joined by spaces
  Origin origin;
};

/// A port that a container gives away: 127.0.0.1:8000:8000.
struct PublishedPort {
  std::string address;  ///< "" for all interfaces
  int host = 0;
  int container = 0;
  Origin origin;
};

/// A question by which something decides whether a copy lives.
struct HealthCheck {
  std::string text;                    ///< command or path
  double budget_seconds = 0;           ///< how long a start may take before it counts as dead
  bool kills = false;                  ///< and is then stopped
  std::optional<std::string> because;  ///< what the budget was computed from
  Origin origin;
};

/// One start of an engine.
struct ServeCommand {
  std::string name;                   ///< service, unit, recipe or container; may be empty
  std::string engine = "vllm";        ///< or "sglang", "llama.cpp"
  std::optional<Given> model;         ///< as the engine is told
  std::vector<EngineOption> options;  ///< in order
  std::map<std::string, Given> environment;
  std::optional<Given> image;
  bool contained = false;     ///< in a container: its --host is the container's
  bool host_network = false;  ///< but with the host's interfaces
  std::vector<PublishedPort> published;
  std::optional<Given> restart;        ///< "on-failure", "always", "no", as written
  std::optional<Given> memory_limit;   ///< mem_limit, MemoryMax, limits.memory, as written
  std::optional<double> stop_seconds;  ///< between the polite and the hard signal, where it is said
  Origin stop_origin;
  std::vector<HealthCheck> checks;
  bool template_only = false;  ///< values of a chart: the images' and probes' defaults apply
  Origin origin;

  /// The value that counts: the last one. Nothing: not given.
  [[nodiscard]] const EngineOption* find(std::string_view long_name) const;
  [[nodiscard]] std::optional<double> number(std::string_view long_name) const;
  /// Where it listens: --host and --port, or the engine's defaults "" (all) and 8000.
  [[nodiscard]] std::string host() const;
  [[nodiscard]] int port() const;
};

/// A service beside the engines that has a limit of its own.
struct Neighbour {
  std::string name;
  Bytes bytes;
  Origin origin;
};

/// Where something listens, or is expected to.
struct Address {
  std::string host;
  int port = 0;
  Origin origin;
};
/// When a proxy leaves a server out and takes it back, in seconds; what is not given is the proxy's
/// default. Sources: ngx_http_upstream_module; HAProxy configuration manual, 5.2.
struct ServerRule {
  bool used = true;      ///< not taken out by hand ("down", "disabled")
  bool checked = false;  ///< HAProxy asks it
  double max_fails = 1;  ///< nginx; 0: no ban
  double fail_timeout = 10;
  double downinter = 2;  ///< between questions to a server that is down; else inter
  double fastinter = 2;  ///< between its first good answer and the rest; else inter
  double rise = 2;       ///< good answers until it is back
  /// HAProxy: from healthy to back, at most. The first good answer comes within downinter, each
  /// further one fastinter later (srv_getinter in HAProxy's check.c).
  [[nodiscard]] double seconds_until_back() const;
};
/// What a proxy serves: where it listens, and the copies behind it.
struct Proxy {
  FileKind kind = FileKind::haproxy;
  std::string name;
  std::vector<Address> listens;  ///< host "" for all interfaces
  std::vector<Address> servers;
  std::vector<ServerRule> rules;  ///< of its servers, in order
};

/// A systemd unit, as far as starting and stopping goes.
struct Unit {
  std::string name;  ///< "vllm.service", "vllm@.service"
  std::vector<Given> conflicts;
  std::optional<Given> installed;  ///< WantedBy= or RequiredBy=
  std::string starts_unit;         ///< of a timer or path unit
  std::vector<Given> commands;     ///< ExecStart= and the like
  Origin origin;
};

/// `systemctl VERB UNIT` in a script or unit.
struct UnitAction {
  std::string verb;
  std::string unit;  ///< with its suffix
  Origin origin;
  bool guarded = false;  ///< the same file asks is-enabled first
};

/// An address that something talks to.
struct Call {
  std::string host;
  int port = 0;
  std::string path;
  Origin origin;
  bool scrape = false;  ///< Prometheus, or a script that reads /metrics
};

struct DeploymentFile {
  std::string file;
  FileKind kind = FileKind::other;
  std::string text;
};

/// What a set of files says together.
struct DeploymentFiles {
  std::vector<DeploymentFile> files;
  std::vector<ServeCommand> engines;
  std::vector<Neighbour> neighbours;
  std::vector<Proxy> proxies;
  std::vector<Unit> units;
  std::vector<UnitAction> actions;
  std::vector<Call> calls;
};

/// The kind of a file, by content and name.
/// @throws Error (invalid) for a file that is none of them
[[nodiscard]] FileKind kind_of(std::string_view text, const std::filesystem::path& file);

/// Reads files, and those of a folder that are of a known kind. A unit's wrapper script, an
/// environment file and what a proxy's configuration includes are read too where they lie beside
/// it or are among the files.
/// @throws Error (invalid) for a file that cannot be read or understood
[[nodiscard]] DeploymentFiles read_deployment(std::span<const std::filesystem::path> files);

/// The engine starts of a pasted text (`vllm serve …` in any shape).
/// @param file  the name that errors and origins show
[[nodiscard]] std::vector<ServeCommand> engine_starts(std::string_view text,
                                                      const std::string& file);

/// Fills what the question leaves open with the options of a start.
[[nodiscard]] Question with_options_of(const ServeCommand& start, Question question);

/// The one start of a file: FILE, or FILE:NAME where it holds several.
/// @throws Error (invalid) for none, for several without a name, or a name that is not there
[[nodiscard]] ServeCommand read_engine_start(const std::string& file_and_name);

}  // namespace kvplan
