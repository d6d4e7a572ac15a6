// The simulation against closed forms, against what must always hold, and against a real engine.
#include "kvplan/simulate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "kvplan/error.hpp"
#include "kvplan/random.hpp"
#include "kvplan/trace.hpp"

namespace {

using namespace kvplan;

constexpr std::int64_t ms = ps_per_second / 1000;

SimulatedEngine engine_of(std::int64_t blocks, std::int64_t block_size = 16) {
  SimulatedEngine engine;
  engine.num_blocks = blocks;
  engine.groups = {SimulatedGroup{.block_size = block_size}};
  engine.max_model_len = 100'000;
  engine.step.fixed = 10 * ms;
  return engine;
}

Fleet fleet_with(const SimulatedEngine& engine, std::size_t copies = 1) {
  Fleet fleet;
  fleet.name = "test";
  fleet.copies.assign(copies, engine);
  return fleet;
}

SimulationResult run(const Fleet& fleet, const Generator& generator,
                     const SimulationOptions& options = {}) {
  const auto source = generate(generator);
  return simulate(fleet, *source, options);
}

double seconds(std::optional<double> ps) {
  REQUIRE(ps.has_value());
  return *ps / static_cast<double>(ps_per_second);
}

void check_conserved(const SimulationResult& result) {
  CHECK(result.arrived == result.completed + result.rejected + result.failed);
  for (const CopyResult& copy : result.copies) {
    CHECK(copy.blocks_at_end == 0);
    CHECK(copy.most_blocks <= copy.usable_blocks);
  }
}

}  // namespace

TEST_CASE("one request alone: prefill in chunks, then a step a token") {
  // 5,000 tokens in chunks of 2,048 are 3 steps, the third of which gives the first token; 9 more
  // steps give the other 9. A step takes 10 ms and a prompt's token 1 µs.
  SimulatedEngine engine = engine_of(1000);
  engine.step.per_token = 1'000'000;
  Generator generator{.requests = 1, .in = {.mean = 5000}, .out = {.mean = 10}};
  const SimulationResult result = run(fleet_with(engine), generator);
  CHECK(result.completed == 1);
  CHECK(seconds(result.latencies.ttft.at(0.5)) == doctest::Approx(0.030 + 0.005));
  CHECK(seconds(result.latencies.e2e.at(0.5)) == doctest::Approx(0.120 + 0.005 + 0.000009));
  CHECK(result.total.steps == 12);
  CHECK(result.total.token_steps == 9);
  CHECK(result.total.output_tokens == 10);
  CHECK(result.total.prompt_tokens == 5000);
}

TEST_CASE("a batch of eight equal requests takes as long as one, where steps cost the same") {
  const SimulatedEngine engine = engine_of(1000);
  Generator generator{
      .rate = 0, .clients = 8, .requests = 8, .in = {.mean = 100}, .out = {.mean = 50}};
  const SimulationResult result = run(fleet_with(engine), generator);
  // 800 prompt tokens fit one step; it gives 8 first tokens; 49 more steps.
  CHECK(result.duration_s == doctest::Approx(0.5));
  CHECK(result.output_tok_s() == doctest::Approx(800.0));
  CHECK(result.copies[0].most_running == 8);
  // 100 + 49 computed tokens and the one being computed: 150 / 16 → 10 blocks each.
  CHECK(result.copies[0].most_blocks == 80);
  CHECK(result.total.busy_s == doctest::Approx(0.5));
  CHECK(result.total.running_s == doctest::Approx(4.0));
}

TEST_CASE("context that grows makes each step longer, in the jump as step by step") {
  // One request, 100 in and 4 out: prefill 10 ms, then steps that read 101, 102 and 103 tokens.
  SimulatedEngine engine = engine_of(1000);
  engine.step.per_context = ms;
  Generator generator{.requests = 1, .in = {.mean = 100}, .out = {.mean = 4}};
  const SimulationResult result = run(fleet_with(engine), generator);
  CHECK(result.duration_s == doctest::Approx(0.040 + 0.306));
}

