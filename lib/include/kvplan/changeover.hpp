// The way from one layout to another, or the restart of one copy: the steps in order, what must be
// true before each, how long the model is away or serves with a part, and what would make it
// shorter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/availability.hpp"
#include "kvplan/deployment.hpp"
#include "kvplan/report.hpp"

namespace kvplan {

/// How a proxy treats copies that were away. Sources: DEPLOYMENT.md 2, 3 and 8 (measured with
/// nginx 1.22.1 and HAProxy 2.6.12 before two real copies), the proxies' own manuals.
struct ProxyRule {
  std::string kind = "nginx";  ///< "nginx", "haproxy", "none"
  std::int64_t max_fails = 1;  ///< nginx's default; 0: no ban
  std::int64_t fail_timeout_seconds = 10;
  std::int64_t check_seconds =
      0;  ///< of an active check (haproxy: downinter + (rise − 1) × fastinter); 0: none
  std::string source;
};
/// `nginx`, `nginx:max_fails=3,fail_timeout=30s`, `haproxy:inter=1s,rise=1`, `none`, or a file of
/// nginx or HAProxy (FILE:NAME where it holds several upstreams or backends). Words come first.
/// @throws Error (invalid) naming `--proxy`
[[nodiscard]] ProxyRule parse_proxy(const std::string& text);
/// Of its servers that are used, the one that clients wait for longest.
/// @throws Error (invalid) where none is used
[[nodiscard]] ProxyRule rule_of(const Proxy& proxy);
/// Seconds for which a proxy refuses clients although a copy serves again: nginx bans a dead copy
/// for fail_timeout and up to a second, and tries it once at the end of each ban.
[[nodiscard]] SecondsBand ban_tail(const ProxyRule& proxy);

/// What a changeover is planned with. Bands in seconds.
struct ChangeoverQuestion {
  std::string from;  ///< a layout of the report: id or family; "none": nothing runs yet
  std::string to;    ///< likewise; empty with restart_copy
  std::optional<std::int64_t> restart_copy;  ///< from 1: this copy of `from` alone
  std::optional<SecondsBand> start;          ///< of a copy; else the model's facts
  SecondsBand drain{0, 60};    ///< requests in flight on a copy that is taken out finish
  SecondsBand stop{1, 17};     ///< SIGTERM until the process is gone (DEPLOYMENT.md 1 and 7)
  SecondsBand memory{0, 180};  ///< until the memory is given back (users.md A.3: 3 minutes seen)
  ProxyRule proxy;
  bool proxy_reloaded = false;  ///< the proxy is reloaded once a copy answers: no ban is left
  std::vector<std::string> old_units;            ///< watchdogs and units that must not come back
  std::optional<double> requests_a_minute;       ///< that arrive
  std::optional<double> copy_requests_a_minute;  ///< that one copy answers
};

struct ChangeoverStep {
  std::string id;
  std::string text;
  std::vector<std::string> requires_first;  ///< what must be true before
  std::vector<std::string> boxes;           ///< where; empty: the proxy, or everywhere
  SecondsBand start;                        ///< since the beginning
  SecondsBand end;
  std::int64_t serving = 0;  ///< copies that serve once the step is done
};

/// A stretch of time with so many copies; times by the slow ends of all bands.
struct ChangeoverPhase {
  std::int64_t from_seconds = 0;
  std::int64_t to_seconds = 0;
  std::int64_t serving = 0;
  std::int64_t of = 0;                  ///< copies that the layout of that time has
  bool refused = false;                 ///< the proxy refuses although copies serve
  std::int64_t requests_held = 0;       ///< by the copies that serve
  std::optional<std::int64_t> waiting;  ///< requests at its end, where the rates are known
};

struct Avoidable {
  std::string id;
  std::string text;
  SecondsBand saves;
};

struct Changeover {
  std::string from;
  std::string to;
  std::vector<ChangeoverStep> steps;
  std::vector<ChangeoverPhase> phases;
  SecondsBand without;    ///< no copy serves
  SecondsBand tail;       ///< then the proxy still refuses
  SecondsBand with_part;  ///< some copies serve, not all
  SecondsBand total;
  std::vector<Avoidable> avoidable;
  std::vector<std::string> going_back;  ///< the script of the way back, in words
};

/// @throws Error (invalid) for a layout that the report does not have or that does not start, and
///         (unknown) where the time of a start is not known
[[nodiscard]] Changeover changeover(const Report& report, const ChangeoverQuestion& question);

/// 80 columns.
[[nodiscard]] std::string render_text(const Changeover& change, bool colour);
[[nodiscard]] std::string render_json(const Changeover& change);
[[nodiscard]] std::string render_markdown(const Changeover& change);
/// The picture with the same under it, as one page that stands alone.
[[nodiscard]] std::string render_html(const Changeover& change);
/// A self-contained picture: boxes, proxy and model over the minutes.
[[nodiscard]] std::string render_svg(const Changeover& change);

}  // namespace kvplan
