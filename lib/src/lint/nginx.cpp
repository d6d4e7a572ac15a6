// nginx in front of copies. Defaults by nginx.org: max_fails=1, fail_timeout=10s,
// proxy_read_timeout 60s, proxy_connect_timeout 60s, client_max_body_size 1m, proxy_next_upstream
// error timeout.
#include "deployment/nginx.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "lint/context.hpp"
#include "text.hpp"

namespace kvplan::lint_rules_of {
namespace {

using namespace deployment;

constexpr double default_ban = 10;
constexpr double default_timeout = 60;
/// Bans up to this long are what a proxy without active checks needs for a box that vanishes
/// (measured: 3 s bans cost 3.1 s).
constexpr double short_ban = 5;
constexpr double vllm_keepalive = 5;

class NginxRules {
 public:
  NginxRules(Context& context, const Directive& root)
      : context_(context), root_(root), passes_(proxy_passes(root)) {
    for (const ProxyPass& pass : passes_) passes_of_[pass.upstream].push_back(&pass);
    for (const ServeCommand& start : context_.files.engines) {
      engine_ports_.insert(start.port());
      engine_keepalive_ = std::max(engine_keepalive_, keepalive_of(start));
    }
  }

  void run() {
    const std::vector<const Directive*> upstreams = blocks(root_, "upstream");
    for (const Directive* upstream : engines_among(upstreams)) check_upstream(*upstream);
    // A location that names one engine directly has timeouts too.
    std::set<std::string> names;
    for (const Directive* upstream : upstreams) names.insert(upstream->value());
    for (const ProxyPass& pass : passes_) {
      const bool named = names.contains(pass.upstream);
      const auto address = named ? std::nullopt : address_of(pass.upstream, 80, pass.pass->origin);
      if (address && is_engine_port(address->port)) check_pass(pass, 1, false);
    }
  }

 private:
  /// vLLM's own end may have been told to wait longer.
  static double keepalive_of(const ServeCommand& start) {
    const auto given = start.environment.find("VLLM_HTTP_TIMEOUT_KEEP_ALIVE");
    const auto seconds =
        given == start.environment.end() ? std::nullopt : seconds_of(given->second.value);
    return seconds.value_or(vllm_keepalive);
  }

  [[nodiscard]] bool is_engine_port(int port) const { return engine_ports_.contains(port); }
  [[nodiscard]] std::span<const ProxyPass* const> passes_of(const Directive& upstream) const {
    const auto found = passes_of_.find(upstream.value());
    return found == passes_of_.end() ? std::span<const ProxyPass* const>{} : found->second;
  }

  /// Of several upstreams only those that look like engines: a site's own are not ours to judge.
  [[nodiscard]] std::vector<const Directive*> engines_among(
      const std::vector<const Directive*>& upstreams) const {
    std::vector<const Directive*> found;
    std::ranges::copy_if(upstreams, std::back_inserter(found),
                         [&](const Directive* each) { return looks_like_engines(*each); });
    return found.empty() || upstreams.size() == 1 ? upstreams : found;
  }
  [[nodiscard]] bool looks_like_engines(const Directive& upstream) const {
    static constexpr std::array<std::string_view, 9> signs{
        "vllm", "llm", "openai", "model", "sglang", "spark", "gb10", "inference", "copies"};
    const std::string name = lowered(upstream.value());
    if (std::ranges::any_of(signs, [&](auto sign) { return name.find(sign) != std::string::npos; }))
      return true;
    for (const Directive* server : upstream.all("server")) {
      const auto address = address_of(server->value(), 80, server->origin);
      if (address && is_engine_port(address->port)) return true;
    }
    return std::ranges::any_of(passes_of(upstream), [&](const ProxyPass* pass) {
      const auto& values = pass->scopes[0]->values;
      return !values.empty() && values.back().starts_with("/v1");
    });
  }

  void check_upstream(const Directive& upstream) {
    const std::vector<const Directive*> servers = upstream.all("server");
    std::size_t active = 0;
    for (const Directive* server : servers) active += server->has_word("down") ? 0U : 1U;
    // In a group of one server both parameters are ignored (ngx_http_upstream_module).
    if (servers.size() > 1) check_bans(servers);
    check_queue(servers);
    check_keepalive(upstream, servers);
    check_balance(upstream, servers);
    const auto passes = passes_of(upstream);
    for (const ProxyPass* pass : passes) {
      check_pass(*pass, servers.size(), upstream.find("least_conn") != nullptr);
    }
    if (!passes.empty()) check_metrics(*passes.front(), servers.size());
  }

