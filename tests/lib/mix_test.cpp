// By hand: Llama-3.1-8B keeps one block of 16 tokens in a block, so 1,600 tokens are 100 blocks.
#include "kvplan/mix.hpp"

#include <doctest/doctest.h>

#include <array>

#include "kvplan/allocation.hpp"
#include "lib/planned.hpp"

using namespace kvplan;

namespace {

const CachePlan& llama() {
  static const CachePlan plan = [] {
    const Model model = read_model(tests::source_dir() / "models/meta-llama--Meta-Llama-3.1-8B");
    EngineOptions options;
    options.block_size = 16;
    return plan_cache(model, options, *find_platform("gb10"), find_engine("vllm").rules);
  }();
  return plan;
}

MixCapacity held(const std::string& lengths, std::int64_t slots,
                 const std::vector<std::int64_t>& pools) {
  const auto mix = std::make_shared<const RequestMix>(parse_lengths(lengths));
  const MixDemand demand(mix, llama().groups, 131072_tokens, slots, pools.size());
  std::vector<Blocks> blocks;
  for (const std::int64_t pool : pools) blocks.emplace_back(pool);
  return demand.held_by(blocks);
}

}  // namespace

TEST_CASE("two copies hold twice the floor, never the floor of the sum") {
  // 1,050 usable blocks in each: 10 requests of 100; 21 would fit into 2,100.
  const MixCapacity mix = held("1600:1", 256, {1051, 1051});
  CHECK(mix.low == 20);
  CHECK(mix.likely == 20);
  CHECK(mix.high == 20);
  CHECK(mix.binds == MixLimit::cache);
}

TEST_CASE("the null block holds nothing") {
  CHECK(held("1600:1", 256, {1000}).likely == 9);
  CHECK(held("1600:1", 256, {1001}).likely == 10);
}

TEST_CASE("the copy that a request lands on binds although another has room") {
  const MixCapacity mix = held("1600:1", 256, {1001, 2001});
  CHECK(mix.likely == 20);  // the 21st comes to the first copy, which is full
  CHECK(mix.binds == MixLimit::copy);
  CHECK(mix.copy_share == 1.0);
}

TEST_CASE("slots bind where the cache is wide") {
  const MixCapacity mix = held("1600:1", 5, {1001, 1001});
  CHECK(mix.likely == 10);
  CHECK(mix.binds == MixLimit::slots);
  CHECK(mix.slots_share == 1.0);
}

TEST_CASE("requests that no copy can hold are told apart") {
  // 100,000 tokens are 6,250 blocks; 200,000 are above max_model_len.
  CHECK(held("1600:3,100000:1", 256, {1001, 1001}).too_long == 0.25);
  CHECK(held("1600:3,100000:1", 256, {7001, 7001}).too_long == 0.0);
  CHECK(held("1600:3,200000:1", 256, {99999, 99999}).too_long == 0.25);
}

TEST_CASE("a mix of lengths lies between those of its ends, and its quantiles in order") {
  const MixCapacity mix = held("1600:1,16000:1", 256, {10001, 10001});
  CHECK(mix.low >= 20);    // all long: 10 in each
  CHECK(mix.high <= 200);  // all short: 100 in each
  CHECK(mix.low <= mix.likely);
  CHECK(mix.likely <= mix.high);
  // 550 blocks on average: 10,000 / 550 = 18.2 in each copy at the mean, less for the copy that
  // fills first.
  CHECK(mix.likely >= 28);
  CHECK(mix.likely <= 37);
  CHECK(held("1600:1,16000:1", 256, {10001, 10001}) == mix);  // the same draws each time
}
