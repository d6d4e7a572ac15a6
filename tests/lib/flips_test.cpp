// Each flip is tried: at `from` the present layout is recommended, one step on, at `to`, the other.
#include "kvplan/flips.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kvplan/report.hpp"
#include "kvplan/rule.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

std::string recommended(const PlanRequest& request) {
  const Comparison comparison = compare(request);
  return outcome_of(comparison.layouts, request.need).id;
}

/// The request with one input at a value.
PlanRequest at(PlanRequest request, const Flip& flip, const Value& value) {
  const auto integer = [&] { return std::get<std::int64_t>(value); };
  if (flip.input == "need_requests") request.need.requests = integer();
  if (flip.input == "need_tokens") {
    request.need.requests = request.need.at_least_requests();
    request.need.tokens = Tokens{integer()};
  }
  if (flip.input == "weights_bytes") request.weights = exactly(Bytes{integer()}, "test");
  if (flip.input == "max_model_len") request.options.max_model_len = Tokens{integer()};
  if (flip.input == "kv_cache_dtype") {
    request.options.kv_cache_dtype = std::get<std::string>(value);
  }
  if (flip.input == "gpu_memory_utilization") {
    const double front = request.utilization.front();
    for (double& share : request.utilization) share += std::get<double>(value) - front;
  }
  if (flip.input == "services_bytes") {
    request.services.push_back({"further", Bytes{integer()}, std::nullopt});
  }
  return request;
}

void try_all(const PlanRequest& request) {
  const std::string present = recommended(request);
  const Comparison comparison = compare(request);
  for (const Flip& flip : flips(request, comparison.layouts)) {
    CAPTURE(flip.input);
    PlanRequest from = at(request, flip, flip.from);
    PlanRequest to = at(request, flip, flip.to);
    if (flip.input == "services_bytes") {
      REQUIRE(flip.with_utilization.size() == request.boxes.size());
      to.utilization = flip.with_utilization;
      // The services fit at that share, so it is no smaller than they ask.
      const Comparison there = compare(to);
      if (const auto best = best_layout(there.layouts, to.need)) {
        CHECK(there.layouts[*best].services_fit);
      }
      from.utilization = flip.with_utilization;
      for (double& share : from.utilization) share += 0.001;
    }
    CHECK(recommended(from) == present);
    CHECK(recommended(to) == flip.layout_id);
    CHECK(flip.layout_id != present);
  }
}

Flip flip_of(const PlanRequest& request, const std::string& input) {
  const Comparison comparison = compare(request);
  const auto all = flips(request, comparison.layouts);
  const auto found = std::ranges::find(all, input, &Flip::input);
  REQUIRE(found != all.end());
  return *found;
}

}  // namespace

TEST_CASE("one step past each flip gives the other layout") {
  try_all(story(0.74));
  try_all(story(0.78));
  try_all(story(0.76, "bfloat16"));
  PlanRequest eight = story(0.76, "bfloat16");
  eight.need.requests = 8;
  try_all(eight);
  PlanRequest too_many = story(0.74);
  too_many.need.requests = 999;
  try_all(too_many);
}

TEST_CASE("where nothing starts the flips say what would") {
  const PlanRequest request = story(0.3);
  CHECK(recommended(request) == "none");
  const Flip share = flip_of(request, "gpu_memory_utilization");
  CHECK(share.layout == "split");
  CHECK(std::get<double>(share.to) > 0.3);
  try_all(request);
}

TEST_CASE("the story's need flips at five requests, for two boxes hold two each") {
  const Flip flip = flip_of(story(0.74), "need_requests");
  CHECK(flip.from == Value{std::int64_t{4}});
  CHECK(flip.to == Value{std::int64_t{5}});
  CHECK(flip.layout_id == "split-1xtp2");
}

TEST_CASE("an fp8 cache makes the story's change possible: with bfloat16 it flips back") {
  PlanRequest request = story(0.74);
  request.need.requests = 4;
  const Flip flip = flip_of(request, "kv_cache_dtype");
  CHECK(flip.from == Value{std::string("fp8")});
  CHECK(flip.to == Value{std::string("bfloat16")});
  CHECK(flip.layout == "split");
}

TEST_CASE("services flip it through the share that they leave") {
  const Flip flip = flip_of(story(0.74), "services_bytes");
  CHECK(flip.layout == "split");
  for (const double share : flip.with_utilization) CHECK(share < 0.74);
}

TEST_CASE("one box has flips too: to nothing") {
  PlanRequest request = story(0.74);
  request.boxes.resize(1);
  request.utilization.resize(1);
  CHECK(flip_of(request, "gpu_memory_utilization").layout == "none");
  try_all(request);
}
