#include "kvplan/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "day.hpp"
#include "kvplan/error.hpp"
#include "kvplan/lint.hpp"
#include "render/words.hpp"

namespace kvplan {
namespace {

const LayoutPlan& judged_layout(const Report& report) {
  return report.layouts[report.recommendation.layout.value_or(0)];
}

/// A limit that is at least some count.
LimitResult at_least(std::string id, std::int64_t required, std::optional<std::int64_t> found) {
  LimitResult result{.id = std::move(id), .required = LimitValue(required)};
  if (found) result.found = *found;
  result.state = found && *found >= required ? LimitState::met : LimitState::missed;
  result.text = result.id + ": " + (found ? format_count(*found) : "nothing fits") +
                (result.met() ? " ≥ " : " < ") + format_count(required);
  if (!result.met() && found) {
    result.text += ", missed by " + format_count(required - *found);
  }
  return result;
}

class Judge {
 public:
  Judge(const Policy& policy, const PlanRequest& request, const PolicyFiles& files,
        std::vector<Finding> lint)
      : policy_(policy),
        limits_(policy.limits),
        files_(files),
        lint_(std::move(lint)),
        report_(plan(with_limits(request, policy.limits))) {}

  [[nodiscard]] const Report& report() const { return report_; }

  std::vector<LimitResult> all() const {
    std::vector<LimitResult> results;
    if (!fits()) results.push_back(nothing_fits());
    if (fits() && !limits_.min_headroom && !judged_layout(report_).services_fit) {
      results.push_back(services());
    }
    if (limits_.min_full_context_requests) results.push_back(requests());
    if (limits_.min_kv_cache_tokens) results.push_back(tokens());
    if (limits_.min_largest_request_tokens) results.push_back(largest());
    if (limits_.min_headroom) results.push_back(headroom());
    if (limits_.start_up_fits) results.push_back(start_up());
    if (!limits_.layouts.empty()) results.push_back(layouts());
    if (!limits_.require_measured.empty()) results.push_back(measured());
    if (!files_.starts.empty()) results.push_back(as_the_policy_says());
    if (limits_.max_lint) results.push_back(lint());
    for (LimitResult& result : results) {
      if (!result.smallest_change || result.change_place) continue;
      result.change_place = place_of_change(*result.smallest_change);
    }
    return results;
  }

 private:
  [[nodiscard]] bool fits() const { return report_.recommendation.layout.has_value(); }

  /// Two limits that no policy needs to name.
  LimitResult nothing_fits() const {
    LimitResult result{.id = "fits", .required = "a layout that starts", .found = "none"};
    result.state = LimitState::missed;
    result.text = "fits: no layout starts";
    add_change(result, report_.request.need);
    return result;
  }
  LimitResult services() const {
    const auto& ledgers = judged_layout(report_).ledgers;
    const auto worst = std::ranges::max_element(ledgers, {}, &Ledger::shortfall);
    LimitResult result = headroom_on(*worst, could_be_free(*worst) + worst->shortfall);
    result.id = "services";
    result.text = "services: they and the headroom lack " + format_gib(worst->shortfall) + " on " +
                  worst->box;
    return result;
  }

  LimitResult requests() const {
    LimitResult result = at_least("min_full_context_requests", *limits_.min_full_context_requests,
                                  judged_layout(report_).full_context_requests);
    Need need;
    need.requests = limits_.min_full_context_requests;
    add_change(result, need);
    return result;
  }

  LimitResult tokens() const {
    const std::optional<std::int64_t> found =
        fits() ? std::optional(judged_layout(report_).kv_cache_tokens.count()) : std::nullopt;
    LimitResult result =
        at_least("min_kv_cache_tokens", limits_.min_kv_cache_tokens->count(), found);
    Need need;
    need.tokens = limits_.min_kv_cache_tokens;
    add_change(result, need);
    return result;
  }

  LimitResult largest() const {
    const std::int64_t required = limits_.min_largest_request_tokens->count();
    const LayoutPlan& layout = judged_layout(report_);
    LimitResult result =
        at_least("min_largest_request_tokens", required, layout.largest_request.count());
    if (result.met()) return result;
    if (layout.cache->serving.max_model_len.count() < required) {
      result.smallest_change = "--max-model-len " + std::to_string(required);
    } else {
      Need need;
      need.requests = 1;
      add_change(result, need);
    }
    return result;
  }

