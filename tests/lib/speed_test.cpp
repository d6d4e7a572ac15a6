#include "kvplan/speed.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kvplan/report.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

PlanRequest llama(std::size_t boxes) {
  const auto folder = tests::source_dir() / "models/meta-llama--Meta-Llama-3.1-8B";
  PlanRequest request = story(0.8);
  request.model = std::make_shared<const Model>(read_model(folder));
  request.facts = read_facts(folder);
  request.options.kv_cache_dtype = "auto";
  request.boxes.resize(boxes);
  request.utilization.resize(boxes);
  return request;
}

std::vector<Speed> speeds_of(const PlanRequest& request) {
  return speeds(request, compare(request).layouts);
}

Speed row(const std::vector<Speed>& rows, const std::string& layout, std::int64_t in_flight) {
  const auto found = std::ranges::find_if(rows, [&](const Speed& speed) {
    return speed.layout_id == layout && speed.in_flight == in_flight;
  });
  REQUIRE(found != rows.end());
  return *found;
}

}  // namespace

TEST_CASE("one request of a dense model reads its weights and its cache once a token") {
  // 16,094,077,440 B less the input embedding of 128,256 × 4,096 × 2, and 1,024 × 131,072 B of
  // cache: 15.18 GB. At 0.65 × 273 GB/s and 4 ms a step 89.5 ms; 149 ms and 56.6 ms at the ends.
  const Speed speed = row(speeds_of(llama(1)), "single-1xtp1", 1);
  CHECK(speed.likely == 11);
  CHECK(speed.low == 6.7);
  CHECK(speed.high == 18);
  CHECK(speed.bound == "weights");
  CHECK(!speed.measured);
  CHECK(speed.source.starts_with("assumed"));
}

TEST_CASE("a dense model's split answers one user faster") {
  const auto rows = speeds_of(llama(2));
  CHECK(row(rows, "split-1xtp2", 1).likely > row(rows, "replicated-2xtp1", 1).likely);
}

TEST_CASE("measured figures stand as they were given, by id or family") {
  PlanRequest request = story(0.74);
  request.operation.measured_tok_s = {{"replicated", 210}, {"split-1xtp2", 180}};
  const Report report = plan(request);
  const auto& rows = report.recommendation.speeds;
  CHECK(rows[0].layout_id == "replicated-2xtp1");
  CHECK(rows[0].likely == 210);
  CHECK(rows[0].low == rows[0].high);
  CHECK(rows[0].measured);
  CHECK(rows[1].layout_id == "split-1xtp2");
  CHECK(rows[1].likely == 180);
  const auto reason =
      std::ranges::find(report.recommendation.reasons, std::string("speed"), &Reason::rule);
  REQUIRE(reason != report.recommendation.reasons.end());
  CHECK(reason->text == "replicated-2xtp1 gives 210 tok/s, split-1xtp2 180 (measured)");
}

TEST_CASE("what is not known has no row") {
  PlanRequest request = llama(1);
  request.boxes[0].bandwidth_bytes_per_s = 0;
  CHECK(speeds_of(request).empty());
}

TEST_CASE("longer contexts are slower, and never below zero or out of order") {
  double before = 1e9;
  for (const std::int64_t context : {1, 1000, 10000, 100000}) {
    PlanRequest request = llama(1);
    request.operation.context = Tokens{context};
    request.operation.in_flight = 8;
    const Speed speed = row(speeds_of(request), "single-1xtp1", 8);
    CHECK(speed.likely <= before);
    CHECK(0 < speed.low);
    CHECK(speed.low <= speed.likely);
    CHECK(speed.likely <= speed.high);
    before = speed.likely;
  }
}
