// A plan with a calibration: the same model at another utilization, and another model on the box.
#include "estimate/calibrated.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::source_dir;
using kvplan::tests::story;

namespace {

Bytes gib_of(double size) { return Bytes{static_cast<std::int64_t>(size * 1073741824.0)}; }

/// One start of the story's model at 0.78: 16.2 GiB for the cache beside 71.83 GiB of weights.
CalibrationRun run_at_078() {
  CalibrationRun run;
  run.file = "head.log";
  run.engine = "vllm";
  run.model = "local-inference-lab/Qwen3.8-Flash-Next-NVFP4";
  run.gpu_memory_utilization = 0.78;
  run.total = gib_of(121.69);
  run.requested = gib_of(121.69 * 0.78);
  run.weights = gib_of(71.83);
  run.available_kv = gib_of(16.2);
  run.beside_cache = *run.requested - *run.available_kv;
  run.other = *run.beside_cache - *run.weights;
  return run;
}

const CopyPlan& first_copy(const Report& report) { return report.layouts.front().copies.front(); }

PlanRequest llama(double utilization) {
  PlanRequest request = story(utilization);
  const auto folder = find_model("Meta-Llama-3.1-8B", source_dir() / "models");
  request.model = std::make_shared<const Model>(read_model(folder));
  request.facts = read_facts(folder);
  request.options.kv_cache_dtype.reset();
  return request;
}

Bytes width(const Band& band) { return band.high - band.low; }

}  // namespace

TEST_CASE("one log of the same model gives the cache at another utilization within 0.2 GiB") {
  PlanRequest request = story(0.74);
  auto known = std::make_shared<Calibration>();
  known->runs.push_back(run_at_078());
  request.calibration = known;
  // 16.2 − (0.78 − 0.74) × 121.69 GiB.
  CHECK(std::abs(gib(first_copy(plan(request)).available.likely) - 11.33) < 0.2);
  request.utilization = {0.85, 0.85};
  CHECK(std::abs(gib(first_copy(plan(request)).available.likely) - 24.72) < 0.2);
}

TEST_CASE("other options than the log's are not taken from it") {
  PlanRequest request = story(0.78);
  CalibrationRun run = run_at_078();
  run.max_num_batched_tokens = Tokens{65536};
  auto known = std::make_shared<Calibration>();
  known->runs.push_back(run);
  request.calibration = known;
  CHECK(std::abs(gib(first_copy(plan(request)).available.likely) - 16.2) > 0.5);
}

TEST_CASE("a log of another model on the box gives a narrower band") {
  PlanRequest request = llama(0.8);
  const Band without = first_copy(plan(request)).available;
  CalibrationRun run = run_at_078();
  run.non_torch = gib_of(2.1);
  auto known = std::make_shared<Calibration>();
  known->runs.push_back(run);
  request.calibration = known;
  const Band with = first_copy(plan(request)).available;
  CHECK(width(with) < width(without));
  // 2.1 GiB outside torch in the place of 2.6.
  CHECK(gib(with.likely - without.likely) == doctest::Approx(0.5).epsilon(0.01));

  // Of two ranks it holds what they talk through too.
  run.tensor_parallel = 2;
  known->runs = {run};
  CHECK(first_copy(plan(request)).available.likely == without.likely);
}

TEST_CASE("a log that only bounds the other use narrows the high end") {
  PlanRequest request = llama(0.8);
  const Band without = first_copy(plan(request)).available;
  CalibrationRun run = run_at_078();
  run.other = gib_of(3);
  auto known = std::make_shared<Calibration>();
  known->runs.push_back(run);
  request.calibration = known;
  const Band with = first_copy(plan(request)).available;
  CHECK(with.likely == without.likely);
  CHECK(with.low > without.low);
}

TEST_CASE("the box takes the total that the engine printed, unless it is another box's") {
  Calibration known;
  known.terms.push_back({"total", "", "", exactly(gib_of(119.67), "measured"), 1, {}, {}});
  Box box = story(0.74).boxes.front();
  CHECK(estimate::calibrated(box, known).total == gib_of(119.67));
  known.terms.front().bytes = exactly(gib_of(79.2), "measured");
  CHECK(estimate::calibrated(box, known).total == box.total);
}

TEST_CASE("system and engine outside the budget are measured where the calibration has both") {
  Calibration known;
  const Box box = story(0.74).boxes.front();
  known.terms.push_back({"system", "", "", exactly(gib_of(8), "measured"), 1, {}, {}});
  CHECK(estimate::calibrated(box, known).reserve == box.reserve);
  known.terms.push_back({"outside_budget", "", "", exactly(gib_of(3), "measured"), 1, {}, {}});
  CHECK(estimate::calibrated(box, known).reserve.likely == gib_of(11));
}