  /// The box with the least left decides.
  LimitResult headroom() const {
    const auto& ledgers = judged_layout(report_).ledgers;
    return headroom_on(*std::ranges::min_element(ledgers, {}, could_be_free),
                       *limits_.min_headroom);
  }

  LimitResult headroom_on(const Ledger& ledger, Bytes required) const {
    const Bytes left = could_be_free(ledger);
    LimitResult result = at_least("min_headroom", required.count(), left.count());
    result.text = "min_headroom: " + ledger.box + " has " + format_gib(left) + " left" +
                  (result.met() ? ", at least " : ", less than ") + format_gib(required);
    if (result.met()) return result;
    result.text += ", missed by " + format_gib(required - left);
    const auto& ledgers = judged_layout(report_).ledgers;
    const auto box = static_cast<std::size_t>(&ledger - ledgers.data());
    const double lacking =
        static_cast<double>((required - left).count()) / static_cast<double>(ledger.total.count());
    const double share =
        std::floor((report_.request.utilization[box] - lacking) * 100 + 1e-9) / 100;
    if (share > 0) result.smallest_change = "--util " + format_fixed(share, 2);
    return result;
  }

  /// The box whose start is refused first decides.
  LimitResult start_up() const {
    LimitResult result{.id = "start_up_fits", .required = "passes", .found = "passes"};
    result.text = "start_up_fits: every box has the memory that its engine asks for";
    for (const StartUp& start : judged_layout(report_).starts) {
      if (start.verdict != StartVerdict::fails && !start.stuck) continue;
      result.state = LimitState::missed;
      result.found = std::string(name(start.verdict));
      result.text = "start_up_fits: " + start.box + " asks for " + format_gib(start.requested) +
                    ", " + format_gib(start.short_at_low) + " more than " + start.compared +
                    " may have";
      if (start.highest_util > 0) {
        const double share = std::floor(start.highest_util * 100) / 100;
        result.smallest_change = "--util " + format_fixed(share, 2);
      }
      break;
    }
    return result;
  }

  /// A file that starts an engine with other options than the policy names: what it says is what
  /// runs, and was planned.
  LimitResult as_the_policy_says() const {
    LimitResult result{.id = "files", .required = "as the policy says", .found = "as it says"};
    const auto& differences = files_.differences;
    if (differences.empty()) {
      result.text = "files: " + files_.starts.front() + " starts what the policy says";
      return result;
    }
    result.state = LimitState::missed;
    result.found = std::to_string(differences.size()) + " different";
    result.text = "files: " + found_at(differences.front()) + and_more(differences.size());
    result.smallest_change = differences.front().fix;
    result.change_place = place_of(differences.front());
    return result;
  }

  /// The findings in the deployment's files against the worst that is allowed.
  LimitResult lint() const {
    const std::size_t allowed = lint_level(*limits_.max_lint);
    LimitResult result{.id = "max_lint", .required = *limits_.max_lint};
    std::size_t worst = 0;
    std::vector<Finding> above;
    for (const Finding& finding : lint_) {
      const std::size_t level = lint_level(name(finding.severity));
      worst = std::max(worst, level);
      if (level > allowed) above.push_back(finding);
    }
    std::ranges::stable_sort(above, std::greater{}, &Finding::severity);
    result.found = std::string(lint_levels[worst]);
    result.state = above.empty() ? LimitState::met : LimitState::missed;
    const std::string judged = files_.files == 0
                                   ? "the policy names no files: its own options"
                                   : format_count(static_cast<std::int64_t>(files_.files)) +
                                         (files_.files == 1 ? " file" : " files");
    if (above.empty()) {
      result.text = "max_lint: nothing above " + *limits_.max_lint + " (" + judged + ")";
      return result;
    }
    result.text = "max_lint: " + std::to_string(above.size()) + " above " + *limits_.max_lint +
                  " (" + judged + "): " + found_at(above.front()) + and_more(above.size());
    if (above.front().fix.empty()) return result;
    result.smallest_change = above.front().fix;
    result.change_place = place_of(above.front());
    return result;
  }

