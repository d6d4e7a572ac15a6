// From literals to what the engine prints: a config.json, options and a device as text.
#pragma once

#include <string>
#include <string_view>

#include "kvplan/allocation.hpp"
#include "kvplan/batch.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/family.hpp"

namespace kvplan::testing {

struct Question {
  std::string config;
  std::string options = "{}";
  std::string_view platform = "gb10";
  Bytes available = 64_GiB;
  std::string draft = {};  ///< the draft's config.json, for methods that have one
};

struct Planned {
  CachePlan plan;
  Capacity capacity;

  [[nodiscard]] std::int64_t bytes_per_block() const {
    return plan.groups.bytes_per_block.front().amount.count();
  }
  [[nodiscard]] std::int64_t blocks() const { return capacity.num_blocks.count(); }
  [[nodiscard]] std::int64_t tokens() const { return capacity.tokens.value_or(Tokens{}).count(); }
  [[nodiscard]] std::int64_t block_size() const {
    return plan.groups.groups.front().block_size.amount.count();
  }
};

inline Model model_of(const std::string& config, const std::string& draft = "") {
  ModelConfig parsed = config_from(parse_json(config, "config.json"), "test");
  Architecture architecture = describe(parsed);
  Model model{std::move(parsed), std::move(architecture), std::nullopt, std::nullopt};
  if (!draft.empty()) {
    model.draft = describe(config_from(parse_json(draft, "draft.json"), "draft"));
  }
  return model;
}

inline Planned planned(const Question& question) {
  const EngineOptions options = options_from(parse_json(question.options, "options"));
  const EngineRules rules = find_engine("vllm@0.33").rules;
  Planned result;
  result.plan = plan_cache(model_of(question.config, question.draft), options,
                           *find_platform(question.platform), rules);
  const std::vector<Bytes> available(static_cast<std::size_t>(options.pipeline_parallel_size),
                                     question.available);
  result.capacity = capacity(result.plan.groups, available, result.plan.serving, options, rules);
  return result;
}

}  // namespace kvplan::testing
