// The weights of every rank against the parameters and buffers that vLLM 0.33's own classes create
// (tests/golden/weights/created.jsonl), to the byte.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "draft_config.hpp"
#include "kvplan/allocation.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/family.hpp"
#include "kvplan/weights.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

const std::string golden = kvplan::tests::source_dir().string() + "/tests/golden/";

Model model_of(const ConfigNode& config) {
  if (config.is_string()) return read_model(golden + "vllm-0.33/" + config.as_string());
  const ModelConfig own = config_from(config, "inline");
  return {own, describe(own), std::nullopt, std::nullopt};
}

std::optional<WeightsTable> table_of(const ConfigNode& row) {
  const Model model = model_of(row.at("config"));
  const EngineOptions options = options_from(row.at("options"));
  std::optional<ModelConfig> draft;
  if (options.speculative_config && !options.speculative_config->model.empty()) {
    draft = read_draft_config(golden + "vllm-0.33/" + options.speculative_config->model);
  }
  const Platform device = *find_platform(row.at("platform").as_string());
  const Serving serving =
      resolve(model.architecture, options, device, find_engine("vllm@0.33").rules);
  return weights(model.config, draft ? &*draft : nullptr, options, serving, device);
}

std::string difference(const ConfigNode& row, const WeightsTable& table) {
  std::string wrong;
  const auto stages = row.integers("total_by_stage");
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const std::int64_t own = table.total(static_cast<std::int64_t>(stage)).count();
    if (own == stages[stage]) continue;
    wrong += "stage " + std::to_string(stage) + ": " + std::to_string(stages[stage]) + ", ours " +
             std::to_string(own) + "; ";
  }
  if (const auto host = row.integer("host", 0); table.host_total().count() != host) {
    wrong += "host: " + std::to_string(host) + ", ours " +
             std::to_string(table.host_total().count()) + "; ";
  }
  if (const auto draft = row.integer("draft", 0); table.draft_total().count() != draft) {
    wrong +=
        "draft: " + std::to_string(draft) + ", ours " + std::to_string(table.draft_total().count());
  }
  return wrong;
}

}  // namespace

TEST_CASE("a rank holds the bytes that vLLM 0.33's classes create, for every family and scheme") {
  std::ifstream file(golden + "weights/created.jsonl");
  REQUIRE(file);
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    const ConfigNode row = parse_json(line, "created.jsonl");
    const std::string name = row.at("name").as_string();
    ++rows;
    const auto table = table_of(row);
    CHECK_MESSAGE(table.has_value(), name << " " << row.at("options").dump());
    if (!table) continue;
    const std::string wrong = difference(row, *table);
    CHECK_MESSAGE(wrong.empty(), name << " " << row.at("options").dump() << " "
                                      << row.at("platform").as_string() << " " << wrong);
  }
  CHECK(rows == 781);
}
