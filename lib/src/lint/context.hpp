// What every rule has at hand, and where findings go.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kvplan/box.hpp"
#include "kvplan/facts.hpp"
#include "kvplan/lint.hpp"
#include "kvplan/report.hpp"

namespace kvplan::lint_rules_of {

/// What a finding says beside its rule.
struct What {
  std::string text;
  std::string fix;
  std::optional<double> seconds = std::nullopt;
  std::optional<Bytes> bytes = std::nullopt;
  std::optional<Severity> severity = std::nullopt;  ///< other than the rule's own
};

struct Restart {
  double low = 300;
  double high = 780;
  bool known = false;  ///< given, or of the plan's model
  std::string source = "public start-ups of large models on one box";
};

class Context {
 public:
  Context(const DeploymentFiles& files, const LintOptions& options);

  const DeploymentFiles& files;
  const LintOptions& options;
  Restart restart;
  Box box;                       ///< the first
  bool asks_completion = false;  ///< something among the files asks for a completion to know

  void add(std::string_view rule, const Origin& where, What what);
  [[nodiscard]] std::vector<Finding> take() &&;

 private:
  std::vector<Finding> findings_;
};

/// "10.0.0.1" and "localhost" against "127.0.0.1".
[[nodiscard]] bool same_host(const std::string& a, const std::string& b);
[[nodiscard]] bool is_loopback(const std::string& host);
/// "30 s", "2.78 h", "13 min".
[[nodiscard]] std::string time_text(double seconds);

// One function a file of rules.
void lint_nginx(Context& context);
void lint_haproxy(Context& context);
void lint_litellm(Context& context);
void lint_engines(Context& context);
void lint_flags(Context& context);
void lint_keys(Context& context);
void lint_units(Context& context);
void lint_fleet(Context& context);
void lint_memory(Context& context);

/// 502 with a healthy copy behind it, at most: the rest of a ban that outlasts the restart.
/// While a copy is away each try renews the ban, so a ban shorter than the restart can still
/// begin just before the copy is back: then all of it. Measured: 29.2 s of 30 (DEPLOYMENT.md 3).
[[nodiscard]] double ban_tail(const Context& context, double ban);

}  // namespace kvplan::lint_rules_of
