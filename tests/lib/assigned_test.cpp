#include "assigned.hpp"

#include <doctest/doctest.h>

#include "image_tag.hpp"
#include "kvplan/error.hpp"

using namespace kvplan;

TEST_CASE("NAME=VALUE@BOX: a name may hold = and @, as a model's path does") {
  const Assigned plain = parse_assigned("db=4GiB", "--service", "NAME=SIZE");
  CHECK(plain.name == "db");
  CHECK(plain.value == "4GiB");
  CHECK(!plain.box);
  const Assigned boxed = parse_assigned("/m/a=b@v1=0.3@gb10-2", "--beside", "MODEL=SHARE");
  CHECK(boxed.name == "/m/a=b@v1");
  CHECK(boxed.value == "0.3");
  CHECK(boxed.box == "gb10-2");
  for (const char* text : {"db", "=4GiB", ""}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS((void)parse_assigned(text, "--service", "NAME=SIZE"),
                         doctest::Contains("--service: expected NAME=SIZE"), Error);
  }
}

TEST_CASE("a box behind @ is one of the plan's") {
  std::vector<Box> boxes(2);
  boxes[0].name = "a";
  boxes[1].name = "b";
  CHECK_NOTHROW(must_be_box("b", "--free", boxes));
  CHECK_NOTHROW(must_be_box(std::nullopt, "--free", boxes));
  CHECK_THROWS_WITH_AS(must_be_box("c", "--free", boxes),
                       "--free: expected a box of this plan (a, b), found \"c\"", Error);
}

TEST_CASE("an image's tag is not its registry's port or its digest") {
  CHECK(image_tag("registry:5000/vllm") == "");
  CHECK(image_tag("registry:5000/vllm:v1") == "v1");
  CHECK(image_tag("vllm/vllm-openai:v1@sha256:0123") == "v1");
  CHECK(image_tag("vllm/vllm-openai@sha256:0123") == "");
  CHECK(image_tag("vllm-node:latest") == "latest");
}
