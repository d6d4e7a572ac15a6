// Published totals against the formula: within 1 % wherever both mean the same; every other row
// says why it is left out.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "kvplan/allocation.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/weights.hpp"

using namespace kvplan;

namespace {

const std::string golden = std::string(KVPLAN_SOURCE_DIR) + "/tests/golden/";

double formula(const ConfigNode& row) {
  const Model model = read_model(golden + row.at("config").as_string());
  const EngineOptions options = options_from(row.at("options"));
  const Platform device = *find_platform("gb10");
  const Serving serving =
      resolve(model.architecture, options, device, find_engine("vllm@0.33").rules);
  const auto table = weights(model.config, nullptr, options, serving, device);
  REQUIRE(table.has_value());
  return static_cast<double>((table->total() + table->draft_total()).count());
}

}  // namespace

TEST_CASE("every published total of the same thing is met within 1 %") {
  std::ifstream file(golden + "weights/published.jsonl");
  REQUIRE(file);
  int compared = 0;
  int left_out = 0;
  for (std::string line; std::getline(file, line);) {
    const ConfigNode row = parse_json(line, "published.jsonl");
    const std::string model = row.at("model").as_string();
    CAPTURE(model);
    if (row.has("exception")) {
      ++left_out;
      CHECK_FALSE(row.at("exception").as_string().empty());
      continue;
    }
    ++compared;
    const auto published = static_cast<double>(row.at("published_bytes").as_integer());
    const double off = formula(row) / published - 1;
    CAPTURE(off);
    CHECK(std::abs(off) < 0.01);
  }
  CHECK(compared == 34);
  CHECK(left_out == 24);
}
