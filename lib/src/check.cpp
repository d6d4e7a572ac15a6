#include "kvplan/check.hpp"

#include <algorithm>
#include <cmath>

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
  Judge(const Policy& policy, const PlanRequest& request)
      : limits_(policy.limits), report_(plan(with_limits(request, policy.limits))) {}

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
    if (limits_.max_lint) results.push_back(lint_not_judged());
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

  /// Not read yet: said, never passed.
  LimitResult lint_not_judged() const {
    LimitResult result{.id = "max_lint", .required = *limits_.max_lint};
    result.state = LimitState::unjudged;
    result.text = "max_lint: check does not read the deployment's files yet";
    result.smallest_change = "run kvplan lint on them";
    return result;
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
      const std::string flag = flag_of(flip.input);
      if (flag.empty()) continue;
      if (std::ranges::find(limits_.layouts, flip.layout) == limits_.layouts.end()) continue;
      result.smallest_change = flag + " " + flip_value(flip);
      break;
    }
    return result;
  }

  /// Of the inputs that flip the layout, those that one can set.
  static std::string flag_of(const std::string& input) {
    if (input == "gpu_memory_utilization") return "--util";
    if (input == "kv_cache_dtype") return "--kv-cache-dtype";
    return input == "max_model_len" ? "--max-model-len" : "";
  }
  static std::string flip_value(const Flip& flip) {
    if (const auto* count = std::get_if<std::int64_t>(&flip.to)) return std::to_string(*count);
    if (const auto* number = std::get_if<double>(&flip.to)) return format_fixed(*number, 3);
    return std::get<std::string>(flip.to);
  }

  LimitResult measured() const {
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
    result.text = "require_measured: " + (lacking.empty() ? std::string("nothing is only assumed")
                                                          : "only assumed: " + joined(lacking));
    if (lacking.empty()) return result;
    result.smallest_change = std::ranges::find(lacking, "weights") != lacking.end()
                                 ? "--weights SIZE, or a folder with the model's files"
                                 : "--calibration FILE, written by kvplan calibrate";
    return result;
  }

  static std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
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

  const PolicyLimits& limits_;
  Report report_;
};

/// Marks a missed limit that is ignored until a day to come; says which ignores do nothing.
void apply_ignores(Check& check, const std::string& today) {
  for (const PolicyIgnore& ignore : check.policy.ignores) {
    const auto limit = std::ranges::find(check.limits, ignore.limit, &LimitResult::id);
    const std::string what = "the ignore of " + ignore.limit + " (line " +
                             std::to_string(ignore.place.line) + ", until " + ignore.until + ")";
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

Check check(const Policy& policy, const PlanRequest& request, const std::string& today) {
  const Judge judge(policy, request);
  Check check{.policy = policy, .report = judge.report(), .limits = judge.all(), .notes = {}};
  for (LimitResult& limit : check.limits) limit.place = policy.place_of(limit.id);
  apply_ignores(check, today);
  return check;
}

std::vector<Case> cases_of(const Check& check) {
  std::vector<Case> cases;
  for (const LimitResult& limit : check.limits) {
    Case judged{.name = limit.id};
    if (!limit.met()) {
      judged.skipped = limit.state != LimitState::missed;
      judged.finding = Finding{.rule = limit.id,
                               .severity = judged.skipped ? Severity::warning : Severity::error,
                               .file = limit.place.file,
                               .line = limit.place.line,
                               .text = limit.text,
                               .fix = limit.smallest_change.value_or("")};
    }
    cases.push_back(std::move(judged));
  }
  return cases;
}

std::vector<FindingRule> limit_rules() {
  const std::string source = "the policy";
  return {{"fits", "A layout of the plan starts.", "kvplan"},
          {"services", "The named services keep their memory beside the engine.", "kvplan"},
          {"min_full_context_requests", "Whole requests of full context, all boxes.", source},
          {"min_kv_cache_tokens", "Tokens of cache, all boxes.", source},
          {"min_largest_request_tokens", "Tokens of the longest single request.", source},
          {"min_headroom", "Memory that is free on every box beside the services.", source},
          {"start_up_fits", "The engine finds the free memory that it asks for at start.", source},
          {"layouts", "The layouts that may be recommended.", source},
          {"require_measured", "Figures that must not be assumed.", source},
          {"max_lint", "The worst finding in the deployment's files.", source}};
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
