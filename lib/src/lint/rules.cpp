// The rules as data. "measured" is the run of two real copies behind nginx 1.22.1 and HAProxy
// 2.6.12, vLLM 0.32, November 2026; numbers in brackets are its sections. "research" is the reading
// of public repositories of 2026-11-29.
#include <array>

#include "kvplan/lint.hpp"

namespace kvplan {
namespace {

constexpr Severity note = Severity::note;
constexpr Severity warning = Severity::warning;
constexpr Severity error = Severity::error;

constexpr auto rules = std::to_array<LintRule>({
    // Proxies.
    {"ban-outlasts-restart", error,
     "A proxy keeps a copy out of the rotation after it is healthy again.",
     "measured (3): 29.2 s of 502 with a healthy copy at max_fails=3 fail_timeout=30s, 0.3 s at "
     "max_fails=0; vLLM's own nginx page has fail_timeout=10000s"},
    {"keepalive-bans-healthy-copy", error,
     "Idle connections kept to vLLM, which closes them after 5 s, and max_fails=1 ban a healthy "
     "copy.",
     "measured (6): 131 requests got 502 while the copy was well; VLLM_HTTP_TIMEOUT_KEEP_ALIVE=5"},
    {"upstream-keepalive", warning,
     "nginx keeps idle connections to vLLM longer than vLLM does: a stale one is a failed request.",
     "measured (6)"},
    {"read-timeout", warning,
     "The proxy cuts a prefill, or an answer without streaming, that takes longer than its "
     "timeout.",
     "measured (8): 504 after two copies each threw their work away; nginx's default is 60 s "
     "between "
     "two reads; research G.1: prompts of the story's size need 600 s"},
    {"connect-timeout", warning,
     "A box that vanishes without refusing costs each request the connect timeout.",
     "measured (8); nginx's default is 60 s"},
    {"buffering", warning, "The proxy collects a stream before it hands it on.",
     "measured (5): no tokens held back, but a slow client fills memory and temporary files"},
    {"compressed-stream", warning, "A compressed event stream waits for a full buffer.",
     "measured (8): gzip off for text/event-stream"},
    {"body-size", warning, "The proxy refuses long prompts and images with 413.",
     "measured (8): 128k tokens of text are about 0.5 MB; nginx's default is 1 MB"},
    {"post-not-retried", warning,
     "A POST that has been sent is not tried on another copy when its copy dies.",
     "nginx, proxy_next_upstream: non_idempotent; measured (2): 0 of 434 lost with it"},
    {"failing-copy-not-skipped", warning,
     "A copy that answers 500 at once has the fewest connections and draws all requests.",
     "measured (6): 73 of 78 requests lost in 4.2 s behind least_conn without http_500"},
    {"retry-repeats-work", warning,
     "A request that only takes long is sent a second time, to the next copy.",
     "measured (8): both copies worked for nothing and the client got 504 after 6.03 s"},
    {"no-queue", warning, "A full copy is answered with an error and not waited for.",
     "research G.1, measured: nginx max_conns gave 502 in 3 to 23 ms; its queue is commercial"},
    {"short-queue", warning,
     "A request waits for a free slot only a short time before it gets 503.",
     "HAProxy manual: timeout queue, without which timeout connect counts"},
    {"not-fewest-connections", note, "Requests do not go to the copy with the fewest connections.",
     "the story's recommendation 1"},
    {"no-zone", warning, "Each nginx worker counts connections and failures for itself.",
     "nginx, ngx_http_upstream_module: zone; measured (8)"},
    {"no-health-check", warning, "Nothing asks whether a copy is alive.",
     "HAProxy manual: check; without it a server is always up"},
    {"cuts-draining-streams", warning, "Streams that a draining copy would finish are cut.",
     "measured (8): on-marked-down shutdown-sessions"},
    {"metrics-open", warning, "/metrics of the copies is reached through the proxy.",
     "measured (4): ten reads jumped 228, 104, 228, …"},
    {"proxy-calls-itself", error, "The proxy listens where it looks for a copy.",
     "one port, two programs"},
    // Between files.
    {"client-past-proxy", error, "A client talks to one copy directly, past the proxy.",
     "the story's incident 2: a batch job"},
    {"metrics-through-proxy", error,
     "/metrics is read through the proxy: each step down counts as a restart and adds.",
     "the story's incident 3; measured (4)"},
    {"copy-not-scraped", warning, "A copy behind the proxy is not among the scraped ones.",
     "the story's recommendation 4"},
    {"duplicate-port", error, "Two services want one port.", "the second to start fails"},
    // Units and restarts.
    {"conflicting-units-enabled", error,
     "Two units that exclude each other are both started at boot: one stops the other.",
     "the story's incident 4; systemd.unit(5), Conflicts="},
    {"watchdog-starts-other-unit", error,
     "Something starts a unit whose Conflicts= stops the one that should run.",
     "the story's incident 4"},
    {"restart-misses-clean-exit", warning,
     "vLLM leaves with exit code 0 when its engine dies: on-failure never starts it again.",
     "measured (1): the API server leaves by itself 2.2 s after its worker, with exit code 0"},
    {"no-drain", note, "A stop cuts the answers in flight.",
     "measured (1): --shutdown-timeout 0 aborts; with 30 and a proxy that skips it, 28 of 28 fine "
     "(7a)"},
    {"stop-before-drained", warning, "The hard stop comes before the drain is over.",
     "measured (7a): the process left 14 to 17 s after the signal; 20 s beside --shutdown-timeout"},
    {"killed-while-starting", warning,
     "A start is ended before a copy can have loaded its weights.",
     "the story: 5 to 13 minutes a copy"},
    {"health-without-completion", note, "A health check asks nothing of the engine itself.",
     "measured (1): /health 200 and HTTP 500 on the first request"},
    // Engines.
    {"unknown-flag", error, "An option that the engine does not have: it does not start.",
     "argument definitions of vLLM 0.33.0"},
    {"removed-flag", error, "An option that this release no longer has: it does not start.",
     "argument definitions of vLLM 0.33.0, pull requests named in the finding"},
    {"deprecated-flag", warning, "An option that does nothing any more, or soon will not be taken.",
     "vLLM 0.33.0, arg_utils.py"},
    {"option-twice", warning, "An option is given twice: the last one counts.",
     "vLLM 0.33.0, argparse_utils.py; the chart's own comments give utilization twice (research "
     "A.1)"},
    {"option-refused", error, "The engine refuses an option's value: it does not start.",
     "vLLM's own checks of its arguments, as the plan makes them"},
    {"lost-options", error, "A comment ends the command: the options after it are not passed.",
     "POSIX shell: a comment takes the rest of its line, its backslash too"},
    {"open-listen", warning, "The engine answers whoever reaches the box, without a key.",
     "research G.3: the default is all interfaces"},
    {"key-in-file", error, "A key stands in the file.",
     "research G.3: keys by file or environment"},
    {"moving-tag", warning, "An image tag that moves: the copies may differ after the next pull.",
     "research F: common causes"},
    // Memory.
    {"memory-too-little", error, "The share leaves the services and the host too little memory.",
     "the story's incident 5; below 4 to 6 GiB free hosts freeze (public reports)"},
    {"shares-exceed-memory", error, "The engines of one box ask for more than it has.",
     "measured (8): 0.6 + 0.6 was refused at the second start"},
    {"limit-does-not-bind", warning,
     "A container's or unit's memory limit does not see what CUDA allocates where CPU and GPU "
     "share memory.",
     "model-serving-minefield issue 57: 12 GiB allocated under a limit of 8 GiB on GB10"},
});

}  // namespace

std::span<const LintRule> lint_rules() { return rules; }

std::vector<FindingRule> finding_rules() {
  std::vector<FindingRule> found;
  found.reserve(rules.size());
  for (const LintRule& rule : rules) {
    found.push_back({std::string(rule.id), std::string(rule.summary), std::string(rule.source)});
  }
  return found;
}

}  // namespace kvplan
