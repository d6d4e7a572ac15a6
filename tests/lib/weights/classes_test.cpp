// Configs whose class and model_type do not belong together: a class then reads fields of another
// family's config. A table or nothing, and no end of the program (found by fuzzing).
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "kvplan/allocation.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "kvplan/serving.hpp"
#include "kvplan/weights.hpp"
#include "source_dir.hpp"

using namespace kvplan;

namespace {

ModelConfig of_class(const ModelConfig& config, const std::string& model_class) {
  const ConfigNode classes = parse_json("[\"" + model_class + "\"]", "another class");
  return config_from(config.root.with_members({{"architectures", classes}}), config.name);
}

}  // namespace

TEST_CASE("each class reads a config of each model_type") {
  std::map<std::string, ModelConfig> by_type;
  std::set<std::string> classes;
  const std::filesystem::path folder =
      kvplan::tests::source_dir().string() + "/tests/golden/vllm-0.33/configs";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const ModelConfig config = read_config(file.path());
    by_type.try_emplace(config.model_type(), config);
    classes.insert(config.architecture());
  }
  REQUIRE(by_type.size() > 50);
  REQUIRE(classes.size() > 50);
  const Platform box = *find_platform("gb10");
  const EngineRules rules = find_engine("vllm@0.33").rules;
  int known = 0;
  for (const auto& [type, own] : by_type) {
    for (const std::string& model_class : classes) {
      CAPTURE(type);
      CAPTURE(model_class);
      try {
        const Model model{of_class(own, model_class), describe(own), std::nullopt, std::nullopt};
        const Serving serving = resolve(model.architecture, {}, box, rules);
        const auto table = weights_if_known(model, {}, serving, box);
        if (!table) continue;
        CHECK(table->total() > Bytes{0});
        ++known;
      } catch (const Error&) {
        continue;  // the engine does not serve the model_type so
      }
    }
  }
  CHECK(known > 1000);
}