  void check_bans(const std::vector<const Directive*>& servers) {
    for (const Directive* server : servers) {
      const ServerRule rule = server_rule(*server);
      if (rule.max_fails == 0 || !rule.used) continue;
      const auto given = server->parameter("fail_timeout");
      const double ban = rule.fail_timeout;
      if (ban <= short_ban) continue;
      const double tail = ban_tail(context_, ban);
      const std::string said = given ? "fail_timeout=" + *given : "no fail_timeout, so 10 s";
      context_.add("ban-outlasts-restart", server->origin,
                   {said + ": after all copies were away nginx answers 502 for up to " +
                        time_text(tail) + " more although " + server->value() + " is healthy",
                    "max_fails=0 (a refused connection costs under 1 ms); or max_fails=3 "
                    "fail_timeout=1s with proxy_connect_timeout 1s where a box can vanish",
                    tail, std::nullopt, ban > default_ban ? Severity::error : Severity::warning});
    }
  }

  void check_queue(const std::vector<const Directive*>& servers) {
    for (const Directive* server : servers) {
      const auto most = server->parameter("max_conns");
      if (!most || most == "0") continue;
      context_.add("no-queue", server->origin,
                   {"max_conns=" + *most + ": with all copies full nginx answers 502 at once",
                    "cap in the engine (--max-num-seqs, which queues) or in HAProxy (maxconn with "
                    "timeout queue)"});
      return;
    }
  }

  void check_keepalive(const Directive& upstream, const std::vector<const Directive*>& servers) {
    const Directive* keepalive = upstream.find("keepalive");
    if (keepalive == nullptr || keepalive->value() == "0") return;
    const Directive* timeout = upstream.find("keepalive_timeout");
    const double ours =
        timeout ? seconds_of(timeout->value()).value_or(default_timeout) : default_timeout;
    const double theirs = engine_keepalive_;
    if (ours < theirs) return;
    const std::string text = "keepalive holds idle connections for " + time_text(ours) +
                             ", vLLM closes them after " + time_text(theirs);
    const std::string fix =
        "no keepalive (a new connection costs 0.1 ms), or keepalive_timeout 4s;";
    for (const Directive* server : servers) {
      const auto fails = server->parameter("max_fails");
      if (servers.size() < 2 || (fails && *fails != "1")) continue;
      const auto given = server->parameter("fail_timeout");
      const double ban = given ? seconds_of(*given).value_or(default_ban) : default_ban;
      context_.add("keepalive-bans-healthy-copy", keepalive->origin,
                   {text + ": one stale connection bans a healthy copy for " + time_text(ban),
                    fix + " and max_fails=0", ban, std::nullopt,
                    fails ? Severity::error : Severity::warning});
      return;
    }
    context_.add("upstream-keepalive", keepalive->origin,
                 {text, fix + " or a longer VLLM_HTTP_TIMEOUT_KEEP_ALIVE"});
  }

  void check_balance(const Directive& upstream, const std::vector<const Directive*>& servers) {
    if (servers.size() < 2) return;
    static constexpr std::array<std::string_view, 4> chosen{"least_conn", "hash", "ip_hash",
                                                            "sticky"};
    const bool says =
        std::ranges::any_of(chosen, [&](auto name) { return upstream.find(name) != nullptr; });
    if (!says) {
      context_.add("not-fewest-connections", upstream.origin,
                   {"upstream " + upstream.value() + " takes its copies in turn", "least_conn;"});
    }
    const Directive* workers = root_.find("worker_processes");
    const bool one = workers != nullptr && workers->value() == "1";
    if (upstream.find("zone") == nullptr && !one) {
      context_.add("no-zone", upstream.origin,
                   {"upstream " + upstream.value() + " has no zone: every worker counts for itself",
                    "zone " + upstream.value() + " 64k;"});
    }
  }

  void check_pass(const ProxyPass& pass, std::size_t servers, bool least_connections) {
    if (answers_only_small(pass)) return;
    check_timeouts(pass);
    check_stream(pass);
    if (servers > 1) check_retries(pass, least_connections);
  }

  /// location = /health and its kin carry no long answers.
  [[nodiscard]] static bool answers_only_small(const ProxyPass& pass) {
    static constexpr std::array<std::string_view, 6> small{"/health",  "/ping",      "/version",
                                                           "/metrics", "/v1/models", "/load"};
    const Directive& scope = *pass.scopes[0];
    return scope.name == "location" && !scope.values.empty() &&
           std::ranges::find(small, scope.values.back()) != small.end();
  }

  void check_timeouts(const ProxyPass& pass) {
    const double longest = context_.options.longest_answer_seconds;
    const Directive* read = pass.find("proxy_read_timeout");
    const double wait =
        read ? seconds_of(read->value()).value_or(default_timeout) : default_timeout;
    if (wait < longest) {
      const std::string said =
          read ? "proxy_read_timeout " + read->value() : "no proxy_read_timeout, so 60 s";
      context_.add(
          "read-timeout", read ? read->origin : pass.pass->origin,
          {said + ": what sends nothing for longer is cut and answered with 504; the longest " +
               "prefill or answer is taken as " + time_text(longest),
           "proxy_read_timeout 3600s; proxy_send_timeout 3600s;", longest - wait, std::nullopt,
           wait < default_timeout ? Severity::error : Severity::warning});
    }
    const Directive* connect = pass.find("proxy_connect_timeout");
    const double try_for =
        connect ? seconds_of(connect->value()).value_or(default_timeout) : default_timeout;
    constexpr double patient = 10;
    if (try_for > patient) {
      context_.add("connect-timeout", connect ? connect->origin : pass.pass->origin,
                   {"a box that vanishes costs each request " + time_text(try_for) +
                        " before the next copy is tried",
                    "proxy_connect_timeout 1s;", try_for});
    }
  }