TEST_CASE("waiting for one server with a fixed service time is M/D/1's") {
  // One request at a time, 100 tokens of 10 ms each: service 1 s. At a load of 0.7 the mean wait
  // is ρ/(2(1 − ρ)) = 0.7/0.6 = 1.1667 services (Pollaczek and Khinchine).
  SimulatedEngine engine = engine_of(100);
  engine.max_num_seqs = 1;
  Generator generator{.rate = 0.7, .requests = 400'000, .out = {.mean = 100}, .seed = 5};
  const SimulationResult result = run(fleet_with(engine), generator);
  CHECK(seconds(result.latencies.queue.mean()) == doctest::Approx(1.1667).epsilon(0.02));
  CHECK(result.total.busy_s / result.duration_s == doctest::Approx(0.7).epsilon(0.01));
  // Little: the mean number that waits is the rate times the mean wait.
  CHECK(result.total.waiting_s / result.duration_s ==
        doctest::Approx(result.requests_per_s() * seconds(result.latencies.queue.mean()))
            .epsilon(0.001));
}

TEST_CASE("waiting for c servers with exponential service times is M/M/c's") {
  // Answers of 1,000 tokens in the mean, exponential, 1 ms a step whoever is in it: service 1 s.
  // Erlang C for c = 4 and a load of 3.2: P(wait) = 0.5964, mean wait = 0.5964 / (4 − 3.2) = 0.7455
  // s.
  SimulatedEngine engine = engine_of(1'000'000);
  engine.step.fixed = ms;
  engine.max_num_seqs = 4;
  Generator generator{.rate = 3.2,
                      .requests = 400'000,
                      .out = {.shape = Length::Shape::exponential, .mean = 1000},
                      .seed = 11};
  const SimulationResult result = run(fleet_with(engine), generator);
  CHECK(seconds(result.latencies.queue.mean()) == doctest::Approx(0.7455).epsilon(0.04));
  CHECK(result.total.running_s / result.duration_s == doctest::Approx(3.2).epsilon(0.01));
}

TEST_CASE("Little's law holds for each copy and at the proxy") {
  SimulatedEngine engine = engine_of(4000);
  engine.step.per_request = ms;
  Fleet fleet = fleet_with(engine, 2);
  fleet.proxy_cap = 4;
  Generator generator{.rate = 3, .requests = 20'000, .in = {.mean = 300}, .out = {.mean = 150}};
  const SimulationResult result = run(fleet, generator);
  check_conserved(result);
  const double in_system =
      (result.total.running_s + result.total.waiting_s + result.at_proxy_s) / result.duration_s;
  CHECK(in_system == doctest::Approx(result.requests_per_s() * seconds(result.latencies.e2e.mean()))
                         .epsilon(1e-6));
  for (const CopyResult& copy : result.copies) CHECK(copy.most_running <= 4);
  CHECK(result.most_at_proxy > 0);
}

TEST_CASE("a cache that is full preempts the newest, and every request is still answered") {
  // Each request ends with 1,000 tokens, 63 blocks; 200 usable blocks hold three of them, but the
  // prompts of 9 fit: 22 blocks each.
  SimulatedEngine engine = engine_of(201);
  Generator generator{
      .rate = 0, .clients = 16, .requests = 64, .in = {.mean = 340}, .out = {.mean = 660}};
  engine.prefix_caching = false;
  std::vector<std::int64_t> by_arrival;
  SimulationOptions options;
  options.on_done = [&](const RequestRecord& r) { by_arrival.push_back(r.preemptions); };
  const SimulationResult result = run(fleet_with(engine), generator, options);
  check_conserved(result);
  CHECK(result.completed == 64);
  CHECK(result.total.preemptions > 0);
  CHECK(by_arrival.front() == 0);                // the oldest is never the victim
  CHECK(result.total.prompt_tokens > 64 * 340);  // computed again
  CHECK(result.total.output_tokens == 64 * 660);
}

TEST_CASE("larger blocks waste more of the last one, and so preempt more") {
  Generator generator{
      .rate = 0, .clients = 40, .requests = 200, .in = {.mean = 130}, .out = {.mean = 150}};
  // The same 16,384 tokens of cache in blocks of 16 and of 256.
  const auto small = run(fleet_with(engine_of(1025, 16)), generator);
  const auto large = run(fleet_with(engine_of(65, 256)), generator);
  CHECK(small.total.preemptions == 0);
  CHECK(large.total.preemptions > 10);
  CHECK(large.duration_s > small.duration_s);
}

TEST_CASE("a sliding window lets blocks go that full attention keeps, and so preempts less") {
  Generator generator{
      .rate = 0, .clients = 8, .requests = 64, .in = {.mean = 100}, .out = {.mean = 2000}};
  SimulatedEngine full = engine_of(401);
  SimulatedEngine window = full;
  window.groups.front().retention = LastTokens{Tokens{512}};
  window.max_in_flight_tokens = 512;
  window.max_num_batched_tokens = 512;
  const auto of_full = run(fleet_with(full), generator);
  const auto of_window = run(fleet_with(window), generator);
  CHECK(of_full.total.preemptions > 0);
  CHECK(of_window.total.preemptions == 0);
  // A window of 512 lies in 33 blocks of 16 at most.
  CHECK(of_window.copies[0].most_blocks == 8 * 33);
  CHECK(of_window.duration_s < of_full.duration_s);
}

TEST_CASE("a state that grows with nothing takes the same blocks at every length") {
  SimulatedEngine engine = engine_of(1001);
  engine.groups = {SimulatedGroup{.retention = FixedBlocks{Blocks{2}}, .block_size = 4096},
                   SimulatedGroup{.block_size = 16}};
  engine.prefix_caching = false;
  Generator generator{.requests = 1, .in = {.mean = 1000}, .out = {.mean = 1}};
  const auto result = run(fleet_with(engine), generator);
  CHECK(result.copies[0].most_blocks == 2 + 63);
}

TEST_CASE("an aligned state holds the running block, and one more only as it crosses a boundary") {
  SimulatedEngine engine = engine_of(1001);
  engine.groups = {
      SimulatedGroup{.retention = FixedBlocks{Blocks{2}}, .block_size = 64, .aligned_state = true}};
  engine.align_states = true;
  Generator generator{.requests = 1, .in = {.mean = 1000}, .out = {.mean = 200}};
  const auto result = run(fleet_with(engine), generator);
  CHECK(result.completed == 1);
  CHECK(result.copies[0].most_blocks == 2);
  check_conserved(result);
}

TEST_CASE("speculation gives 1 + a + a² + … tokens a step") {
  SimulatedEngine engine = engine_of(100'000);
  engine.speculation = {.tokens = 3, .lookahead = 3, .acceptance = 0.8};
  Generator generator{
      .rate = 0, .clients = 4, .requests = 400, .in = {.mean = 16}, .out = {.mean = 2000}};
  const auto result = run(fleet_with(engine), generator);
  check_conserved(result);
  // 1 + 0.8 + 0.64 + 0.512 = 2.952 tokens for each request and step.
  const auto decoded = static_cast<double>(result.total.output_tokens - 400);
  CHECK(decoded / static_cast<double>(result.total.token_steps) ==
        doctest::Approx(2.952).epsilon(0.01));
}

TEST_CASE("a prompt that begins as an earlier one did is not computed again") {
  SimulatedEngine engine = engine_of(10'000);
  Generator generator{
      .rate = 0.1, .requests = 50, .in = {.mean = 1000}, .out = {.mean = 10}, .shared_prefix = 640};
  const auto result = run(fleet_with(engine), generator);
  // 640 tokens are 40 whole blocks of 16; all but the first request find them.
  CHECK(result.total.prefix_hits == 49 * 640);
  CHECK(result.total.prompt_tokens == 50 * 1000 - 49 * 640);
  engine.prefix_caching = false;
  CHECK(run(fleet_with(engine), generator).total.prefix_hits == 0);
}

TEST_CASE("a prefix is cached on each copy for itself") {
  SimulatedEngine engine = engine_of(10'000);
  Generator generator{
      .rate = 0.1, .requests = 50, .in = {.mean = 1000}, .out = {.mean = 10}, .shared_prefix = 640};
  Fleet fleet = fleet_with(engine, 2);
  fleet.routing = Routing::round_robin;
  CHECK(run(fleet, generator).total.prefix_hits == 48 * 640);
  fleet.routing = Routing::prefix_aware;
  CHECK(run(fleet, generator).total.prefix_hits == 49 * 640);
}

TEST_CASE("a cached prefix is evicted when others need its blocks: least recently used first") {
  // 100 usable blocks; a prompt of 640 shared and 640 own tokens takes 80 of them.
  SimulatedEngine engine = engine_of(101);
  TraceOptions options;
  const Trace trace = parse_trace(
      "t,in,out,session\n0,640,1,a\n100,1280,1,b\n200,640,1,a\n300,640,1,a\n", "t.csv", options);
  Fleet fleet = fleet_with(engine);
  fleet.sessions_share_prefix = true;
  const auto source = replay(trace);
  const auto result = simulate(fleet, *source, {});
  // b takes 60 blocks never used and 20 of a's 40: its tail, which was let go first. The last token
  // is always computed, so the last request finds 39 of its 40 blocks.
  CHECK(result.total.prefix_hits == 20 * 16 + 39 * 16);
}

TEST_CASE("sticky sessions find their prefixes, round robin half of them") {
  SimulatedEngine engine = engine_of(100'000);
  std::string text = "t,in,out,session\n";
  for (int turn = 0; turn < 10; ++turn) {
    for (int session = 0; session < 21; ++session) {
      text += std::to_string(turn * 1000 + session * 3) + "," + std::to_string(320 * (turn + 1)) +
              ",16,s" + std::to_string(session) + "\n";
    }
  }
  const Trace trace = parse_trace(text, "t.csv", {});
  const auto hits = [&](Routing routing) {
    Fleet fleet = fleet_with(engine, 2);
    fleet.routing = routing;
    fleet.sessions_share_prefix = true;
    const auto source = replay(trace);
    return simulate(fleet, *source, {}).total.prefix_hits;
  };
  const std::int64_t sticky = hits(Routing::sticky);
  CHECK(hits(Routing::prefix_aware) >= sticky);
  // 21 sessions in turn on two copies: every session changes its copy each turn.
  CHECK(hits(Routing::round_robin) < sticky);
}

TEST_CASE("a copy that restarts loses its requests, which the other copy answers") {
  SimulatedEngine engine = engine_of(10'000);
  engine.step.per_request = ms;
  Fleet fleet = fleet_with(engine, 2);
  fleet.restarts = {{.copy = 1, .at_s = 50, .seconds = 60}};
  Generator generator{.rate = 2, .requests = 400, .in = {.mean = 100}, .out = {.mean = 200}};
  const auto retried = run(fleet, generator);
  check_conserved(retried);
  CHECK(retried.completed == 400);
  CHECK(retried.retried > 0);
  fleet.retry_lost = false;
  const auto failed = run(fleet, generator);
  check_conserved(failed);
  CHECK(failed.failed == retried.retried);
  CHECK(failed.completed == 400 - failed.failed);
  // Nothing is running on the copy in the bins of the restart.
  for (const Bin& bin : failed.copies[1].bins) {
    if (bin.from_s >= 51 && bin.to_s <= 109) CHECK(bin.activity.running_s == 0);
  }
}

TEST_CASE("when all copies are away, requests wait at the proxy or fail, and none is lost") {
  Fleet fleet = fleet_with(engine_of(10'000), 2);
  fleet.restarts = {{0, 20, 30}, {1, 25, 30}};
  Generator generator{.rate = 1, .requests = 100, .in = {.mean = 100}, .out = {.mean = 100}};
  const auto waited = run(fleet, generator);
  check_conserved(waited);
  CHECK(waited.completed == 100);
  CHECK(waited.most_at_proxy > 10);
  fleet.retry_lost = false;
  const auto failed = run(fleet, generator);
  check_conserved(failed);
  CHECK(failed.failed > 20);
}

TEST_CASE("a request longer than the model's length is rejected, an answer beyond it is cut") {
  SimulatedEngine engine = engine_of(10'000);
  engine.max_model_len = 1000;
  const Trace trace = parse_trace("t,in,out\n0,1000,5\n0,990,50\n0,10,5\n", "t.csv", {});
  const auto source = replay(trace);
  const auto result = simulate(fleet_with(engine), *source, {});
  CHECK(result.rejected == 1);
  CHECK(result.cut == 1);
  CHECK(result.total.output_tokens == 10 + 5);
  check_conserved(result);
}

TEST_CASE("what does not fit the whole cache is rejected, and those behind it go on") {
  const SimulatedEngine engine = engine_of(11);  // 160 tokens
  const Trace trace = parse_trace("t,in,out\n0,200,5\n1,100,5\n2,150,50\n3,16,2\n", "t.csv", {});
  const auto source = replay(trace);
  const auto result = simulate(fleet_with(engine), *source, {});
  CHECK(result.rejected == 2);  // the first at once, the third when it has grown too long
  CHECK(result.completed == 2);
  check_conserved(result);
}

TEST_CASE("a jump over equal steps changes nothing, and a seed gives the same again") {
  Random random(20261129);
  for (int round = 0; round < 60; ++round) {
    SimulatedEngine engine = engine_of(60 + static_cast<std::int64_t>(random.bits() % 400),
                                       1 + static_cast<std::int64_t>(random.bits() % 40));
    engine.max_num_seqs = 1 + static_cast<std::int64_t>(random.bits() % 12);
    engine.max_num_batched_tokens = 64 + static_cast<std::int64_t>(random.bits() % 500);
    engine.max_in_flight_tokens = engine.max_num_batched_tokens;
    engine.step.per_context = static_cast<std::int64_t>(random.bits() % 100'000'000);
    engine.step.per_token = static_cast<std::int64_t>(random.bits() % 100'000'000);
    engine.prefix_caching = random.bits() % 2 == 0;
    if (random.bits() % 3 == 0) {
      engine.groups.push_back(
          {.retention = LastTokens{Tokens{1 + static_cast<std::int64_t>(random.bits() % 90)}},
           .block_size = engine.groups.front().block_size});
    }
    if (random.bits() % 4 == 0) {
      engine.groups.push_back(
          {.retention = PresentChunk{Tokens{engine.groups.front().block_size * 3}},
           .block_size = engine.groups.front().block_size});
    }
    if (random.bits() % 3 == 0) {
      engine.groups.push_back({.retention = FixedBlocks{Blocks{2}},
                               .block_size = engine.groups.front().block_size,
                               .aligned_state = engine.prefix_caching});
      engine.align_states = engine.prefix_caching;
    }
    Fleet fleet = fleet_with(engine, 1 + random.bits() % 3);
    fleet.routing = static_cast<Routing>(random.bits() % 4);
    fleet.proxy_cap = static_cast<std::int64_t>(random.bits() % 2 * 5);
    if (random.bits() % 2 == 0) fleet.restarts = {{0, 5, 7}};
    Generator generator{.rate = 1 + random.uniform() * 8,
                        .requests = 150,
                        .in = {.shape = Length::Shape::uniform, .low = 1, .high = 300},
                        .out = {.shape = Length::Shape::uniform, .low = 1, .high = 120},
                        .seed = random.bits()};
    if (random.bits() % 3 == 0) generator.clients = 9;
    if (random.bits() % 3 == 0) generator.shared_prefix = 90;
    CAPTURE(round);
    std::vector<std::int64_t> jumped;
    std::vector<std::int64_t> stepped;
    SimulationOptions options;
    options.on_done = [&](const RequestRecord& r) {
      jumped.insert(jumped.end(), {r.arrived, r.scheduled, r.first_token, r.done, r.preemptions});
    };
    const auto fast = run(fleet, generator, options);
    options.jump = false;
    options.on_done = [&](const RequestRecord& r) {
      stepped.insert(stepped.end(), {r.arrived, r.scheduled, r.first_token, r.done, r.preemptions});
    };
    const auto slow = run(fleet, generator, options);
    check_conserved(fast);
    CHECK(jumped == stepped);
    CHECK(fast.total.steps == slow.total.steps);
    CHECK(fast.total.output_tokens == slow.total.output_tokens);
    CHECK(fast.total.preemptions == slow.total.preemptions);
    CHECK(fast.total.prefix_hits == slow.total.prefix_hits);
    CHECK(fast.latencies.itl.count() == slow.latencies.itl.count());
  }
}

TEST_CASE(
    "memory of a long run is that of its busiest moment: percentiles stay within half a percent") {
  Percentiles percentiles;
  for (std::int64_t value = 1; value <= 1'000'000; ++value) percentiles.add(value * 1000);
  CHECK_FALSE(percentiles.exact());
  CHECK(*percentiles.at(0.5) == doctest::Approx(5e8).epsilon(0.005));
  CHECK(*percentiles.at(0.99) == doctest::Approx(9.9e8).epsilon(0.005));
  CHECK(*percentiles.max() == 1'000'000'000);
  CHECK(*percentiles.mean() == doctest::Approx(500'000'500.0));
  Percentiles few;
  for (const std::int64_t value : {40, 10, 20, 30}) few.add(value);
  CHECK(*few.at(0.5) == 25);
  CHECK(*few.at(0.99) == doctest::Approx(39.7));
  CHECK_FALSE(Percentiles{}.at(0.5).has_value());
}

TEST_CASE("percentiles are made again from their state, exact or in buckets") {
  Percentiles exact;
  for (const std::int64_t value : {5, 1, 3}) exact.add(value);
  CHECK(Percentiles(exact.state()) == exact);
  CHECK(Percentiles(exact.state()).at(0.5) == 3);
  Percentiles many;
  many.add(1000, 100'000);
  CHECK_FALSE(many.exact());
  CHECK(Percentiles(many.state()) == many);
  CHECK(many != exact);
  Percentiles::State wrong = exact.state();
  wrong.count = 4;
  CHECK_THROWS_AS(Percentiles{wrong}, Error);
  wrong = many.state();
  wrong.buckets[0] -= 1;  // below zero, and one more elsewhere: the sum is right
  wrong.buckets[1] += 1;
  CHECK_THROWS_AS(Percentiles{wrong}, Error);
}

TEST_CASE("engines that cannot be are refused") {
  const auto refused = [](const Fleet& fleet) {
    Generator generator{.requests = 1};
    CHECK_THROWS_AS((void)run(fleet, generator), Error);
  };
  refused(Fleet{});
  SimulatedEngine engine = engine_of(0);
  refused(fleet_with(engine));
  engine = engine_of(10, 0);
  refused(fleet_with(engine));
  engine = engine_of(10);
  engine.max_num_seqs = 0;
  refused(fleet_with(engine));
  Fleet fleet = fleet_with(engine_of(10));
  fleet.restarts = {{3, 1, 1}};
  refused(fleet);
  fleet.restarts = {{0, std::nan(""), 1}};
  refused(fleet);
}

TEST_CASE("a prompt's attention beyond 64 bits is a long step, not a short one") {
  SimulatedEngine engine = engine_of(200'000, 65'536);
  engine.max_model_len = engine.max_num_batched_tokens = 100'000'000'000;
  engine.prefix_caching = false;
  engine.step = {.per_attention = 1};
  const auto first_token = [&](const std::string& rows) {
    const Trace trace = parse_trace("t,in,out\n" + rows, "long.csv", {});
    return seconds(simulate(fleet_with(engine), *replay(trace), {}).latencies.ttft.at(0.5));
  };
  // 4e9 × (4e9 − 1) / 2 pairs of a picosecond each.
  CHECK(first_token("0,4000000000,2\n") == doctest::Approx(7'999'999.998).epsilon(1e-12));
  CHECK_THROWS_WITH_AS((void)first_token("0,4000000000,2\n0,4000000000,2\n"),  // 1.6e19 pairs
                       "expected a simulation of at most 92 days, found a longer one", Error);
}

TEST_CASE("a restart that ends after 92 days keeps its copy away until then") {
  Fleet fleet = fleet_with(engine_of(10));
  fleet.restarts = {{.copy = 0, .at_s = 7e6, .seconds = 7e6}};
  const auto answer = [&](std::string_view lines) {
    const Trace trace = parse_trace("t,in,out\n" + std::string(lines), "trace", {});
    return simulate(fleet, *replay(trace), {}).completed;
  };
  CHECK(answer("0,1,1\n") == 1);
  CHECK_THROWS_WITH_AS((void)answer("0,1,1\n7500000,1,1\n"),
                       "expected a simulation of at most 92 days, found a longer one", Error);
}

TEST_CASE("bins, shares and block sizes that cannot be are refused") {
  Generator generator{.requests = 1};
  SimulationOptions options;
  options.bin_s = 1e300;
  CHECK_THROWS_AS((void)run(fleet_with(engine_of(10)), generator, options), Error);
  options.bin_s = -1;
  CHECK_THROWS_WITH_AS((void)run(fleet_with(engine_of(10)), generator, options),
                       "--bin: expected 0 to 8000000 seconds, found -1.000", Error);
  Percentiles one;
  one.add(7);
  CHECK_THROWS_WITH_AS((void)one.at(1.5), "percentiles: expected a share of 0 to 1, found 1.500",
                       Error);
  CHECK_THROWS_AS((void)one.at(std::nan("")), Error);
  SimulatedEngine engine = engine_of(10);
  // Their least common multiple is their product, 1.6e19.
  engine.groups = {SimulatedGroup{.block_size = 4'000'000'007},
                   SimulatedGroup{.block_size = 4'000'000'009}};
  CHECK_THROWS_AS((void)run(fleet_with(engine), generator), std::overflow_error);
}
