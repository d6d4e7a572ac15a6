#include "kvplan/availability.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "kvplan/report.hpp"
#include "lib/planned.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

PlanRequest restarts_in(std::int64_t seconds) {
  PlanRequest request = story(0.74);
  request.operation.restart = SecondsBand{seconds, seconds};
  request.operation.fault_every_days = 30;
  return request;
}

Availability row_of(const Report& report, const std::string& id) {
  const auto& rows = report.recommendation.availability;
  const auto found = std::ranges::find(rows, id, &Availability::layout_id);
  REQUIRE(found != rows.end());
  return *found;
}

std::vector<std::string> causes_of(const PlanRequest& request) {
  std::vector<std::string> ids;
  for (const CommonCause& cause : common_causes(request)) ids.push_back(cause.id);
  return ids;
}

}  // namespace

TEST_CASE("a restart of 11 minutes, a fault every 30 days: split 268 minutes a year without") {
  // 365.25 / 30 faults of each of two boxes, 11 minutes each: 267.85, less what overlaps.
  const Report report = plan(restarts_in(660));
  const Availability split = row_of(report, "split-1xtp2");
  CHECK(std::lround(split.without.low) == 268);
  CHECK(split.without.low == split.without.high);
  CHECK(split.with_part.high == 0);
  const Availability copies = row_of(report, "replicated-2xtp1");
  CHECK(std::lround(copies.with_part.low) == 268);
  CHECK(copies.without.low == doctest::Approx(0.034).epsilon(0.01));  // two seconds
  const Availability joined = row_of(report, "mixed-2xtp1dp2ep");     // no rank may be away
  CHECK(std::lround(joined.without.low) == 268);
}

TEST_CASE("without a given restart the model's own start-up times count, as a band") {
  PlanRequest request = story(0.74);
  request.operation.fault_every_days = 7;
  const Report report = plan(request);
  // users.md F: one fault a week, 20 minutes: about 1,041 a box; a split has two.
  CHECK(row_of(report, "split-1xtp2").without.low == doctest::Approx(2 * 1041).epsilon(0.005));
  const Availability copies = row_of(report, "replicated-2xtp1");
  CHECK(copies.with_part.low == doctest::Approx(521).epsilon(0.005));    // 5 minutes
  CHECK(copies.with_part.high == doctest::Approx(1353).epsilon(0.005));  // 13 minutes
  CHECK(copies.without.low == doctest::Approx(0.13).epsilon(0.05));
  CHECK(copies.without.high == doctest::Approx(0.87).epsilon(0.05));
}

TEST_CASE("nothing is counted where no fault rate was given") {
  CHECK(plan(story(0.74)).recommendation.availability.empty());
}

TEST_CASE("common causes in the input are said") {
  PlanRequest request = story(0.74);
  CHECK(causes_of(request).empty());
  request.services = {{"nginx", 1_GiB, "gb10-1"}};
  CHECK(causes_of(request) == std::vector<std::string>{"proxy_on_a_box"});
  request.services = {{"postgres", 1_GiB, "gb10-1"}};
  CHECK(causes_of(request).empty());
  request.operation.files = {
      {"a/new.service",
       "[Unit]\nConflicts=old.service\n[Service]\n"
       "ExecStart=docker run --gpus all -p 8000:8000 -v /m:/m vllm-node:latest "
       "vllm serve m\n"},
      {"b/compose.yaml", "services:\n  vllm:\n    image: vllm-node:26.04\n"},
      {"c/compose.yaml", "services:\n  vllm:\n    image: \"vllm-node:26.04\"\n"},
      {"d/compose.yaml", "services:\n  db:\n    image: postgres@sha256:0123\n# image: x:latest\n"}};
  CHECK(causes_of(request) ==
        std::vector<std::string>{"same_image_tag", "same_image_tag", "units_conflict"});
  const auto causes = common_causes(request);
  CHECK(causes[0].text.starts_with("image vllm-node:26.04 (b/compose.yaml, c/compose.yaml): "));
  CHECK(causes[1].text.starts_with("image vllm-node:latest (a/new.service): "));
  CHECK(causes[2].text.starts_with("new.service stops old.service when it starts"));
}

TEST_CASE("an image is found as the deployment's readers find it") {
  PlanRequest request = story(0.74);
  const std::string start = "docker run --add-host host.docker.internal:host-gateway -p 8000:8000 ";
  request.operation.files = {
      {"a.sh", "#!/bin/sh\n" + start + "vllm/vllm-openai:v1 --model m\n"},
      {"b.sh", "#!/bin/sh\n" + start + "\\\n  vllm/vllm-openai:v1 --model m\n"},
      {"c.yaml",
       "services: {vllm: {image: \"registry:5000/vllm\", "
       "command: [vllm, serve, m]}}\n"}};
  const auto causes = common_causes(request);
  REQUIRE(causes.size() == 2);
  CHECK(causes[0].text.starts_with("image registry:5000/vllm (c.yaml): "));
  CHECK(causes[1].text.starts_with("image vllm/vllm-openai:v1 (a.sh, b.sh): "));
}
