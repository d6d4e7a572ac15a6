// The gate on the story's boxes: 281 blocks and 759,406 tokens a copy at 0.74, two whole requests
// each (tests/lib/report_test.cpp has where these come from).
#include "kvplan/check.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

Policy limits(PolicyLimits limits) {
  Policy policy;
  policy.file = "kvplan.toml";
  policy.limits = std::move(limits);
  return policy;
}

const LimitResult& limit_of(const Check& check, std::string_view id) {
  const auto found = std::ranges::find(check.limits, id, &LimitResult::id);
  REQUIRE(found != check.limits.end());
  return *found;
}

constexpr const char* day = "2026-11-29";

}  // namespace

TEST_CASE("Limits at the plan's own numbers are met, one more is missed by one") {
  const Check met = check(limits({.min_full_context_requests = 4,
                                  .min_kv_cache_tokens = Tokens{1'518'812},
                                  .min_largest_request_tokens = Tokens{262'144}}),
                          story(0.74), day);
  CHECK(met.verdict() == Verdict::pass);
  CHECK(met.exit_code() == 0);
  CHECK(met.limits.size() == 3);
  const Check missed =
      check(limits({.min_kv_cache_tokens = Tokens{1'518'813}, .layouts = {"replicated"}}),
            story(0.74), day);
  CHECK(missed.verdict() == Verdict::fail);
  CHECK(missed.exit_code() == 1);
  CHECK_FALSE(limit_of(missed, "layouts").met());  // the split holds it
}

TEST_CASE("A headroom that fails at 0.86 names the share at which it is kept") {
  PlanRequest request = story(0.86);
  request.services = {{"postgres", 5_GiB, std::nullopt}};
  const Check failed = check(limits({.min_headroom = 5_GiB}), request, day);
  const LimitResult& headroom = limit_of(failed, "min_headroom");
  REQUIRE(headroom.smallest_change);
  const double share = std::stod(headroom.smallest_change->substr(7));
  request.utilization = {share, share};
  CHECK(check(limits({.min_headroom = 5_GiB}), request, day).verdict() == Verdict::pass);
  request.utilization = {share + 0.01, share + 0.01};
  CHECK(check(limits({.min_headroom = 5_GiB}), request, day).verdict() == Verdict::fail);
}

TEST_CASE("Services that do not fit fail the gate though no limit names them") {
  PlanRequest request = story(0.86);
  request.services = {{"postgres", 14_GiB, std::nullopt}};
  const Check failed = check(limits({.min_full_context_requests = 1}), request, day);
  CHECK(failed.verdict() == Verdict::fail);
  CHECK_FALSE(limit_of(failed, "services").met());
}

TEST_CASE("A figure that is only assumed cannot be judged where a measured one is asked for") {
  PlanRequest request = story(0.74);
  request.facts.weights->source = "assumed: a guess";
  const Check check_ = check(limits({.require_measured = {"weights"}}), request, day);
  CHECK(check_.verdict() == Verdict::unjudged);
  CHECK(check_.exit_code() == 4);
  CHECK(check(limits({.require_measured = {"weights"}}), story(0.74), day).exit_code() == 0);
}

TEST_CASE("A figure that the plan does not have is not measured but misspelt") {
  CHECK_THROWS_WITH(
      static_cast<void>(
          check(limits({.require_measured = {"weights", "weigths"}}), story(0.74), day)),
      "kvplan.toml: line 1: expected one of all; weights; engine, inside its budget; KV cache; "
      "system and engine, outside the budget; n-gram table, mapped from its file; free, found "
      "\"weigths\"");
  CHECK_NOTHROW(static_cast<void>(
      check(limits({.require_measured = {"all", "KV cache"}}), story(0.74), day)));
}

TEST_CASE("Today is a day of the calendar, else an ignore would be held against anything") {
  for (const char* today : {"", "0", "nan", "1999-99-99", "2027-02-29", "2026-11-29 "}) {
    CAPTURE(today);
    CHECK_THROWS_WITH(
        static_cast<void>(check(limits({}), story(0.74), today)),
        ("--today: expected a day such as 2026-12-31, found \"" + std::string(today) + "\"")
            .c_str());
  }
  CHECK_NOTHROW(static_cast<void>(check(limits({}), story(0.74), "2028-02-29")));
}

TEST_CASE("An ignore counts to its last day, and one that nothing needs is said") {
  Policy policy = limits({.min_full_context_requests = 40});
  policy.ignores = {{"min_full_context_requests", "the third box comes", "2026-12-31", {}}};
  const Check before = check(policy, story(0.74), "2026-12-31");
  CHECK(before.verdict() == Verdict::pass);
  CHECK(limit_of(before, "min_full_context_requests").state == LimitState::ignored);
  const Check after = check(policy, story(0.74), "2027-01-01");
  CHECK(after.verdict() == Verdict::fail);
  REQUIRE(after.notes.size() == 1);
  CHECK(after.notes.front().ends_with("is over"));
  policy.limits.min_full_context_requests = 1;
  CHECK(check(policy, story(0.74), day).notes.front().ends_with("is not needed"));
}

TEST_CASE("Where nothing starts the gate says so") {
  PlanRequest request = story(0.74);
  request.weights = exactly(300_GiB, "given");
  const Check failed = check(limits({.min_full_context_requests = 1}), request, day);
  CHECK(failed.verdict() == Verdict::fail);
  CHECK_FALSE(limit_of(failed, "fits").met());
}

TEST_CASE("As a suite, a missed limit fails and an ignored one is skipped") {
  Policy policy = limits({.min_full_context_requests = 40, .min_kv_cache_tokens = Tokens{1}});
  policy.ignores = {{"min_full_context_requests", "later", "2026-12-31", {}}};
  const auto cases = cases_of(check(policy, story(0.74), day));
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].skipped);
  CHECK_FALSE(cases[1].finding);
}

TEST_CASE("A finding above the level that is allowed fails, and one at it does not") {
  Finding found{.rule = "open-listen",
                .severity = Severity::warning,
                .file = "a.sh",
                .line = 3,
                .text = "no --host"};
  found.fix = "--host 127.0.0.1";
  PolicyFiles files;
  files.files = 1;
  files.lint = {found};
  CHECK(check(limits({.max_lint = "warning"}), story(0.74), day, files).verdict() == Verdict::pass);
  const Check failed = check(limits({.max_lint = "note"}), story(0.74), day, files);
  CHECK(failed.verdict() == Verdict::fail);
  const LimitResult& lint = limit_of(failed, "max_lint");
  CHECK(lint.text == "max_lint: 1 above note (1 file): a.sh:3: open-listen: no --host");
  CHECK(lint.smallest_change == "--host 127.0.0.1");
  CHECK(findings_of(failed).size() == 2);  // the limit in the policy, the finding in its file
}

TEST_CASE("A file that says another thing than the policy fails, and is where the change goes") {
  Finding differs{.rule = "policy-differs",
                  .severity = Severity::error,
                  .file = "b.sh",
                  .line = 4,
                  .text = "--kv-cache-dtype is auto; the policy says fp8"};
  differs.fix = "--kv-cache-dtype fp8, or change the policy";
  PolicyFiles files;
  files.starts = {"b.sh:2"};
  files.places["engine"] = {"b.sh", 2};
  files.places["--kv-cache-dtype"] = {"b.sh", 4};
  files.differences = {differs};
  const Check failed = check(limits({}), story(0.74), day, files);
  const LimitResult& said = limit_of(failed, "files");
  CHECK_FALSE(said.met());
  REQUIRE(said.change_place);
  CHECK(said.change_place->file == "b.sh");
  CHECK(said.change_place->line == 4);
}

TEST_CASE("What is given beside a policy takes its limits' place") {
  Question given;
  given.need_requests = 8;
  given.headroom = "3GiB";
  const PolicyLimits set =
      limits_with({.min_full_context_requests = 4, .min_headroom = 5_GiB}, given);
  CHECK(set.min_full_context_requests == 8);
  CHECK(set.min_headroom == 3_GiB);
}