  void check_stream(const ProxyPass& pass) {
    const Directive* buffering = pass.find("proxy_buffering");
    if (buffering == nullptr || buffering->value() != "off") {
      context_.add("buffering", buffering ? buffering->origin : pass.pass->origin,
                   {"answers are buffered: a slow client fills memory, then temporary files",
                    "proxy_buffering off;"});
    }
    const Directive* gzip = pass.find("gzip");
    const Directive* types = pass.find("gzip_types");
    const bool streams =
        types != nullptr && (types->has_word("text/event-stream") || types->has_word("*"));
    if (gzip != nullptr && gzip->value() == "on" && streams) {
      context_.add("compressed-stream", types->origin,
                   {"gzip holds an event stream back until its buffer is full",
                    "gzip off; in this location"});
    }
    const Directive* body = pass.find("client_max_body_size");
    const auto size = body ? memory_of(body->value()) : std::optional(Bytes{std::int64_t{1} << 20});
    constexpr Bytes enough = 8_MiB;
    if (size && size->count() != 0 && *size < enough) {
      context_.add("body-size", body ? body->origin : pass.pass->origin,
                   {(body ? "client_max_body_size " + body->value()
                          : std::string("no client_max_body_size, so 1 MB")) +
                        ": longer requests get 413",
                    "client_max_body_size 64m;", std::nullopt, size});
    }
  }

  void check_retries(const ProxyPass& pass, bool least_connections) {
    const Directive* next = pass.find("proxy_next_upstream");
    const Origin where = next ? next->origin : pass.pass->origin;
    const std::string right =
        "proxy_next_upstream error timeout http_500 http_502 http_503 non_idempotent; "
        "proxy_next_upstream_tries 2;";
    const bool off = next != nullptr && next->has_word("off");
    if (off || next == nullptr || !next->has_word("non_idempotent")) {
      context_.add("post-not-retried", where,
                   {off ? "proxy_next_upstream off: a request is lost with its copy"
                        : "without non_idempotent a POST that was sent is lost with its copy",
                    right});
    } else if (least_connections && !next->has_word("http_500")) {
      context_.add(
          "failing-copy-not-skipped", where,
          {"least_conn and no http_500: a copy that fails at once draws nearly all requests",
           right});
    }
    const Directive* read = pass.find("proxy_read_timeout");
    const double wait =
        read ? seconds_of(read->value()).value_or(default_timeout) : default_timeout;
    const bool repeats =
        next != nullptr && next->has_word("timeout") && next->has_word("non_idempotent");
    if (repeats && wait < context_.options.longest_answer_seconds) {
      context_.add("retry-repeats-work", where,
                   {"an answer that takes longer than " + time_text(wait) +
                        " is thrown away and asked of the next copy as well",
                    "proxy_read_timeout 3600s;", 2 * wait});
    }
  }

  void check_metrics(const ProxyPass& pass, std::size_t servers) {
    if (servers < 2) return;
    const Directive* location = pass.scopes[0];
    const bool everything = location->name != "location" || location->value() == "/";
    if (!everything) return;
    for (const Directive* scope : pass.scopes) {
      for (const Directive* each : scope->all("location")) {
        if (each->values.empty()) continue;
        if (each->values.back().find("metrics") != std::string::npos) return;
      }
    }
    context_.add("metrics-open", pass.pass->origin,
                 {"/metrics is passed on to one copy or the other: its counters jump",
                  "location = /metrics { return 404; } and scrape each copy by its own address"});
  }

  Context& context_;
  const Directive& root_;
  std::vector<ProxyPass> passes_;
  std::map<std::string, std::vector<const ProxyPass*>> passes_of_;  ///< by upstream, in order
  std::set<int> engine_ports_;
  double engine_keepalive_ = vllm_keepalive;
};

}  // namespace

void lint_nginx(Context& context) {
  const FindText beside = [&](const std::string& from,
                              const std::string& named) -> std::optional<DeploymentFile> {
    for (const DeploymentFile& file : context.files.files) {
      const bool same =
          std::filesystem::path(file.file).filename() == std::filesystem::path(named).filename();
      if (same && file.file != from) return file;
    }
    return std::nullopt;
  };
  for (const DeploymentFile& file : context.files.files) {
    if (file.kind != FileKind::nginx) continue;
    const Directive root = parse_nginx(file, beside);
    NginxRules(context, root).run();
  }
}

}  // namespace kvplan::lint_rules_of