  static PolicyPlace place_of(const Finding& finding) { return {finding.file, finding.line}; }
  static std::string found_at(const Finding& finding) {
    const std::string rule = finding.rule == "policy-differs" ? "" : finding.rule + ": ";
    return finding.file + ":" + std::to_string(finding.line) + ": " + rule + finding.text;
  }
  static std::string and_more(std::size_t findings) {
    return findings == 1 ? "" : "; and " + std::to_string(findings - 1) + " more";
  }

  static constexpr std::array<std::string_view, 4> lint_levels{"none", "note", "warning", "error"};
  static std::size_t lint_level(std::string_view level) {
    return static_cast<std::size_t>(std::ranges::find(lint_levels, level) - lint_levels.begin());
  }

  /// Where the option stands that a change begins with.
  [[nodiscard]] std::optional<PolicyPlace> place_of_change(const std::string& change) const {
    if (!change.starts_with("--")) return std::nullopt;
    return files_.place_of(change.substr(0, change.find_first_of(" =,")));
  }

  LimitResult layouts() const {
    const Layout& layout = judged_layout(report_).layout;
    const std::string family = fits() ? std::string(name(layout.family)) : "none";
    const auto allowed = [&](const std::string& given) {
      return given == family || (fits() && given == layout.id());
    };
    LimitResult result{.id = "layouts", .required = limits_.layouts, .found = family};
    result.state =
        std::ranges::any_of(limits_.layouts, allowed) ? LimitState::met : LimitState::missed;
    result.text = "layouts: " + family + " is recommended" +
                  (result.met() ? "" : ", which the policy does not allow");
    if (result.met()) return result;
    for (const Flip& flip : report_.recommendation.flips) {
      if (std::ranges::find(limits_.layouts, flip.layout) == limits_.layouts.end()) continue;
      result.smallest_change = render::flip_flag(flip);
      if (result.smallest_change) break;
    }
    return result;
  }

  /// A misspelt figure would be assumed nowhere, and so be measured.
  void must_be_a_figure(const std::string& wanted) const {
    std::vector<std::string> known{"all"};
    for (const Ledger& ledger : judged_layout(report_).ledgers) {
      for (const LedgerRow& row : ledger.rows) {
        if (std::ranges::find(known, row.label) == known.end()) known.push_back(row.label);
      }
    }
    const auto is_meant = [&](const std::string& label) {
      return label == wanted || label.starts_with(wanted + " ");
    };
    if (std::ranges::any_of(known, is_meant)) return;
    const PolicyPlace place = policy_.place_of("require_measured");
    throw invalid({place.file, "line " + std::to_string(place.line)},
                  "one of " + joined(known, "; "), '"' + wanted + '"');
  }

  LimitResult measured() const {
    std::ranges::for_each(limits_.require_measured,
                          [&](const std::string& figure) { must_be_a_figure(figure); });
    const std::vector<std::string> assumed = not_measured(report_);
    std::vector<std::string> lacking;
    for (const std::string& figure : limits_.require_measured) {
      const bool missing = std::ranges::any_of(assumed, [&](const std::string& line) {
        return figure == "all" || line.starts_with(figure + " ");
      });
      if (missing) lacking.push_back(figure);
    }
    LimitResult result{.id = "require_measured", .required = limits_.require_measured};
    result.found = lacking;
    result.state = lacking.empty() ? LimitState::met : LimitState::unjudged;
    result.text =
        "require_measured: " + (lacking.empty() ? std::string("nothing is only assumed")
                                                : "only assumed: " + joined(lacking, ", "));
    if (lacking.empty()) return result;
    result.smallest_change = std::ranges::find(lacking, "weights") != lacking.end()
                                 ? "--weights SIZE, or a folder with the model's files"
                                 : "--calibration FILE, written by kvplan calibrate";
    return result;
  }

  static std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
  }

  /// The first single change after which a layout meets this need alone.
  void add_change(LimitResult& result, const Need& need) const {
    if (result.met()) return;
    PlanRequest request = report_.request;
    request.need = need;
    const auto changes = plan(request).recommendation.changes;
    if (!changes.empty()) result.smallest_change = changes.front().flag;
  }

