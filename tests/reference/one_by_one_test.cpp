// The library against the slow, obvious second implementation, over a few thousand random models.
#include "reference/one_by_one.hpp"

#include <doctest/doctest.h>

#include "kvplan/capacity.hpp"
#include "kvplan/platform.hpp"
#include "reference/random_model.hpp"

using namespace kvplan;
using namespace kvplan::reference;

namespace {

constexpr std::uint64_t cases = 3000;

struct Planned {
  Serving serving;
  CacheGroups groups;
};

Planned plan_of(const Architecture& model, const EngineOptions& options) {
  const EngineRules rules = find_engine("vllm@0.33").rules;
  const Platform gb10 = *find_platform("gb10");
  Planned planned;
  planned.serving = resolve(model, options, gb10, rules);
  const auto specs = cache_specs(model, nullptr, planned.serving, options, gb10, rules);
  planned.groups = group(specs, model, planned.serving, rules);
  return planned;
}

void compare_groups(const OneByOne& reference, const Plan& slow, const Planned& fast) {
  REQUIRE(slow.groups.size() == fast.groups.groups.size());
  for (std::size_t i = 0; i < slow.groups.size(); ++i) {
    const CacheGroup& group = fast.groups.groups[i];
    CHECK(group.layers == static_cast<std::int64_t>(slow.groups[i].caches.size()));
    CHECK(group.block_size.amount.count() == slow.groups[i].block);
    CHECK(group.page.amount.count() == slow.groups[i].page);
    for (const Tokens length : {Tokens{1}, fast.serving.max_model_len}) {
      CHECK(blocks_for_request(group, length, fast.groups).count() ==
            reference.blocks(slow.groups[i], length.count()));
    }
  }
  for (std::size_t stage = 0; stage < slow.block_bytes.size(); ++stage) {
    CHECK(fast.groups.bytes_per_block[stage].amount.count() == slow.block_bytes[stage]);
  }
}

void compare_answers(const Answer& slow, const Capacity& fast) {
  CHECK(fast.fits == slow.fits);
  CHECK(fast.estimated_max_model_len.count() == slow.estimated_max_model_len);
  if (!slow.fits || !fast.fits) return;
  CHECK(fast.num_blocks.count() == slow.num_blocks);
  CHECK(fast.max_concurrency == slow.max_concurrency);
  CHECK(fast.tokens.value_or(Tokens{}).count() == slow.tokens);
  CHECK(fast.full_context_requests == slow.full_context_requests);
}

}  // namespace

TEST_CASE("groups, blocks and capacity are what counting one by one gives") {
  const EngineRules rules = find_engine("vllm@0.33").rules;
  std::int64_t fitting = 0;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const Architecture model = random_model(dice);
    EngineOptions options = random_options(dice, model);
    const auto layers = static_cast<std::int64_t>(model.layers.size());
    options.pipeline_parallel_size = std::min(options.pipeline_parallel_size, layers);
    const Planned fast = plan_of(model, options);
    OneByOne reference(model, fast.serving, options.block_size.value_or(16));
    const Plan slow = reference.plan();
    compare_groups(reference, slow, fast);
    // Around what one request needs, so that some fit and some do not.
    const auto stages = static_cast<std::size_t>(options.pipeline_parallel_size);
    const Blocks need = blocks_for_request(fast.serving.max_model_len, fast.groups);
    std::int64_t widest = 0;
    for (const std::int64_t bytes : slow.block_bytes) widest = std::max(widest, bytes);
    const Bytes available{widest * need.count() * dice.between(1, 400) / 100 +
                          dice.between(0, widest)};
    const std::vector<Bytes> memory(stages, available);
    const Capacity found = capacity(fast.groups, memory, fast.serving, options, rules);
    compare_answers(reference.answer(slow, available.count()), found);
    fitting += found.fits ? 1 : 0;
  }
  CHECK(fitting > static_cast<std::int64_t>(cases) / 4);
  CHECK(fitting < static_cast<std::int64_t>(cases));
}

TEST_CASE("a request that runs never holds more blocks than were planned for it") {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const std::int64_t length = dice.between(1, 600);
    const std::int64_t block = 16 * dice.between(1, 4);
    const std::int64_t in_flight = dice.between(1, 200);
    const std::int64_t window = dice.between(1, 300);
    CacheGroups groups;
    groups.max_in_flight_tokens = Tokens{in_flight};
    CacheSpec spec;
    spec.retention = LastTokens{Tokens{window}};
    spec.block_size = {Tokens{block}};
    CacheGroup group;
    group.specs = {spec};
    const std::int64_t planned = blocks_for_request(group, Tokens{length}, groups).count();
    // Tokens come in steps of any size; a block is freed when no token in it is seen any more.
    for (std::int64_t computed = 0; computed < length;) {
      const std::int64_t step = std::min(dice.between(1, in_flight), length - computed);
      const std::int64_t first_seen = std::max<std::int64_t>(0, computed - (window - 1));
      const std::int64_t held = (computed + step - 1) / block - first_seen / block + 1;
      CHECK(held <= planned);
      computed += step;
    }
  }
}
