// The way back: the story's 0.78 → 0.74, and what a share or bytes are safer for.
#include "kvplan/fit.hpp"

#include <doctest/doctest.h>

#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::source_dir;
using kvplan::tests::story;

TEST_CASE("the story: services took the 5 GiB that 0.78 left, so the share becomes 0.74") {
  PlanRequest request = story(0.78);
  request.services = {{"databases", 3_GiB, std::nullopt}, {"site builds", 2_GiB, std::nullopt}};
  const Fit found = fit(request);
  CHECK(found.met);
  REQUIRE(found.boxes.size() == 2);
  for (const BoxFit& box : found.boxes) {
    // 121.69 − 9.5 outside − 12.27 page cache − 5 services − 4 headroom = 90.92 GiB = 0.747.
    CHECK(box.utilization == 0.74);
    CHECK(box.headroom == default_headroom);
    CHECK(box.most_if_pushed_out == 0.84);
    CHECK(box.safer == SizeBy::kv_cache_memory_bytes);
  }
  CHECK(found.request.utilization == std::vector<double>{0.74, 0.74});
}

TEST_CASE("each box gets its own share") {
  PlanRequest request = story(0.78);
  request.services = {{"databases", 5_GiB, request.boxes[0].name}};
  const Fit found = fit(request);
  CHECK(found.boxes[0].utilization == 0.74);
  CHECK(found.boxes[1].utilization == 0.82);
}

TEST_CASE("bytes that are named fit when the engine's other use is at its high end") {
  const Fit found = fit(story(0.78));
  const BoxFit& box = found.boxes.front();
  REQUIRE(box.kv_cache_memory.has_value());
  const Ledger& ledger = found.layout.ledgers.front();
  Bytes high = *box.kv_cache_memory;
  for (const LedgerRow& row : ledger.rows) {
    if (row.kind == RowKind::device && row.label != "KV cache") high += row.bytes.high;
  }
  CHECK(high <= requested_memory(box.total, box.utilization.value()));
}

TEST_CASE("the least share that holds the need is named, and nothing where none does") {
  PlanRequest request = story(0.78);
  request.need.requests = 4;
  const Fit found = fit(request);
  CHECK(found.met);
  REQUIRE(found.boxes.front().least.has_value());
  PlanRequest less = request;
  less.utilization = {*found.boxes.front().least - 0.01, *found.boxes.front().least - 0.01};
  CHECK_FALSE(holds_need(plan_again(less, found.layout), less.need));
  request.need.requests = 400;
  const Fit none = fit(request);
  CHECK_FALSE(none.met);
  CHECK_FALSE(none.boxes.front().least.has_value());
  CHECK(none.lacking.find("of 400 requests") != std::string::npos);
}

TEST_CASE("what is lacking is said in requests of one's own lengths, or of the longest") {
  PlanRequest request = story(0.78);
  request.need.mix = std::make_shared<const RequestMix>(parse_lengths("p50=8k,max=9k"));
  request.need.requests = 4000;
  CHECK(fit(request).lacking.ends_with(" of 4,000 requests of your lengths fit"));
  request.need.mix = std::make_shared<const RequestMix>(parse_lengths("p50=8k,max=900k"));
  CHECK(fit(request).lacking == "a request has at most 262,144 tokens");
}

TEST_CASE("on a card of its own the share is safer") {
  PlanRequest request = story(0.9);
  const auto folder = find_model("Meta-Llama-3.1-8B", source_dir() / "models");
  request.model = std::make_shared<const Model>(read_model(folder));
  request.facts = read_facts(folder);
  request.boxes = {find_box("h100", source_dir() / "boxes")};
  request.utilization = {0.9};
  const Fit found = fit(request);
  CHECK(found.met);
  CHECK(found.boxes.front().safer == SizeBy::gpu_memory_utilization);
  // 79.11 GiB less the 2 GiB that the engine may allocate after its profile: 0.974.
  CHECK(found.boxes.front().utilization == 0.97);
}

TEST_CASE("both boxes of a split get what their own services leave") {
  PlanRequest request = story(0.78);
  request.layout = "split";
  request.services = {{"postgres", 10_GiB, "gb10-1"}, {"builds", 2_GiB, "gb10-2"}};
  const Fit found = fit(request);
  CHECK(found.layout.layout.id() == "split-1xtp2");
  // Of 121.69 GiB: 9.5 outside, 12.27 of page cache, 4 of headroom and the services.
  CHECK(found.boxes[0].utilization == 0.70);
  CHECK(found.boxes[1].utilization == 0.77);
  // One cache: each rank's is as large as the smaller one's.
  CHECK(found.boxes[0].kv_cache_memory == found.boxes[1].kv_cache_memory);
}