  const Policy& policy_;
  const PolicyLimits& limits_;
  const PolicyFiles& files_;
  std::vector<Finding> lint_;
  Report report_;
};

bool is_rule(const std::string& id) {
  return std::ranges::find(lint_rules(), id, &LintRule::id) != lint_rules().end();
}

std::string name_of(const PolicyIgnore& ignore) {
  return "the ignore of " + ignore.limit + " (line " + std::to_string(ignore.place.line) +
         ", until " + ignore.until + ")";
}

/// Lint's findings without those of a rule that is ignored until a day to come.
std::vector<Finding> not_ignored(std::vector<Finding> findings, const Policy& policy,
                                 const std::string& today, std::vector<std::string>& notes) {
  for (const PolicyIgnore& ignore : policy.ignores) {
    if (!is_rule(ignore.limit)) continue;
    const auto found = std::ranges::count(findings, ignore.limit, &Finding::rule);
    if (found == 0) {
      notes.push_back(name_of(ignore) + " is not needed");
    } else if (ignore.until < today) {  // ISO days compare as text
      notes.push_back(name_of(ignore) + " is over");
    } else {
      std::erase_if(findings, [&](const Finding& each) { return each.rule == ignore.limit; });
      notes.push_back(ignore.limit + ": " + std::to_string(found) + " ignored until " +
                      ignore.until + ": " + ignore.reason);
    }
  }
  return findings;
}

/// Marks a missed limit that is ignored until a day to come; says which ignores do nothing.
void apply_ignores(Check& check, const std::string& today) {
  for (const PolicyIgnore& ignore : check.policy.ignores) {
    if (is_rule(ignore.limit)) continue;
    const auto limit = std::ranges::find(check.limits, ignore.limit, &LimitResult::id);
    const std::string what = name_of(ignore);
    if (limit == check.limits.end() || limit->met()) {
      check.notes.push_back(what + " is not needed");
    } else if (ignore.until < today) {  // ISO days compare as text
      check.notes.push_back(what + " is over");
    } else {
      limit->state = LimitState::ignored;
      limit->text += " (ignored until " + ignore.until + ": " + ignore.reason + ")";
    }
  }
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::unjudged:
      return "unjudged";
  }
  return "?";
}

std::string_view name(LimitState state) {
  switch (state) {
    case LimitState::met:
      return "met";
    case LimitState::missed:
      return "missed";
    case LimitState::ignored:
      return "ignored";
    case LimitState::unjudged:
      return "unjudged";
  }
  return "?";
}

Verdict Check::verdict() const {
  const auto any = [&](LimitState state) {
    return std::ranges::find(limits, state, &LimitResult::state) != limits.end();
  };
  if (any(LimitState::missed)) return Verdict::fail;
  return any(LimitState::unjudged) ? Verdict::unjudged : Verdict::pass;
}

int Check::exit_code() const {
  constexpr int unjudged = 4;
  if (verdict() == Verdict::pass) return 0;
  return verdict() == Verdict::fail ? 1 : unjudged;
}

PlanRequest with_limits(PlanRequest request, const PolicyLimits& limits) {
  if (limits.min_full_context_requests) request.need.requests = limits.min_full_context_requests;
  if (limits.min_kv_cache_tokens) request.need.tokens = limits.min_kv_cache_tokens;
  if (limits.min_headroom) request.headroom = limits.min_headroom;
  return request;
}

namespace {

/// What is wrong with an input, said at the line where it stands.
PlanRequest request_of(const PolicyFiles& files, const std::filesystem::path& data_dir) {
  try {
    return request_from(files.question, data_dir);
  } catch (const Error& error) {
    const auto place = files.place_of(error.file());
    if (!error.file().starts_with("--") || !place) throw;
    throw Error(error.kind(),
                {place->file, "line " + std::to_string(place->line) + " (" + error.file() + ")"},
                error.expected(), error.found());
  }
}

}  // namespace

PolicyLimits limits_with(PolicyLimits limits, const Question& given) {
  if (given.need_requests) limits.min_full_context_requests = given.need_requests;
  if (given.need_tokens) limits.min_kv_cache_tokens = Tokens{*given.need_tokens};
  if (given.need_longest) limits.min_largest_request_tokens = Tokens{*given.need_longest};
  if (!given.headroom.empty()) limits.min_headroom = parse_size(given.headroom, "--headroom");
  return limits;
}

