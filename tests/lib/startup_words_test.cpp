#include <doctest/doctest.h>

#include <algorithm>

#include "lib/planned.hpp"
#include "render/words.hpp"

using namespace kvplan;
using kvplan::tests::story;

namespace {

bool says(const std::vector<std::string>& lines, const std::string& part) {
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("a start that has nothing to decide takes no line") {
  CHECK(render::startup_lines(plan(story(0.6))).empty());
}

TEST_CASE("free memory that is given shows the check and the wait after a stop") {
  PlanRequest request = story(0.74);
  request.free = {{95_GiB, std::nullopt}};
  const auto lines = render::startup_lines(plan(request));
  REQUIRE_FALSE(lines.empty());
  CHECK(
      lines[0] ==
      "gb10-1, gb10-2: asks for 90.05 GiB of MemAvailable, 95.00 GiB are free (given): it starts");
  CHECK(says(lines,
             "after a stop wait for 90.05 GiB of MemAvailable: before the old engine gives "
             "back, "));
}

TEST_CASE("too little free memory names the share that always starts") {
  PlanRequest request = story(0.74);
  request.free = {{80_GiB, "gb10-2"}};
  const auto lines = render::startup_lines(plan(request));
  CHECK(says(lines, "gb10-2: asks for 90.05 GiB"));
  CHECK(says(lines, "it is refused; 10.05 GiB lack at the low end, --util 0.65 always starts"));
  CHECK(says(lines, "gb10-1: asks for 90.05 GiB"));
}

TEST_CASE("several engines on a box are named in the order in which they start") {
  PlanRequest request = story(0.5);
  request.model = std::make_shared<const Model>(
      read_model(find_model("Meta-Llama-3.1-8B", tests::source_dir() / "models")));
  request.facts = {};
  request.options.kv_cache_dtype.reset();
  request.other_engines = {{"embeddings", 0.1, 8_GiB, std::nullopt}};
  const auto lines = render::startup_lines(plan(request));
  CHECK(says(lines, "one after the other, each when the one before serves: "));
  CHECK(says(lines, "embeddings"));
}
