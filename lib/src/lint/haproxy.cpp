// HAProxy in front of copies, and LiteLLM. Defaults by the HAProxy manual: inter 2s, fall 3, rise
// 2; a check that is down asks every downinter, and between two answers every fastinter.
#include "deployment/haproxy.hpp"

#include <algorithm>
#include <array>

#include "kvplan/units.hpp"
#include "lint/context.hpp"
#include "text.hpp"

namespace kvplan::lint_rules_of {
namespace {

using namespace deployment;

constexpr double milliseconds = 1e-3;  // HAProxy's plain numbers

class HaproxyRules {
 public:
  HaproxyRules(Context& context, const HaproxySection& section, const std::string& text)
      : context_(context), section_(section), text_(text), servers_(section.all("server")) {}

  void run() {
    if (servers_.empty()) return;
    for (const HaproxyLine* server : servers_) check_server(*server);
    check_times();
    check_retries();
    check_balance();
  }

 private:
  [[nodiscard]] std::optional<double> timeout(std::string_view which) const {
    const HaproxyLine* line = section_.find("timeout", which);
    return line == nullptr || line->words.size() < 3 ? std::nullopt
                                                     : seconds_of(line->words[2], milliseconds);
  }
  [[nodiscard]] Origin timeout_origin(std::string_view which) const {
    const HaproxyLine* line = section_.find("timeout", which);
    return line == nullptr ? section_.origin : line->origin;
  }

  void check_server(const HaproxyLine& server) {
    if (server.words.size() < 3) return;
    if (!server_has(section_, server, "check")) {
      if (servers_.size() > 1 && !server.has_word("disabled")) {
        context_.add(
            "no-health-check", server.origin,
            {"server " + server.words[1] + " has no check: a dead copy stays in the rotation",
             "option httpchk GET /health and check inter 1s fall 2 rise 1"});
      }
      return;
    }
    const ServerRule rule = server_rule(section_, server);
    const double back = rule.seconds_until_back();
    constexpr double slow = 5;
    constexpr double too_slow = 10;
    if (back > slow && servers_.size() > 1) {
      context_.add(
          "ban-outlasts-restart", server.origin,
          {"rise " + format_fixed(rule.rise, 0) + " at " + time_text(rule.downinter) + ": " +
               server.words[1] + " is back only " + time_text(back) + " after it is healthy",
           "check inter 1s fastinter 500ms fall 2 rise 1", ban_tail(context_, back), std::nullopt,
           back > too_slow ? Severity::error : Severity::warning});
    }
    const bool cuts = server_parameter(section_, server, "on-marked-down") == "shutdown-sessions";
    const bool drains = std::ranges::any_of(context_.files.engines, [](const ServeCommand& start) {
      return start.number("shutdown-timeout").value_or(0) > 0;
    });
    if (cuts && drains) {
      context_.add(
          "cuts-draining-streams", server.origin,
          {"on-marked-down shutdown-sessions cuts the streams that --shutdown-timeout lets finish",
           "leave out on-marked-down shutdown-sessions"});
    }
    check_queue(server);
  }

  void check_queue(const HaproxyLine& server) {
    const auto most = server_parameter(section_, server, "maxconn");
    if (!most || *most == "0" || queue_told_) return;
    constexpr double patient = 10;
    const auto queue = timeout("queue");
    const double wait = queue ? *queue : timeout("connect").value_or(patient);
    if (wait >= patient) return;
    queue_told_ = true;
    context_.add(
        "short-queue", queue ? timeout_origin("queue") : server.origin,
        {std::string(queue ? "timeout queue" : "no timeout queue, so timeout connect counts") +
             ": with every copy at maxconn a request gets 503 after " + time_text(wait),
         "timeout queue 300s", wait});
  }

  void check_times() {
    const double longest = context_.options.longest_answer_seconds;
    for (const std::string_view which : {"server", "client"}) {
      const auto wait = timeout(which);
      if (!wait || *wait == 0 || *wait >= longest) continue;
      constexpr double short_wait = 60;
      context_.add("read-timeout", timeout_origin(which),
                   {"timeout " + std::string(which) + " " + time_text(*wait) +
                        ": what sends nothing for longer is cut; the longest prefill or answer is "
                        "taken as " +
                        time_text(longest),
                    "timeout server 3600s and timeout client 3600s", longest - *wait, std::nullopt,
                    *wait < short_wait ? Severity::error : Severity::warning});
    }
    const auto connect = timeout("connect");
    constexpr double patient = 10;
    if (connect && *connect > patient) {
      context_.add("connect-timeout", timeout_origin("connect"),
                   {"a box that vanishes costs each request " + time_text(*connect),
                    "timeout connect 2s", *connect});
    }
  }

