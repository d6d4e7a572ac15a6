// Whether a start is let in, and what a box has left on the way: figures of public reports.
#include "kvplan/startup.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace kvplan;

Bytes gib_of(double size) { return Bytes{static_cast<std::int64_t>(size * 1073741824.0)}; }

Box gb10() {
  Box box;
  box.name = "gb10";
  box.unified = true;
  box.total = gib_of(121.69);
  box.capability = {12, 1};
  return box;
}

struct Start {
  Box box = gb10();
  EngineRules rules = find_engine("vllm@0.33").rules;
  StartInputs inputs;
  explicit Start(double requested) {
    inputs.requested = gib_of(requested);
    inputs.weights = exactly(gib_of(70), "given");
    inputs.other = exactly(gib_of(5), "given");
    inputs.cache = gib_of(15);
  }
  [[nodiscard]] StartUp result() {
    inputs.box = &box;
    inputs.rules = &rules;
    return start_up(inputs);
  }
};

}  // namespace

TEST_CASE("free memory that is given decides the check") {
  // GLM-5.3 on two boxes, 0.87: 105.82 GiB asked, a head with services has 105.08 free.
  Start head(105.82);
  head.inputs.free = gib_of(105.08);
  CHECK(head.result().verdict == StartVerdict::fails);
  CHECK(head.result().short_at_low == gib_of(105.82) - gib_of(105.08));
  CHECK(head.result().highest_util == 0.86);
  // Another kit has 110.37 GiB free.
  Start other(105.87);
  other.inputs.free = gib_of(110.37);
  CHECK(other.result().verdict == StartVerdict::passes);
  CHECK(other.result().short_at_low == Bytes{0});
}

TEST_CASE("without it a band is assumed, and the verdict says how sure it is") {
  CHECK(Start(90.05).result().verdict == StartVerdict::passes);
  CHECK(Start(105.87).result().verdict == StartVerdict::may_fail);
  CHECK(Start(115.61).result().verdict == StartVerdict::fails);
  Start beside(90.05);
  beside.inputs.services = gib_of(15);
  CHECK(beside.result().verdict == StartVerdict::may_fail);
}

TEST_CASE("what a box used before, by a calibration, takes the place of the band") {
  Start start(105.87);
  start.inputs.system = Band{gib_of(9), gib_of(9), gib_of(10), "measured: total − free"};
  const StartUp result = start.result();
  CHECK(result.verdict == StartVerdict::passes);
  CHECK(result.free.source == "measured: total − free");
}

TEST_CASE("releases before 0.9.1 do not compare, and older ones read another figure") {
  Start start(120);
  start.rules.release = {0, 9, 0, 0};
  CHECK(start.result().verdict == StartVerdict::not_checked);
  CHECK(start.result().short_at_low == Bytes{0});
  CHECK(Start(90).result().compared == "MemAvailable");
  Start old(90);
  old.rules = find_engine("vllm@0.11.0").rules;
  CHECK(old.result().compared == "cudaMemGetInfo's free memory, page cache counted as used");
  old.rules = find_engine("vllm@0.19.1").rules;
  CHECK(old.result().compared == "MemAvailable");
  old.box.capability = {12, 0};
  CHECK(old.result().compared == "cudaMemGetInfo's free memory, page cache counted as used");
}

TEST_CASE("the phases take from free memory what stays taken") {
  Start start(90.05);
  start.inputs.free = gib_of(112);
  start.inputs.after = exactly(gib_of(1), "given");
  start.inputs.pinned = gib_of(3);
  const auto phases = start.result().phases;
  REQUIRE(phases.size() == 5);
  CHECK(phases[0].left.likely == gib_of(112));
  // 112 − 2.5 (processes) − 3 (pinned) − 70 (weights) − 1 (loader).
  CHECK(gib(phases[1].left.likely) == doctest::Approx(35.5));
  // 36.5 − 5 (other use) − 2 (compile), and 23 at the tight end beside 4 of processes.
  CHECK(gib(phases[2].left.likely) == doctest::Approx(29.5));
  CHECK(gib(phases[2].left.low) == doctest::Approx(112 - 4 - 3 - 70 - 5 - 23));
  CHECK(gib(phases[3].left.likely) == doctest::Approx(112 - 2.5 - 3 - 90));
  CHECK(gib(phases[4].left.likely) == doctest::Approx(112 - 2.5 - 3 - 90 - 1));
  CHECK(start.result().tightest().name == "ready");
}

TEST_CASE("a head has less left than its worker") {
  Start head(90.05);
  Start worker(90.05);
  head.inputs.role = StartRole::head;
  worker.inputs.role = StartRole::worker;
  // 5.6 GiB of host use against 1.5.
  const Bytes apart = worker.result().tightest().left.likely - head.result().tightest().left.likely;
  CHECK(gib(apart) == doctest::Approx(4.1).epsilon(0.01));
}

TEST_CASE("right after a stop, what the old engine held is lacking") {
  Start start(90.05);
  start.inputs.free = gib_of(112);
  // 112 − 90 are free, 90.05 are asked.
  CHECK(gib(start.result().short_after_restart) == doctest::Approx(68.05));
}

TEST_CASE("on a card of its own nothing of the host's peak counts") {
  Start start(70);
  start.box.unified = false;
  start.box.total = gib_of(79.19);
  start.inputs.weights = exactly(gib_of(40), "given");
  const StartUp result = start.result();
  CHECK(result.verdict == StartVerdict::passes);
  CHECK(result.compared == "cudaMemGetInfo's free memory");
}

TEST_CASE("the engine that asks for more than it takes starts first") {
  // Cache given in bytes: 90 GiB asked by its share, 30 taken. The other asks 60 and takes 62.
  const std::vector<EngineStart> engines{{"share", gib_of(60), gib_of(62)},
                                         {"bytes", gib_of(90), gib_of(30)}};
  const StartOrder order = start_order(gib_of(112), engines);
  CHECK(order.order == std::vector<std::size_t>{1, 0});
  CHECK(order.free_before == std::vector<Bytes>{gib_of(112), gib_of(82)});
  CHECK_FALSE(order.stuck.has_value());
}

TEST_CASE("engines that fit in no order name the one that is refused") {
  // 0.85 of 121.69 beside a small model that holds its share already.
  const std::vector<EngineStart> engines{{"small", gib_of(24), gib_of(25)},
                                         {"large", gib_of(103.4), gib_of(105)}};
  const StartOrder order = start_order(gib_of(112), engines);
  REQUIRE(order.stuck.has_value());
  CHECK(engines[*order.stuck].name == "large");
}
