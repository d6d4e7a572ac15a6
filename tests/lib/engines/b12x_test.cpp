// The community build of the story: slope and range of its published pools.
#include <doctest/doctest.h>

#include <vector>

#include "kvplan/allocation.hpp"
#include "kvplan/capacity.hpp"
#include "kvplan/engine.hpp"
#include "source_dir.hpp"

namespace {

using namespace kvplan;

constexpr double gb10_gib = 121.69;

struct Pool {
  CachePlan plan;
  EngineOptions options;
  EngineRules rules = find_engine("vllm-b12x").rules;

  explicit Pool(const char* kv_cache_dtype) {
    options.kv_cache_dtype = kv_cache_dtype;
    options.max_model_len = 262144_tokens;
    options.speculative_config = {.method = "mtp", .num_speculative_tokens = 4, .model = {}};
    const Model model = read_model(kvplan::tests::source_dir().string() +
                                   "/tests/golden/startups/configs/qwen3.8-flash-next.json");
    plan = plan_cache(model, options, find_platform("gb10").value(), rules);
  }

  [[nodiscard]] Capacity hold(Bytes bytes) const {
    return capacity(plan.groups, std::vector{bytes}, plan.serving, options, rules);
  }
  [[nodiscard]] double tokens(double bytes_in_gib) const {
    const auto bytes = static_cast<std::int64_t>(bytes_in_gib * bytes_per_gib);
    return static_cast<double>(hold(Bytes{bytes}).tokens.value().count());
  }
};

}  // namespace

TEST_CASE("337 blocks hold 499,110 tokens although MTP 4 drafts") {
  const Pool pool("bfloat16");
  const Capacity result = pool.hold(337_blocks * pool.plan.groups.bytes_per_block.front());
  CHECK(result.num_blocks == 337_blocks);
  CHECK(result.blocks_per_request == 177_blocks);
  CHECK(result.tokens == 499110_tokens);
}

TEST_CASE("0.04 more of a GB10 holds about 320,000 more fp8 tokens") {
  const Pool pool("fp8");
  const double other_gib = 78.6;  // weights and the engine's other use, as inferred for the story
  const double low = pool.tokens(0.74 * gb10_gib - other_gib);
  const double high = pool.tokens(0.78 * gb10_gib - other_gib);
  CHECK(high - low == doctest::Approx(320'000).epsilon(0.04));
  CHECK(low == doctest::Approx(760'000).epsilon(0.04));
  CHECK(high == doctest::Approx(1'080'000).epsilon(0.04));
}
