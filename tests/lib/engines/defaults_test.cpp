// What a release decides before it counts blocks: lengths, defaults, states, block sizes.
#include <doctest/doctest.h>

#include <string>

#include "kvplan/allocation.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "source_dir.hpp"

namespace {

using namespace kvplan;

Model shipped(const std::string& name) {
  return read_model(kvplan::tests::source_dir().string() + "/tests/golden/startups/configs/" +
                    name + ".json");
}

Model handmade(const std::string& json) {
  ModelConfig config = config_from(parse_json(json, "config.json"), "handmade");
  Architecture architecture = describe(config);
  return {std::move(config), std::move(architecture), std::nullopt, std::nullopt};
}

struct Asked {
  const char* version;
  EngineOptions options{};
  const char* platform = "gb10";
};

CachePlan plan(const Model& model, const Asked& asked) {
  return plan_cache(model, asked.options, find_platform(asked.platform).value(),
                    find_engine(std::string("vllm@") + asked.version).rules);
}

std::int64_t block_size(const CachePlan& plan) {
  return plan.groups.groups.back().block_size.amount.count();
}

ErrorKind refusal(const Model& model, const Asked& asked) {
  try {
    (void)plan(model, asked);
  } catch (const Error& error) {
    return error.kind();
  }
  FAIL("it was planned");
  return ErrorKind::invalid;
}

EngineOptions with_prefix_caching() {
  EngineOptions options;
  options.enable_prefix_caching = true;
  options.max_model_len = 131072_tokens;
  return options;
}

const std::string yarn = R"({
  "architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "torch_dtype": "bfloat16",
  "hidden_size": 4096, "intermediate_size": 12288, "vocab_size": 151936, "num_hidden_layers": 36,
  "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 40960, "rope_scaling": {
    "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}})";

}  // namespace

TEST_CASE("YaRN's length was the original one times the factor up to 0.29") {
  const Model model = handmade(yarn);
  CHECK(plan(model, {"0.29"}).serving.max_model_len == 131072_tokens);
  CHECK(plan(model, {"0.30"}).serving.max_model_len == 40960_tokens);
}

TEST_CASE("devices of 160 GiB and more had the smaller batch up to 0.27") {
  const Model model = handmade(yarn);
  CHECK(plan(model, {"0.27.1", {}, "b200"}).serving.max_num_batched_tokens == 8192_tokens);
  CHECK(plan(model, {"0.28", {}, "b200"}).serving.max_num_batched_tokens == 16384_tokens);
  CHECK(plan(model, {"0.20", {}, "gb10"}).serving.max_num_batched_tokens == 2048_tokens);
}

TEST_CASE("hybrids cache prefixes by themselves from 0.28 on, one block of state more each time") {
  const Model model = shipped("qwen3-next-80b");
  const auto state_blocks = [&](const char* version, const EngineOptions& options) {
    const CachePlan result = plan(model, {version, options, "h100"});
    return blocks_for_request(result.groups.groups.front(), result.serving.max_model_len,
                              result.groups)
        .count();
  };
  CHECK(state_blocks("0.27.1", {}) == 1);
  CHECK(state_blocks("0.28", {}) == 2);
  CHECK(state_blocks("0.32", {}) == 2);
  CHECK(state_blocks("0.33", {}) == 3);  // a checkpoint beside them
  CHECK(state_blocks("0.15", with_prefix_caching()) == 2);
  CHECK(state_blocks("0.14", with_prefix_caching()) == 1);  // GDN does not declare it: off
}

TEST_CASE("Mamba 2 kept a state at every block when prefixes were cached, 0.15 to 0.27") {
  const Model model = shipped("nemotron-3-nano-30b");
  const CachePlan all = plan(model, {"0.20", with_prefix_caching()});
  // A state of 2,134,016 B is 2,084 tokens of 1,024 B; in chunks of 128: 17 × 128.
  CHECK(all.serving.keep_states);
  CHECK(block_size(all) == 2176);
  CHECK(blocks_for_request(all.groups.groups.front(), 131072_tokens, all.groups) == 61_blocks);
  const CachePlan align = plan(model, {"0.28", with_prefix_caching()});
  CHECK(align.serving.align_states);
  CHECK(block_size(align) == 2096);
}

TEST_CASE("Nemotron-H's states follow the model's dtype up to 0.12") {
  const Model model = shipped("nemotron-3-super");
  CHECK(plan(model, {"0.12"}).serving.ssm_dtype == Dtype::bfloat16);
  CHECK(plan(model, {"0.13"}).serving.ssm_dtype == Dtype::float32);  // the config's own word
}

TEST_CASE("the block of latent attention followed the device, then the kernel") {
  const Model model = shipped("kimi-k2");
  CHECK(block_size(plan(model, {"0.17.1", {}, "h100"})) == 64);
  CHECK(block_size(plan(model, {"0.18", {}, "h100"})) == 16);
  CHECK(block_size(plan(model, {"0.10", {}, "b200"})) == 16);
  CHECK(block_size(plan(model, {"0.14.1", {}, "b200"})) == 128);
  CHECK(block_size(plan(model, {"0.15", {}, "b200"})) == 64);
  CHECK(block_size(plan(model, {"0.18", {}, "b200"})) == 32);
}

TEST_CASE("a model class or a cache dtype that a release does not have is not planned") {
  const Model model = shipped("qwen3.8-flash-next");
  CHECK(refusal(model, {"0.28"}) == ErrorKind::unknown);
  CHECK(plan(model, {"0.29"}).groups.groups.size() > 1);
  EngineOptions options;
  options.kv_cache_dtype = "int4_per_token_head";
  CHECK(refusal(handmade(yarn), {"0.24", options}) == ErrorKind::invalid);
  CHECK(plan(handmade(yarn), {"0.25", options}).groups.groups.size() == 1);
  options.kv_cache_dtype.reset();
  options.tensor_parallel_size = 2;
  options.decode_context_parallel_size = 2;
  CHECK(refusal(handmade(yarn), {"0.10.1.1", options}) == ErrorKind::invalid);
}

TEST_CASE("asynchronous scheduling is the default from 0.14, and counts in flight from 0.26") {
  const Model model = handmade(yarn);
  CHECK_FALSE(plan(model, {"0.13"}).serving.async_scheduling);
  CHECK(plan(model, {"0.14"}).serving.async_scheduling);
  CHECK(plan(model, {"0.25.1"}).serving.max_in_flight_tokens == 2048_tokens);
  CHECK(plan(model, {"0.26"}).serving.max_in_flight_tokens == 4096_tokens);
}

TEST_CASE("a block of DeepSeek-V4 held padded tuples, then the longest lists, then one group") {
  // 21 layers of 37,440 + 8,640 B (latents and index keys of 4 tokens each) and 20 of 1,728 B are
  // kept in full; a window group has 22 layers of 37,440 B.
  const Model model = shipped("deepseek-v4-flash");
  EngineOptions options;
  options.kv_cache_dtype = "fp8";
  const auto bytes_per_block = [&](const char* version) {
    return plan(model, {version, options}).groups.bytes_per_block.front().amount.count();
  };
  CHECK(bytes_per_block("0.20") == 22 * (37440 + 8640 + 1728));
  CHECK(bytes_per_block("0.22.1") == 22 * (37440 + 8640 + 1728));
  CHECK(bytes_per_block("0.23") == 22 * 37440 + 21 * 8640 + 20 * 1728);
  CHECK(bytes_per_block("0.26") == 22 * 37440 + 21 * 8640 + 20 * 1728);
  CHECK(bytes_per_block("0.27") == 21 * 37440 + 21 * 8640 + 20 * 1728);
}