Check check(const Policy& policy, const PlanRequest& request, const std::string& today,
            const PolicyFiles& files) {
  if (!is_day(today)) throw invalid({"--today", ""}, "a day such as 2026-12-31", '"' + today + '"');
  std::vector<std::string> notes;
  std::vector<Finding> findings = not_ignored(files.lint, policy, today, notes);
  const Judge judge(policy, request, files, findings);
  Check check{policy, judge.report(), judge.all(), std::move(findings), std::move(notes)};
  check.findings.insert(check.findings.begin(), files.differences.begin(), files.differences.end());
  for (LimitResult& limit : check.limits) limit.place = policy.place_of(limit.id);
  apply_ignores(check, today);
  return check;
}

Check check(const Policy& policy, const Question& given, const std::filesystem::path& data_dir,
            const std::string& today) {
  if (!given.need_lengths.empty()) {
    throw invalid({"--need-lengths", ""}, "a need that a limit of the policy can be held against",
                  "lengths of requests");
  }
  Policy asked = policy;
  asked.limits = limits_with(policy.limits, given);
  const PolicyFiles files = read_policy_files(asked, given, data_dir);
  return check(asked, request_of(files, data_dir), today, files);
}

namespace {

Finding finding_of(const LimitResult& limit) {
  return {.rule = limit.id,
          .severity = limit.state == LimitState::missed ? Severity::error : Severity::warning,
          .file = limit.place.file,
          .line = limit.place.line,
          .text = limit.text,
          .fix = limit.smallest_change.value_or("")};
}

}  // namespace

std::vector<Case> cases_of(const Check& check) {
  std::vector<Case> cases;
  for (const LimitResult& limit : check.limits) {
    Case judged{.name = limit.id};
    if (!limit.met()) {
      judged.skipped = limit.state != LimitState::missed;
      judged.finding = finding_of(limit);
    }
    cases.push_back(std::move(judged));
  }
  return cases;
}

std::vector<Finding> findings_of(const Check& check) {
  std::vector<Finding> findings;
  for (const LimitResult& limit : check.limits) {
    if (!limit.met()) findings.push_back(finding_of(limit));
  }
  findings.insert(findings.end(), check.findings.begin(), check.findings.end());
  return findings;
}

std::vector<FindingRule> limit_rules() {
  const std::string source = "the policy";
  std::vector<FindingRule> rules{
      {"fits", "A layout of the plan starts.", "kvplan"},
      {"services", "The named services keep their memory beside the engine.", "kvplan"},
      {"min_full_context_requests", "Whole requests of full context, all boxes.", source},
      {"min_kv_cache_tokens", "Tokens of cache, all boxes.", source},
      {"min_largest_request_tokens", "Tokens of the longest single request.", source},
      {"min_headroom", "Memory that is free on every box beside the services.", source},
      {"start_up_fits", "The engine finds the free memory that it asks for at start.", source},
      {"layouts", "The layouts that may be recommended.", source},
      {"require_measured", "Figures that must not be assumed.", source},
      {"max_lint", "The worst finding in the deployment's files.", source},
      {"files", "The deployment's files start what the policy says.", "kvplan"},
      {"policy-differs", "A file starts an engine with another value than the policy's.", source}};
  const std::vector<FindingRule> linted = finding_rules();
  rules.insert(rules.end(), linted.begin(), linted.end());
  return rules;
}

std::string headline(const Check& check) {
  const auto count = [&](LimitState state) {
    return std::ranges::count(check.limits, state, &LimitResult::state);
  };
  const std::string all = format_count(static_cast<std::int64_t>(check.limits.size()));
  const auto of_all = [&](LimitState state) {
    return format_count(count(state)) + " of " + all + (all == "1" ? " limit " : " limits ") +
           std::string(name(state));
  };
  switch (check.verdict()) {
    case Verdict::pass:
      return "PASS: " + of_all(LimitState::met);
    case Verdict::fail:
      return "FAIL: " + of_all(LimitState::missed);
    case Verdict::unjudged:
      return "UNJUDGED: " + of_all(LimitState::unjudged);
  }
  return "";
}

}  // namespace kvplan
