// Public start-ups, and what the estimate makes of their options.
#pragma once

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "kvplan/budget.hpp"
#include "kvplan/config.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/estimate.hpp"
#include "kvplan/units.hpp"
#include "source_dir.hpp"

namespace kvplan::tests {

inline const std::string startups = kvplan::tests::source_dir().string() + "/tests/golden/startups";

/// @throws Error for a file that cannot be read
inline std::vector<ConfigNode> golden_lines(const std::string& name) {
  const std::string path = startups + "/" + name;
  std::ifstream file(path);
  std::vector<ConfigNode> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(parse_json(line, path));
  return lines;
}

inline Bytes from_gib(double size) { return Bytes{std::llround(size * 1073741824.0)}; }

inline Box box_from_line(const ConfigNode& node) {
  Box box;
  box.name = node.string_or("name", "gb10");
  box.unified = node.at("memory").as_string() == "unified";
  box.total = from_gib(node.at("total_gib").as_number());
  const auto capability = node.integers("capability");
  box.capability = {static_cast<int>(capability.at(0)), static_cast<int>(capability.at(1))};
  box.sm_count = static_cast<int>(node.integer("sm_count"));
  return box;
}

/// A start-up: what the engine printed, and what the estimate makes of its options.
struct Trial {
  std::string id;
  std::string model;  ///< its config, whose other starts are left out with it
  bool unified = false;
  Bytes left;          ///< the budget less the weights
  double printed = 0;  ///< GiB for the cache
  Estimate other;
};

inline Trial trial(const ConfigNode& line) {
  const EngineOptions options = options_from(line.at("options"));
  Model model = read_model(startups + "/" + line.string_or("config", ""));
  if (options.speculative_config && !options.speculative_config->model.empty()) {
    Model draft = read_model(startups + "/" + options.speculative_config->model);
    model.draft = draft.architecture;
    model.draft_config = draft.config;
  }
  const Box box = box_from_line(line.at("box"));
  const EngineRules rules = find_engine(line.string_or("engine", "")).rules;
  const CachePlan cache = plan_cache(model, options, box.platform(), rules);
  EstimateInputs inputs;
  inputs.model = &model;
  inputs.options = &options;
  inputs.cache = &cache;
  inputs.box = &box;
  inputs.rules = &rules;
  return {line.string_or("id", ""),
          line.string_or("config", ""),
          box.unified,
          requested_memory(box.total, line.at("utilization").as_number()) -
              from_gib(line.at("weights_gib").as_number()),
          line.at("available_gib").as_number(),
          inside_budget(inputs)};
}

inline std::vector<Trial> trials(const std::string& name) {
  std::vector<Trial> all;
  for (const ConfigNode& line : golden_lines(name)) all.push_back(trial(line));
  return all;
}

/// What the cache gets when the engine takes so much else.
inline Band available(const Trial& start, const Band& other) {
  return {start.left - other.high, start.left - other.likely, start.left - other.low, ""};
}
inline Band available(const Trial& start) { return available(start, start.other.total); }

inline double off(const Trial& start, const Band& predicted) {
  return gib(predicted.likely) - start.printed;
}
/// Printed figures are rounded to hundredths.
inline bool inside(const Trial& start, const Band& predicted) {
  return gib(predicted.low) - 0.005 <= start.printed &&
         start.printed <= gib(predicted.high) + 0.005;
}

}  // namespace kvplan::tests
