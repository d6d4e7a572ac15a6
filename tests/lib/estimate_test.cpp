// How far the estimate of the engine's other use is off: predicted and printed memory for the cache
// of public start-ups that say all that is needed, as a table for people.
#include "kvplan/estimate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "kvplan/budget.hpp"
#include "kvplan/units.hpp"

namespace {

using namespace kvplan;

const std::string folder = KVPLAN_SOURCE_DIR "/tests/golden/startups";

std::vector<ConfigNode> golden_lines(const std::string& name) {
  const std::string path = folder + "/" + name;
  std::ifstream file(path);
  REQUIRE(file.good());
  std::vector<ConfigNode> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(parse_json(line, path));
  return lines;
}

Bytes from_gib(double size) { return Bytes{std::llround(size * 1073741824.0)}; }

Box box_from_line(const ConfigNode& node) {
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
  bool unified = false;
  double printed = 0;
  Band available;  ///< predicted
  [[nodiscard]] double off() const { return gib(available.likely) - printed; }
  [[nodiscard]] bool inside() const {
    return gib(available.low) - 0.005 <= printed && printed <= gib(available.high) + 0.005;
  }
};

Trial trial(const ConfigNode& line) {
  const EngineOptions options = options_from(line.at("options"));
  Model model = read_model(folder + "/" + line.string_or("config", ""));
  if (options.speculative_config && !options.speculative_config->model.empty()) {
    Model draft = read_model(folder + "/" + options.speculative_config->model);
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
  const Band other = inside_budget(inputs).total;
  const Bytes left = requested_memory(box.total, line.at("utilization").as_number()) -
                     from_gib(line.at("weights_gib").as_number());
  return {line.string_or("id", ""),
          box.unified,
          line.at("available_gib").as_number(),
          {left - other.high, left - other.likely, left - other.low, ""}};
}

void print(const std::vector<Trial>& trials) {
  const auto cell = [](const std::string& text, std::size_t width) {
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
  };
  std::cout << "available KV cache of public start-ups, GiB\n"
            << cell("low", 46) << cell("likely", 9) << cell("high", 9) << cell("printed", 9)
            << cell("off", 8) << "  inside\n";
  for (const Trial& t : trials) {
    std::cout << t.id << cell(format_fixed(gib(t.available.low), 2), 46 - t.id.size())
              << cell(format_fixed(gib(t.available.likely), 2), 9)
              << cell(format_fixed(gib(t.available.high), 2), 9)
              << cell(format_fixed(t.printed, 2), 9) << cell(format_fixed(t.off(), 2), 8)
              << (t.inside() ? "  yes" : "  NO") << '\n';
  }
}

/// Terms of Llama-3.1-8B or another config on one GB10.
struct Terms {
  Model model;
  EngineOptions options;
  EngineRules rules = find_engine("vllm@0.33").rules;
  Box box;
  ModelFacts facts;

  explicit Terms(const std::string& config)
      : model(read_model(folder + "/configs/" + config)),
        box(box_from_line(parse_json(
            R"({"memory":"unified","total_gib":121.69,"capability":[12,1],"sm_count":48})",
            "box"))) {
    box.name = "gb10";
  }
  [[nodiscard]] Estimate estimate(bool after = false) const {
    const CachePlan cache = plan_cache(model, options, box.platform(), rules);
    EstimateInputs inputs;
    inputs.model = &model;
    inputs.facts = &facts;
    inputs.options = &options;
    inputs.cache = &cache;
    inputs.box = &box;
    inputs.rules = &rules;
    return after ? after_profile(inputs) : inside_budget(inputs);
  }
  [[nodiscard]] const EstimateTerm* find(std::string_view name, bool after = false) const {
    last = estimate(after);
    const auto term = std::ranges::find(last.terms, name, &EstimateTerm::name);
    return term == last.terms.end() ? nullptr : &*term;
  }
  mutable Estimate last;
};

std::vector<Trial> trials() {
  std::vector<Trial> all;
  for (const ConfigNode& line : golden_lines("other_use.jsonl")) all.push_back(trial(line));
  return all;
}

}  // namespace

TEST_CASE("printed memory of public start-ups lies inside the band, 9 times in 10") {
  const auto all = trials();
  print(all);
  std::size_t inside = 0;
  for (const Trial& t : all) inside += t.inside() ? 1U : 0U;
  CHECK(all.size() >= 14);
  CHECK(inside * 10 >= all.size() * 9);
}

TEST_CASE("on GB10 the likely figure is within 2 GiB, 8 times in 10") {
  std::size_t boots = 0;
  std::size_t near = 0;
  for (const Trial& t : trials()) {
    if (!t.unified) continue;
    ++boots;
    near += std::abs(t.off()) <= 2.0 ? 1U : 0U;
  }
  CHECK(boots >= 11);
  CHECK(near * 10 >= boots * 8);
}

TEST_CASE("a start-up outside its band is listed with its reason, and no other") {
  std::set<std::string> listed;
  for (const ConfigNode& line : golden_lines("outside_band.jsonl")) {
    CHECK(line.string_or("reason", "").size() > 20);
    listed.insert(line.at("id").as_string());
  }
  for (const Trial& t : trials()) {
    CAPTURE(t.id);
    CHECK(t.inside() != listed.contains(t.id));
  }
}

TEST_CASE("the sampler's logits follow requests, vocabulary and the runner") {
  Terms terms("llama-3.1-8b.json");
  // 256 × 128,256 × (2 + 4 + 4 + 4) B: runner V2 with the second pass of 0.33.
  CHECK(terms.find("sampler")->bytes.likely == Bytes{459669504});
  // 256 × 128,256 × 4 B of counts, and 4,008 × 4 B of mask a request.
  CHECK(terms.find("penalties")->bytes ==
        exactly(Bytes{131334144 + 4104192}, terms.find("penalties")->bytes.source));
  terms.options.max_num_seqs = 16;
  CHECK(terms.find("sampler")->bytes.likely == Bytes{28729344});
  terms.rules = find_engine("vllm@0.20.0").rules;
  // 16 × 128,256 × 22 B: runner V1 sorts.
  CHECK(terms.find("sampler")->bytes.likely == Bytes{45146112});
  CHECK(terms.find("penalties") == nullptr);
}

TEST_CASE("the forward pass follows the batched tokens") {
  Terms terms("llama-3.1-8b.json");
  // 4 streams of 4,096 and an MLP of 3 × 14,336, in bf16.
  terms.options.max_num_batched_tokens = Tokens{1024};
  CHECK(terms.find("forward_pass")->bytes.likely == Bytes{std::int64_t{1024} * 59392 * 2});
  terms.options.max_num_batched_tokens = Tokens{16384};
  CHECK(terms.find("forward_pass")->bytes.likely == Bytes{std::int64_t{16384} * 59392 * 2});
  terms.options.tensor_parallel_size = 2;
  CHECK(terms.find("forward_pass")->bytes.likely == Bytes{std::int64_t{16384} * 37888 * 2});
  CHECK(terms.find("nccl") != nullptr);
}

TEST_CASE("of the peaks the largest counts") {
  Terms terms("llama-3.1-8b.json");
  terms.options.max_num_batched_tokens = Tokens{65536};
  CHECK(terms.find("forward_pass")->counted);
  CHECK_FALSE(terms.find("sampler")->counted);
  terms.options.max_num_batched_tokens = Tokens{256};
  CHECK(terms.find("sampler")->counted);
  CHECK_FALSE(terms.find("forward_pass")->counted);
}

TEST_CASE("graphs count inside the budget only where the version subtracts them") {
  Terms terms("llama-3.1-8b.json");
  CHECK(terms.find("cuda_graphs") != nullptr);
  CHECK(terms.find("cuda_graphs", true) == nullptr);
  terms.rules = find_engine("vllm@0.19.1").rules;
  CHECK(terms.find("cuda_graphs") == nullptr);
  CHECK(terms.find("cuda_graphs", true) != nullptr);
  terms.options.enforce_eager = true;
  CHECK(terms.find("cuda_graphs", true) == nullptr);
}

TEST_CASE("experts take two workspaces of a batch's tokens, in chunks up to 0.17") {
  Terms terms("qwen3.6-35b-a3b.json");
  terms.options.max_num_batched_tokens = Tokens{65536};
  // 65,536 × 8 × (2,048 + 2,048) × 2 B = 4 GiB.
  CHECK(terms.find("moe_workspace")->bytes.likely == 4_GiB);
  terms.rules = find_engine("vllm@0.17.1").rules;
  CHECK(terms.find("moe_workspace")->bytes.likely == 1_GiB);
}

TEST_CASE("a vision tower is profiled with a budget of images unless it is switched off") {
  Terms terms("qwen3.6-35b-a3b.json");
  // One image of 16,384 tokens: 65,536 patches × (3 × 1,152 + 2 × 4,304), and its embeddings.
  CHECK(terms.find("encoder")->bytes.likely ==
        Bytes{(std::int64_t{65536} * 12064 + std::int64_t{16384} * 2048) * 2});
  terms.options.language_model_only = true;
  CHECK(terms.find("encoder") == nullptr);
}

TEST_CASE("a figure known for the model moves with the options that were given") {
  Terms terms("llama-3.1-8b.json");
  terms.facts.other_use = Band{7_GiB, 8_GiB, 9_GiB, "measured: at the defaults"};
  CHECK(terms.estimate().total == *terms.facts.other_use);
  terms.options.max_num_batched_tokens = Tokens{65536};
  CHECK(terms.estimate().total.likely > 13_GiB);
  terms.options.max_num_batched_tokens.reset();
  terms.options.enforce_eager = true;
  CHECK(terms.estimate().total.likely < 8_GiB);
}

TEST_CASE("absurd widths give bounded figures") {
  Terms terms("llama-3.1-8b.json");
  terms.model.config = config_from(
      parse_json(R"({"hidden_size": 999999999, "vocab_size": 999999999, "num_experts": 4,
                     "num_experts_per_tok": 999999999, "moe_intermediate_size": 999999999,
                     "vision_config": {"hidden_size": 999999999, "patch_size": "x"}})",
                 "hostile"),
      "hostile");
  const Band total = terms.estimate().total;
  CHECK(total.low >= Bytes{0});
  CHECK(total.low <= total.likely);
  CHECK(total.likely <= total.high);
}
