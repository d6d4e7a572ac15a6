// What the functions of 41 vLLM releases computed for 19 layer lists: groups, fit, blocks, tokens.
#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kvplan/capacity.hpp"
#include "kvplan/config.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/error.hpp"
#include "source_dir.hpp"

namespace {

using namespace kvplan;

std::vector<ConfigNode> golden_lines() {
  const std::string path =
      kvplan::tests::source_dir().string() + "/tests/golden/vllm-versions/versions.jsonl";
  std::ifstream file(path);
  REQUIRE(file.good());
  std::vector<ConfigNode> lines;
  std::string line;
  std::getline(file, line);  // where the lines come from
  while (std::getline(file, line)) lines.push_back(parse_json(line, path));
  return lines;
}

// --- the layer lists, by hand ------------------------------------------------------------------

struct Attention {
  std::int64_t block_size = 16;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  Retention retention{};
};

CacheSpec attention(const Attention& layer) {
  CacheSpec spec;
  spec.retention = layer.retention;
  spec.heads = layer.kv_heads;
  spec.head_dim = layer.head_dim;
  spec.v_head_dim = layer.head_dim;
  spec.block_size = {Tokens{layer.block_size}};
  spec.page = {Bytes{layer.block_size * layer.kv_heads * 2 * layer.head_dim * 2}};
  spec.content = spec.page;
  return spec;
}

CacheSpec latent(std::int64_t block_size, std::int64_t bytes_per_token, std::int64_t storage = 0) {
  CacheSpec spec;
  spec.type = SpecType::latent;
  spec.heads = 1;
  spec.head_dim = bytes_per_token;
  spec.storage = storage;
  spec.block_size = {Tokens{block_size}};
  spec.page = {Bytes{block_size * bytes_per_token}};
  spec.content = spec.page;
  return spec;
}

CacheSpec state(std::int64_t block_size, std::int64_t page, std::int64_t blocks) {
  CacheSpec spec;
  spec.type = SpecType::state;
  spec.retention = FixedBlocks{Blocks{blocks}};
  spec.block_size = {Tokens{block_size}};
  spec.page = {Bytes{page}};
  spec.content = spec.page;
  return spec;
}

/// `full` where layer i of n says so, else `other`.
std::vector<CacheSpec> pattern(int layers, const std::function<bool(int)>& is_full,
                               const CacheSpec& full, const CacheSpec& other) {
  std::vector<CacheSpec> specs;
  for (int i = 0; i < layers; ++i) specs.push_back(is_full(i) ? full : other);
  return specs;
}

std::vector<CacheSpec> runs(int first, const CacheSpec& a, int then, const CacheSpec& b) {
  std::vector<CacheSpec> specs(static_cast<std::size_t>(first), a);
  specs.insert(specs.end(), static_cast<std::size_t>(then), b);
  return specs;
}

std::vector<CacheSpec> llama() {
  return std::vector<CacheSpec>(32, attention({.kv_heads = 8, .head_dim = 128}));
}

std::vector<CacheSpec> gemma3() {
  const Retention window = LastTokens{1024_tokens};
  return pattern(
      62, [](int i) { return i % 6 == 5; }, attention({.kv_heads = 16, .head_dim = 128}),
      attention({.kv_heads = 16, .head_dim = 128, .retention = window}));
}

std::vector<CacheSpec> gemma4() {
  const Retention window = LastTokens{1024_tokens};
  return pattern(
      30, [](int i) { return i % 6 == 5; }, attention({.kv_heads = 2, .head_dim = 512}),
      attention({.kv_heads = 8, .head_dim = 256, .retention = window}));
}

CacheSpec gpt_oss_full() { return attention({.kv_heads = 8, .head_dim = 64}); }
CacheSpec gpt_oss_window() {
  return attention({.kv_heads = 8, .head_dim = 64, .retention = LastTokens{128_tokens}});
}

std::vector<CacheSpec> gpt_oss() {
  return pattern(
      36, [](int i) { return i % 2 == 1; }, gpt_oss_full(), gpt_oss_window());
}

std::vector<CacheSpec> qwen3_next(std::int64_t state_block, std::int64_t state_blocks) {
  return pattern(
      48, [](int i) { return i % 4 == 3; },
      attention({.block_size = 544, .kv_heads = 2, .head_dim = 256}),
      state(state_block, 1'114'112, state_blocks));
}

std::vector<CacheSpec> nemotron3() {
  return runs(40, state(131'072, 4'259'840, 1), 8,
              attention({.block_size = 4160, .kv_heads = 2, .head_dim = 128}));
}

std::vector<CacheSpec> deepseek_sparse() {
  constexpr std::int64_t fp8 = 1;
  std::vector<CacheSpec> specs;
  for (int i = 0; i < 61; ++i) {
    specs.push_back(latent(64, 656, fp8));
    specs.push_back(latent(64, 132, fp8));
  }
  return specs;
}

const std::map<std::string, std::vector<CacheSpec>>& cases() {
  static const std::map<std::string, std::vector<CacheSpec>> all{
      {"llama-3.1-8b", llama()},
      {"llama-3.1-8b-L-not-aligned", llama()},
      {"llama-3.1-8b-exact-one-request", llama()},
      {"llama-3.1-8b-one-request-plus-one-block", llama()},
      {"llama-3.1-8b-too-small", llama()},
      {"gemma-3-27b", gemma3()},
      {"gemma-3-27b-L8192-B2048", gemma3()},
      {"gemma-3-27b-hybrid-off", gemma3()},
      {"gpt-oss-120b", gpt_oss()},
      {"gpt-oss-120b-4000-blocks", gpt_oss()},
      {"gpt-oss-20b-eagle", runs(12, gpt_oss_window(), 13, gpt_oss_full())},
      {"ratio-1.42",
       runs(17, attention({.kv_heads = 8, .head_dim = 128}), 12,
            attention({.kv_heads = 8, .head_dim = 128, .retention = LastTokens{4096_tokens}}))},
      {"gemma-4-26b", gemma4()},
      {"deepseek-v3", std::vector<CacheSpec>(61, latent(64, 1152))},
      {"deepseek-v3.2-dsa-fp8", deepseek_sparse()},
      {"qwen3-next-none", qwen3_next(262'144, 1)},
      {"qwen3-next-align", qwen3_next(544, 2)},
      {"qwen3-next-align-K1", qwen3_next(544, 3)},
      {"nemotron-3-super", nemotron3()},
  };
  return all;
}

// --- one line ----------------------------------------------------------------------------------

std::string class_name(const CacheGroup& group, bool latent_has_a_class) {
  if (group.specs.size() > 1) return "UniformTypeKVCacheSpecs";
  const CacheSpec& spec = group.specs.front();
  if (spec.type == SpecType::state) return "MambaSpec";
  if (std::holds_alternative<LastTokens>(spec.retention)) return "SlidingWindowSpec";
  return spec.type == SpecType::latent && latent_has_a_class ? "MLAAttentionSpec"
                                                             : "FullAttentionSpec";
}

std::string written(const CacheGroup& group, bool latent_has_a_class) {
  return class_name(group, latent_has_a_class) + " " + std::to_string(group.layers) + " " +
         std::to_string(group.block_size.amount.count()) + " " +
         std::to_string(group.page.amount.count());
}

std::string written(const ConfigNode& group) {
  const auto parts = group.items();
  return parts.at(0).as_string() + " " + std::to_string(parts.at(1).as_integer()) + " " +
         std::to_string(parts.at(2).as_integer()) + " " + std::to_string(parts.at(3).as_integer());
}

struct Question {
  std::vector<LayerSpec> layers;
  Serving serving;
  EngineRules rules;
};

Question question(const ConfigNode& line) {
  Question result;
  std::int64_t index = 0;
  for (const CacheSpec& spec : cases().at(line.string_or("case", ""))) {
    result.layers.push_back({.spec = spec, .layer = index++});
  }
  const ConfigNode options = line.at("options");
  result.serving.max_model_len = Tokens{options.integer("max_model_len")};
  result.serving.max_num_batched_tokens = Tokens{options.integer("max_num_batched_tokens")};
  result.serving.max_in_flight_tokens = Tokens{options.integer("in_flight_tokens")};
  result.serving.hybrid_manager = !options.boolean_or("disable_hybrid_kv_cache_manager", false);
  const EngineChoice choice = find_engine("vllm@" + line.string_or("version", ""));
  CHECK_FALSE(choice.assumed);
  result.rules = choice.rules;
  const std::int64_t batches = result.rules.in_flight_counts_batches ? 2 : 1;
  CHECK(result.serving.max_in_flight_tokens == batches * result.serving.max_num_batched_tokens);
  return result;
}

void check_refusal(const ConfigNode& line, const Capacity& found) {
  CHECK(line.string_or("refused", "") == "need");
  CHECK(found.estimated_max_model_len.count() == line.integer("estimated_max_model_len"));
  CHECK(gib(found.bytes_for_one_request) ==
        doctest::Approx(std::stod(line.string_or("needed_gib", "0"))).epsilon(0.002));
}

void check_start(const ConfigNode& line, const CacheGroups& groups, const Capacity& found) {
  CHECK(found.num_blocks.count() == line.integer("num_blocks"));
  CHECK(found.tokens.value().count() == line.integer("tokens"));
  CHECK(found.max_concurrency == line.at("max_concurrency").as_number());
  const auto expected = line.at("groups").items();
  REQUIRE(groups.groups.size() == expected.size());
  // Latent layers were FullAttentionSpec up to 0.10.2, which had no group of unequal pages either.
  const bool latent_has_a_class =
      find_engine("vllm@" + line.string_or("version", "")).rules.uniform_type_groups;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(written(groups.groups[i], latent_has_a_class) == written(expected[i]));
  }
}

void check_line(const ConfigNode& line) {
  CAPTURE(line.string_or("version", ""));
  CAPTURE(line.string_or("case", ""));
  const Question asked = question(line);
  const Bytes available{line.integer("available_bytes")};
  try {
    const CacheGroups groups = group(asked.layers, Architecture{}, asked.serving, asked.rules);
    const Capacity found =
        capacity(groups, std::vector{available}, asked.serving, EngineOptions{}, asked.rules);
    REQUIRE(found.fits == !line.has("refused"));
    found.fits ? check_start(line, groups, found) : check_refusal(line, found);
  } catch (const Error& error) {
    CHECK_MESSAGE(line.string_or("refused", "") == "pages", error.what());
  }
}

}  // namespace

TEST_CASE("every release's own result for the hand-made layer lists is reproduced") {
  const auto lines = golden_lines();
  CHECK(lines.size() == 728);
  for (const ConfigNode& line : lines) check_line(line);
}

TEST_CASE("a block override was ignored, then replaced the count, then the memory") {
  EngineOptions options;
  options.num_gpu_blocks_override = 9000;
  Serving serving;
  serving.max_model_len = 131072_tokens;
  serving.max_in_flight_tokens = 8192_tokens;
  std::vector<LayerSpec> layers;
  for (const CacheSpec& spec : llama()) layers.push_back({.spec = spec});
  const auto hold = [&](const char* version, Bytes bytes) {
    const EngineRules rules = find_engine(version).rules;
    return capacity(group(layers, Architecture{}, serving, rules), std::vector{bytes}, serving,
                    options, rules);
  };
  CHECK(hold("vllm@0.9.1", 20_GiB).num_blocks == 10240_blocks);
  CHECK(hold("vllm@0.9.2", 20_GiB).num_blocks == 9000_blocks);
  CHECK(hold("vllm@0.20", 20_GiB).num_blocks == 9000_blocks);
  CHECK_FALSE(hold("vllm@0.20", 1_GiB).fits);
  CHECK(hold("vllm@0.20.1", 1_GiB).num_blocks == 9000_blocks);
}

TEST_CASE("0.14 to 0.16 charged each pipeline stage with all layers, on the poorest rank") {
  Serving serving;
  serving.max_model_len = 131072_tokens;
  serving.pipeline_parallel = 2;
  std::vector<LayerSpec> layers;
  for (const CacheSpec& spec : llama()) {
    const auto at = static_cast<std::int64_t>(layers.size());
    layers.push_back({.spec = spec, .layer = at, .stage = at / 16});
  }
  const auto fits = [&](const char* version) {
    const EngineRules rules = find_engine(version).rules;
    return capacity(group(layers, Architecture{}, serving, rules), std::vector{12_GiB, 9_GiB},
                    serving, EngineOptions{}, rules)
        .fits;
  };
  CHECK(fits("vllm@0.13"));  // 8 GiB on each stage
  CHECK_FALSE(fits("vllm@0.14"));
  CHECK_FALSE(fits("vllm@0.16"));
  CHECK(fits("vllm@0.17"));
}
