// Published totals against the formula: within 1 % wherever both mean the same; every other row
// says why it is left out.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "kvplan/allocation.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/weight_rows.hpp"
#include "kvplan/weights.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

const std::string golden = kvplan::tests::source_dir().string() + "/tests/golden/";

/// What the row's figure counts: the files of a checkpoint, its draft, or what the engine loads.
Bytes counted(const ConfigNode& row) {
  const Model model = read_model(golden + row.at("config").as_string());
  const EngineOptions options = options_from(row.at("options"));
  const Platform device = *find_platform("gb10");
  const Serving serving =
      resolve(model.architecture, options, device, find_engine("vllm@0.33").rules);
  const std::string of = row.string_or("of", "engine");
  if (of == "files") return checkpoint_bytes(model, serving, device).value();
  const auto table = weights(model.config, nullptr, options, serving, device).value();
  if (of == "draft") return table.draft_total();
  REQUIRE(of == "engine");
  return table.total() + table.draft_total() + Bytes{row.integer_or("added_bytes", 0, 0)};
}

}  // namespace

TEST_CASE("every published total of the same thing is met within 1 %, most of files to the byte") {
  std::ifstream file(golden + "weights/published.jsonl");
  REQUIRE(file);
  int compared = 0;
  int exact = 0;
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
    const std::int64_t published = row.at("published_bytes").as_integer();
    const std::int64_t own = counted(row).count();
    if (own == published) ++exact;
    const double off = static_cast<double>(own) / static_cast<double>(published) - 1;
    CAPTURE(off);
    CHECK(std::abs(off) < 0.01);
  }
  CHECK(compared == 53);
  CHECK(exact == 20);
  CHECK(left_out == 16);
}
