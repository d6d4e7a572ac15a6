// What engines printed at start-up, on people's own machines, under the rules of their version.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "kvplan/allocation.hpp"
#include "kvplan/batch.hpp"
#include "kvplan/capacity.hpp"
#include "kvplan/config.hpp"
#include "kvplan/engine.hpp"
#include "source_dir.hpp"

namespace {

using namespace kvplan;

const std::string folder = kvplan::tests::source_dir().string() + "/tests/golden/startups";

std::vector<ConfigNode> golden_lines(const std::string& name) {
  const std::string path = folder + "/" + name;
  std::ifstream file(path);
  REQUIRE(file.good());
  std::vector<ConfigNode> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(parse_json(line, path));
  return lines;
}

Platform platform_of(const ConfigNode& node) {
  if (node.is_string()) return find_platform(node.as_string()).value();
  const auto capability = node.integers("capability");
  Platform platform;
  platform.name = node.string_or("name", "");
  platform.capability = {static_cast<int>(capability.at(0)), static_cast<int>(capability.at(1))};
  platform.total_memory = Bytes{node.integer("total_memory_bytes")};
  return platform;
}

struct Startup {
  EngineOptions options;
  EngineRules rules;
  CachePlan plan;
};

Startup startup(const ConfigNode& line) {
  Startup result;
  result.options = options_from(line.at("options"));
  Model model = read_model(folder + "/" + line.string_or("config", ""));
  if (result.options.speculative_config && !result.options.speculative_config->model.empty()) {
    model.draft = read_model(folder + "/" + result.options.speculative_config->model).architecture;
  }
  result.rules = find_engine(line.string_or("engine", "")).rules;
  result.plan = plan_cache(model, result.options, platform_of(line.at("platform")), result.rules);
  return result;
}

/// The memory that was printed, rounded to hundredths of a GiB, holds the blocks that were counted.
void check_memory(const ConfigNode& line, const CacheGroups& groups) {
  if (!line.has("available_gib")) return;
  const double printed = line.at("available_gib").as_number();
  const double block = gib(groups.bytes_per_block.front().amount);
  const auto blocks = static_cast<double>(line.integer("num_blocks"));
  CHECK(blocks * block <= printed + 0.005);
  CHECK((blocks + 1) * block > printed - 0.005);
}

void check_line(const ConfigNode& line) {
  CAPTURE(line.string_or("id", ""));
  const Startup found = startup(line);
  const CacheGroups& groups = found.plan.groups;
  check_memory(line, groups);
  if (const auto bytes = line.maybe_integer("bytes_per_block")) {
    CHECK(groups.bytes_per_block.front().amount.count() == *bytes);
  }
  const Bytes pool = Blocks{line.integer("num_blocks")} * groups.bytes_per_block.front();
  const Capacity result =
      capacity(groups, std::vector{pool}, found.plan.serving, found.options, found.rules);
  REQUIRE(result.fits);
  CHECK(result.blocks_per_request.count() == line.integer("blocks_per_request"));
  CHECK(result.tokens.value().count() == line.integer("tokens"));
  if (!line.has("max_concurrency")) return;
  // Reports round or cut what the engine printed.
  const double difference = result.max_concurrency - line.at("max_concurrency").as_number();
  CHECK(std::abs(difference) < line.number_or("max_concurrency_within", 0.01));
}

}  // namespace

TEST_CASE("start-ups of vLLM 0.9 to 0.32 are reproduced to the digit") {
  const auto lines = golden_lines("startups.jsonl");
  CHECK(lines.size() == 49);
  for (const ConfigNode& line : lines) check_line(line);
}

TEST_CASE("every other start-up that printed tokens has its reason") {
  const auto reproduced = golden_lines("startups.jsonl");
  for (const ConfigNode& line : golden_lines("unreproduced.jsonl")) {
    CAPTURE(line.string_or("id", ""));
    CHECK(line.string_or("reason", "").size() > 10);
    CHECK(std::ranges::none_of(reproduced, [&](const ConfigNode& other) {
      return other.string_or("id", "") == line.string_or("id", "");
    }));
  }
}