  void check_retries() {
    const HaproxyLine* retry = section_.find("retry-on");
    const bool all = retry != nullptr && (retry->has_word("all-retryable-errors") ||
                                          retry->has_word("response-timeout"));
    const double wait = timeout("server").value_or(0);
    const bool guarded = text_.find("disable-l7-retry") != std::string::npos;
    if (all && !guarded && (wait == 0 || wait < context_.options.longest_answer_seconds)) {
      context_.add(
          "retry-repeats-work", retry->origin,
          {"an answer that takes longer than timeout server is asked of the next copy as well",
           "retry-on conn-failure empty-response 500 502 503",
           wait > 0 ? std::optional(2 * wait) : std::nullopt});
    }
    const HaproxyLine* retries = section_.find("retries");
    if (servers_.size() > 1 && retries != nullptr && retries->words.size() > 1 &&
        retries->words[1] == "0") {
      context_.add(
          "post-not-retried", retries->origin,
          {"retries 0: a request is lost with its copy", "retries 2, option redispatch 1"});
    }
  }

  void check_balance() {
    if (servers_.size() < 2) return;
    const HaproxyLine* balance = section_.find("balance");
    const std::string how =
        balance == nullptr || balance->words.size() < 2 ? "roundrobin" : balance->words[1];
    if (how == "roundrobin" || how == "static-rr" || how == "first" || how.starts_with("random")) {
      context_.add(
          "not-fewest-connections", balance ? balance->origin : section_.origin,
          {"balance " + how + " does not look at how busy a copy is", "balance leastconn"});
    }
    const HaproxyLine* mode = section_.find("mode");
    const bool http = mode != nullptr && mode->words.size() > 1 && mode->words[1] == "http";
    if (http && text_.find("/metrics") == std::string::npos) {
      context_.add(
          "metrics-open", section_.origin,
          {"/metrics is passed on to one copy or the other: its counters jump",
           "http-request deny if { path /metrics } and scrape each copy by its own address"});
    }
  }

  Context& context_;
  const HaproxySection& section_;
  const std::string& text_;
  std::vector<const HaproxyLine*> servers_;
  bool queue_told_ = false;
};

/// Of several backends only those that look like engines, as for nginx.
bool is_engines(const Context& context, const HaproxySection& section) {
  static constexpr std::array<std::string_view, 8> signs{"vllm",   "llm",   "openai", "model",
                                                         "sglang", "spark", "gb10",   "inference"};
  const std::string name = lowered(section.name);
  if (std::ranges::any_of(signs, [&](auto sign) { return name.find(sign) != std::string::npos; }))
    return true;
  for (const HaproxyLine* server : section.all("server")) {
    if (server->words.size() < 3) continue;
    const auto address = address_of(server->words[2], 80, server->origin);
    if (address && std::ranges::any_of(context.files.engines, [&](const ServeCommand& start) {
          return start.port() == address->port;
        })) {
      return true;
    }
  }
  return false;
}

}  // namespace

void lint_haproxy(Context& context) {
  for (const DeploymentFile& file : context.files.files) {
    if (file.kind != FileKind::haproxy) continue;
    const std::vector<HaproxySection> sections = parse_haproxy(file);
    std::vector<const HaproxySection*> backends;
    for (const HaproxySection& section : sections) {
      const bool serves =
          (section.kind == "backend" || section.kind == "listen") && !section.all("server").empty();
      if (serves) backends.push_back(&section);
    }
    const bool known =
        std::ranges::any_of(backends, [&](auto* each) { return is_engines(context, *each); });
    for (const HaproxySection* section : backends) {
      if (known && !is_engines(context, *section)) continue;
      HaproxyRules(context, *section, file.text).run();
    }
  }
}

void lint_litellm(Context& context) {
  for (const DeploymentFile& file : context.files.files) {
    if (file.kind != FileKind::litellm) continue;
    for (const Document& document : documents_of(file.text, file.file)) {
      for (const std::string_view block : {"router_settings", "litellm_settings"}) {
        const auto settings = document.root().find(block);
        if (!settings || !settings->is_object()) continue;
        const auto rest = document.given(*settings, "cooldown_time");
        const auto seconds = rest ? seconds_of(rest->value) : std::nullopt;
        constexpr double slow = 10;
        // When every deployment is out LiteLLM takes all of them again: less than a full outage.
        if (seconds && *seconds > slow) {
          context.add(
              "ban-outlasts-restart", rest->origin,
              {"cooldown_time " + rest->value + ": a copy is left out for up to " +
                   time_text(*seconds) + " after it is healthy",
               "cooldown_time: 5", ban_tail(context, *seconds), std::nullopt, Severity::warning});
        }
      }
    }
  }
}

}  // namespace kvplan::lint_rules_of
