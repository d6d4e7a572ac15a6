// Each change is tried as its user would: pasted.
#include "kvplan/changes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "kvplan/report.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

PlanRequest pasted(PlanRequest request, const std::string& flags) {
  std::istringstream words(flags);
  std::string flag;
  std::string value;
  while (words >> flag >> value) {
    if (flag == "--util") std::ranges::fill(request.utilization, std::stod(value));
    if (flag == "--kv-cache-dtype") request.options.kv_cache_dtype = value;
    if (flag == "--max-model-len") request.options.max_model_len = Tokens{std::stoll(value)};
    if (flag == "--max-num-seqs") request.options.max_num_seqs = std::stoll(value);
    if (flag == "--max-num-batched-tokens") {
      request.options.max_num_batched_tokens = Tokens{std::stoll(value)};
    }
    if (flag == "--layout") request.layout = value;
    if (flag == "without") request.options.speculative_config.reset();
  }
  return request;
}

std::vector<Change> changes_of(const PlanRequest& request) {
  return changes_that_fit(request, compare(request).layouts);
}

void try_all(const PlanRequest& request) {
  const auto changes = changes_of(request);
  REQUIRE(!changes.empty());
  CHECK(std::ranges::is_sorted(changes, {}, &Change::rank));
  for (const Change& change : changes) {
    CAPTURE(change.flag);
    const Report report = plan(pasted(request, change.flag));
    CHECK(report.recommendation.need_met);
    CHECK(report.layouts[*report.recommendation.layout].layout.id() == change.layout_id);
    CHECK(!change.gives_up.empty());
  }
}

bool offers(const std::vector<Change>& changes, const std::string& start) {
  return std::ranges::any_of(changes,
                             [&](const Change& change) { return change.flag.starts_with(start); });
}

}  // namespace

TEST_CASE("each change, pasted, makes the plan meet its need in the layout that it names") {
  PlanRequest copies = story(0.55);
  copies.layout = "replicated";
  try_all(copies);
  PlanRequest bf16 = story(0.76, "bfloat16");
  bf16.layout = "replicated";
  bf16.need.requests = 4;
  try_all(bf16);
  PlanRequest services = story(0.78);
  services.services = {{"postgres", 6_GiB, std::nullopt}, {"site-build", 8_GiB, std::nullopt}};
  try_all(services);
}

TEST_CASE("a model that fits only as a split is told so, where only copies were asked for") {
  PlanRequest request = story(0.62);
  request.layout = "replicated";
  const auto changes = changes_of(request);
  CHECK(offers(changes, "--layout split-1xtp2"));
}

TEST_CASE("a BF16 cache that is too small is offered as FP8") {
  PlanRequest request = story(0.74, "bfloat16");
  request.layout = "replicated";
  request.need.requests = 4;
  CHECK(offers(changes_of(request), "--kv-cache-dtype fp8"));
}

TEST_CASE("unequal shares are given back one a box") {
  PlanRequest request = story(0.55);
  request.utilization = {0.55, 0.60};
  request.layout = "replicated";
  const auto changes = changes_of(request);
  REQUIRE(!changes.empty());
  CHECK(changes.front().flag.starts_with("--util 0."));
  CHECK(changes.front().flag.find(",0.") != std::string::npos);
}

TEST_CASE("where nothing helps there is no change") {
  PlanRequest request = story(0.74);
  request.need.tokens = Tokens{900'000'000'000};
  CHECK(changes_of(request).empty());
}

TEST_CASE(
    "another size of the cache is looked for in steps of 256 MiB, in larger ones on a box of more "
    "than a TiB") {
  PlanRequest request = story(0.74);
  request.kv_cache_memory = 1_GiB;
  request.need.tokens = Tokens{400'000};
  const auto sizes = changes_of(request);
  CHECK(offers(sizes, "--kv-cache-memory-bytes "));
  for (Box& box : request.boxes) box.total = Bytes{std::int64_t{1} << 53};
  request.need.tokens = Tokens{std::int64_t{1} << 40};
  const auto found = changes_of(request);
  const auto size = std::ranges::find_if(found, [](const Change& change) {
    return change.flag.starts_with("--kv-cache-memory-bytes ");
  });
  REQUIRE(size != found.end());
  CHECK(std::stoll(size->flag.substr(size->flag.find(' '))) % (2 << 20) == 0);  // 2 TiB of MiB
}
