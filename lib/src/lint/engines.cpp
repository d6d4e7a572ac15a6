// How engines are started, stopped and asked whether they live.
#include <algorithm>
#include <array>

#include "deployment/readers.hpp"
#include "image_tag.hpp"
#include "lint/context.hpp"

namespace kvplan::lint_rules_of {
namespace {

bool has_key(const ServeCommand& start) {
  const EngineOption* key = start.find("api-key");
  if (key != nullptr && !key->value.empty()) return true;
  const auto given = start.environment.find("VLLM_API_KEY");
  return given != start.environment.end() && !given->second.value.empty();
}

/// A rank that answers nobody: a further box of a split.
bool answers_nobody(const ServeCommand& start) {
  return start.find("headless") != nullptr || start.find("uds") != nullptr ||
         start.number("node-rank").value_or(0) > 0;
}

void check_listen(Context& context, const ServeCommand& start) {
  if (answers_nobody(start) || has_key(start)) return;
  const std::string fix =
      "listen on the proxy's private address (--host 10.0.0.1, or publish "
      "127.0.0.1:8000:8000), or a key from the environment (VLLM_API_KEY)";
  const bool inside = start.contained && !start.host_network;
  if (inside) {
    for (const PublishedPort& port : start.published) {
      if (!port.address.empty() || port.host == 0) continue;
      context.add(
          "open-listen", port.origin,
          {"port " + std::to_string(port.host) + " is published on all interfaces, without a key",
           fix});
    }
    return;
  }
  if (!start.host().empty() || start.template_only) return;
  const EngineOption* host = start.find("host");
  context.add("open-listen", host ? host->origin : start.origin,
              {(host ? "--host " + host->value : std::string("no --host: all interfaces")) +
                   ", without a key",
               fix});
}

void check_image(Context& context, const ServeCommand& start) {
  if (!start.image || start.image->value.empty()) return;
  const std::string& image = start.image->value;
  const bool pinned = image.find("@sha256:") != std::string::npos;
  const bool open = image.find("${") != std::string::npos || image.find('{') != std::string::npos;
  // What people build themselves under a bare name changes only when they build it.
  const bool own_build = image.find('/') == std::string::npos;
  const std::string tag = image_tag(image);
  static constexpr std::array<std::string_view, 7> moving{"latest", "nightly", "main",  "master",
                                                          "dev",    "edge",    "stable"};
  const bool moves = tag.empty() || std::ranges::any_of(moving, [&](auto each) {
                       return tag == each || tag.ends_with("-" + std::string(each));
                     });
  if (pinned || open || !moves || (own_build && tag != "latest" && tag != "nightly")) return;
  if (own_build) return;
  context.add(
      "moving-tag", start.image->origin,
      {image + (tag.empty() ? ": no tag is latest" : ": what this tag is changes"),
       "a release's tag, or the digest: " +
           image.substr(0, image.size() - (tag.empty() ? 0 : tag.size() + 1)) + "@sha256:…"});
}

void check_restart(Context& context, const ServeCommand& start) {
  if (!start.restart || start.template_only) return;
  const std::string& policy = start.restart->value;
  const bool always =
      policy == "always" || policy == "unless-stopped" || policy == "any" || policy.empty();
  if (always) return;
  const bool failure = policy.starts_with("on-");
  context.add("restart-misses-clean-exit", start.restart->origin,
              {(failure ? "restart " + policy : std::string("no restart")) +
                   ": an engine that dies takes its server along with exit code 0 after 2.2 s, and "
                   "the copy stays away",
               start.name.ends_with(".service") ? "Restart=always, StartLimitIntervalSec=0"
                                                : "restart: always (or unless-stopped)"});
}

void check_stop(Context& context, const ServeCommand& start) {
  if (!start.stop_seconds || answers_nobody(start)) return;
  const double drain = start.number("shutdown-timeout").value_or(0);
  constexpr double beside = 20;
  if (drain > 0 && *start.stop_seconds < drain + beside) {
    const double missing = drain + beside - *start.stop_seconds;
    context.add(
        "stop-before-drained", start.stop_origin,
        {"stopped hard after " + time_text(*start.stop_seconds) + ", while --shutdown-timeout " +
             time_text(drain) + " and 20 s to leave need " + time_text(drain + beside),
         "TimeoutStopSec, stop_grace_period or terminationGracePeriodSeconds of " +
             time_text(drain + beside) + " or more",
         missing});
  } else if (drain == 0 && !start.template_only) {
    context.add("no-drain", start.origin,
                {"no --shutdown-timeout: a stop cuts the answers in flight",
                 "--shutdown-timeout 30, behind a proxy that skips a copy that answers 500"});
  }
}

void check_health(Context& context, const ServeCommand& start) {
  for (const HealthCheck& check : start.checks) {
    const double needed = context.restart.known ? context.restart.high : context.restart.low;
    if (check.budget_seconds > 0 && check.because && check.budget_seconds < needed) {
      const Severity severity = check.kills
                                    ? (context.restart.known ? Severity::error : Severity::warning)
                                    : Severity::note;
      context.add(
          "killed-while-starting", check.origin,
          {*check.because + " allow " + time_text(check.budget_seconds) + "; a copy may take " +
               time_text(needed) + " to start (" + context.restart.source + ")",
           "allow " + time_text(2 * needed), needed - check.budget_seconds, std::nullopt,
           severity});
    }
    const bool shallow = check.text.find("/health") != std::string::npos ||
                         check.text.find("/v1/models") != std::string::npos ||
                         check.text.find("/ping") != std::string::npos;
    if (shallow && !context.asks_completion) {
      context.add("health-without-completion", check.origin,
                  {"it answers although the engine fails every request",
                   "ask /v1/completions for one token (max_tokens 1) before a copy goes into the "
                   "rotation, and from time to time"});
    }
  }
}

/// A comment that ends a continued command.
void check_lost_options(Context& context) {
  for (const DeploymentFile& file : context.files.files) {
    if (file.kind != FileKind::script) continue;
    std::string_view rest = file.text;
    int line = 0;
    bool continued = false;
    int comment = 0;
    while (!rest.empty()) {
      ++line;
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view each = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      each.remove_prefix(std::min(each.find_first_not_of(" \t"), each.size()));
      while (!each.empty() && (each.back() == ' ' || each.back() == '\t' || each.back() == '\r'))
        each.remove_suffix(1);
      if (continued && each.starts_with('#')) {
        comment = line;
        continue;
      }
      if (comment > 0 && each.starts_with("--")) {
        context.add("lost-options", {file.file, comment},
                    {"the command ends at this comment: " +
                         std::string(each.substr(0, each.find_first_of(" =\\"))) +
                         " and what follows are not passed",
                     "move the comment above the command"});
      }
      comment = 0;
      continued = each.ends_with('\\');
    }
  }
}

}  // namespace

void lint_engines(Context& context) {
  for (const ServeCommand& start : context.files.engines) {
    check_listen(context, start);
    check_image(context, start);
    check_restart(context, start);
    check_stop(context, start);
    check_health(context, start);
  }
  check_lost_options(context);
}

}  // namespace kvplan::lint_rules_of
