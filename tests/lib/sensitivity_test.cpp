#include "kvplan/sensitivity.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kvplan/report.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

/// The story at 0.74 holds 1.52 M tokens; 1.46 to 1.56 M over the band of the engine's other use.
PlanRequest near_the_edge() {
  PlanRequest request = story(0.74);
  request.need.tokens = Tokens{1'500'000};
  return request;
}

}  // namespace

TEST_CASE("far from the edge the decision is made, whatever the uncertain figures are") {
  const Certainty certainty = plan(story(0.74)).recommendation.certainty;
  CHECK(certainty.decided);
  CHECK(certainty.at_low == "replicated-2xtp1");
  CHECK(certainty.at_high == "replicated-2xtp1");
}

TEST_CASE("where the bands reach another answer it is not decided, and a measurement is named") {
  const Recommendation result = plan(near_the_edge()).recommendation;
  const Certainty& certainty = result.certainty;
  CHECK(!certainty.decided);
  CHECK(certainty.at_low == "split-1xtp2");
  CHECK(certainty.at_high == "replicated-2xtp1");
  REQUIRE(certainty.measure.has_value());
  CHECK(certainty.measure->input == "engine_other_use_bytes");
  CHECK(certainty.measure->decides);
  CHECK(result.reasons.front().rule == "not_decided");
  CHECK(result.reasons.front().text.starts_with("not decided by what is known: "));
}

TEST_CASE("a need that only one end holds is not decided either") {
  PlanRequest request = story(0.74);
  request.layout = "replicated";
  request.need.tokens = Tokens{1'500'000};
  const Certainty certainty = plan(request).recommendation.certainty;
  CHECK(!certainty.decided);
  CHECK(certainty.at_low == certainty.at_high);
  CHECK(!certainty.holds_at_low);
  CHECK(certainty.holds_at_high);
}

TEST_CASE("given cache bytes leave nothing to be measured") {
  PlanRequest request = story(0.74);
  request.kv_cache_memory = 20_GiB;
  const Certainty certainty = plan(request).recommendation.certainty;
  CHECK(certainty.decided);
  CHECK(!certainty.measure.has_value());
}

TEST_CASE("the table is sorted by what an input moves, its low end first") {
  const auto rows = plan(story(0.74)).recommendation.sensitivities;
  REQUIRE(rows.size() >= 4);
  std::int64_t before = rows.front().tokens_high.count();
  for (const Sensitivity& row : rows) {
    CAPTURE(row.input);
    CHECK(row.tokens_low <= row.tokens_high);
    const std::int64_t swing = (row.tokens_high - row.tokens_low).count();
    CHECK(swing <= before);
    before = swing;
  }
  const auto share = std::ranges::find(rows, "gpu_memory_utilization", &Sensitivity::input);
  REQUIRE(share != rows.end());
  CHECK(share->low == Value{0.73});
  CHECK(share->high == Value{0.75});
  CHECK(!share->uncertain);
  const auto other = std::ranges::find(rows, "engine_other_use_bytes", &Sensitivity::input);
  REQUIRE(other != rows.end());
  CHECK(other->uncertain);
}
