// Two copies against one pool: the answer changes with the share of very long requests.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "kvplan/simulate.hpp"

using namespace kvplan;

namespace {

constexpr std::int64_t ms = ps_per_second / 1000;

/// A copy on each of two boxes: 2,000 blocks of 16 tokens each, steps of 20 ms.
Fleet copies() {
  SimulatedEngine engine;
  engine.num_blocks = 2001;
  engine.groups = {SimulatedGroup{}};
  engine.max_model_len = 30'000;
  engine.step.fixed = 20 * ms;
  engine.step.per_token = ms / 20;
  Fleet fleet;
  fleet.name = "copies";
  fleet.copies = {engine, engine};
  return fleet;
}

/// One engine over both boxes: what the weights take is paid once, so 6,000 blocks; steps are
/// longer, for the boxes wait for each other.
Fleet pool() {
  Fleet fleet = copies();
  fleet.name = "pool";
  fleet.copies.pop_back();
  fleet.copies.front().num_blocks = 6001;
  fleet.copies.front().step.fixed = 25 * ms;
  fleet.copies.front().step.per_token = ms / 30;
  return fleet;
}

Generator mix() {
  return {.rate = 1,
          .requests = 1500,
          .in = {.mean = 200},
          .out = {.mean = 100},
          .long_in = {.mean = 24'000},
          .long_out = {.mean = 800}};
}

}  // namespace

TEST_CASE("few long requests: two copies; more of them: one pool; the search finds where") {
  const std::vector<Fleet> fleets{copies(), pool()};
  const ShareSearch search = search_long_share(fleets, mix(), Measure::e2e_p95, {}, 0.002);
  CHECK(search.rows.front().long_share == 0);
  CHECK(search.rows.front().best == 0);
  REQUIRE(search.flips.size() >= 1);
  const ShareFlip& flip = search.flips.front();
  CHECK(flip.before == 0);
  CHECK(flip.after == 1);
  CHECK(flip.from < flip.to);
  CHECK(flip.to - flip.from <= 0.002);
  // Simulated again at both sides, each alone.
  const auto p95 = [](const Fleet& fleet, double share) {
    Generator generator = mix();
    generator.long_share = share;
    const auto source = generate(generator);
    return *measured(simulate(fleet, *source, {}), Measure::e2e_p95);
  };
  CHECK(p95(copies(), flip.from) < p95(pool(), flip.from));
  CHECK(p95(copies(), flip.to) > p95(pool(), flip.to));
}

TEST_CASE("a search needs two fleets") {
  const std::vector<Fleet> one{copies()};
  CHECK_THROWS_AS((void)search_long_share(one, mix(), Measure::e2e_p95, {}), Error);
}
