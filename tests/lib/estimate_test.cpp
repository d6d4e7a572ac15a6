// The terms of the engine's other use as functions of the options. How far they are off on real
// starts: estimate_report_test.cpp.
#include "kvplan/estimate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "kvplan/units.hpp"
#include "lib/start_trials.hpp"

namespace {

using namespace kvplan;

using namespace kvplan::tests;

/// Terms of Llama-3.1-8B or another config on one GB10.
struct Terms {
  Model model;
  EngineOptions options;
  EngineRules rules = find_engine("vllm@0.33").rules;
  Box box;
  ModelFacts facts;

  explicit Terms(const std::string& config)
      : model(read_model(startups + "/configs/" + config)),
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

}  // namespace

TEST_CASE("the sampler's logits follow requests, vocabulary and the runner") {
  Terms terms("llama-3.1-8b.json");
  // 256 × 128,256 × (2 + 4 + 4 + 4) B: runner V2 with the second pass of 0.33; and 2,048 × 4,096
  // hidden numbers in bf16.
  CHECK(terms.find("sampler")->bytes.likely == Bytes{459669504 + 16777216});
  // 256 × 128,256 × 4 B of counts, and 4,008 × 4 B of mask a request.
  CHECK(terms.find("penalties")->bytes ==
        exactly(Bytes{131334144 + 4104192}, terms.find("penalties")->bytes.source));
  terms.options.max_num_seqs = 16;
  CHECK(terms.find("sampler")->bytes.likely == Bytes{28729344 + 16777216});
  terms.rules = find_engine("vllm@0.20.0").rules;
  // 16 × 128,256 × 16.2 B: runner V1 with a kernel for top-k and top-p.
  CHECK(terms.find("sampler")->bytes.likely == Bytes{33243955 + 16777216});
  CHECK(terms.find("penalties") == nullptr);
  terms.rules = find_engine("vllm@0.15.1").rules;
  // 16 × 128,256 × 38.4 B: sorted.
  CHECK(terms.find("sampler")->bytes.likely == Bytes{78800486 + 16777216});
}

TEST_CASE("before 0.14 the experts' buffers are part of the forward pass") {
  Terms terms("qwen3-next-80b.json");
  terms.options.max_num_batched_tokens = Tokens{8192};
  terms.rules = find_engine("vllm@0.13.0").rules;
  CHECK(terms.find("moe_workspace") == nullptr);
  // 8,192 × 10 × (2,048 + 2,048) × 2 B of buffers and 8,192 × 4 × 2,048 × 2 B of streams.
  CHECK(terms.find("moe_pass")->bytes.likely == 640_MiB + 128_MiB);
  CHECK(terms.find("moe_pass")->shares == "peak");
}

TEST_CASE("ranks over boxes of shared memory take more than ranks inside one") {
  Terms terms("llama-3.1-8b.json");
  terms.options.tensor_parallel_size = 2;
  CHECK(terms.find("nccl")->bytes.likely == 1_GiB);
  terms.box.unified = false;
  CHECK(terms.find("nccl")->bytes.likely == 430_MiB);
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
