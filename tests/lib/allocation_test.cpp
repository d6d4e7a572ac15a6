// A plan made with another at hand is the plan made alone.
#include "kvplan/allocation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "lib/planned.hpp"

namespace kvplan {
namespace {

bool same(const CacheGroup& a, const CacheGroup& b) {
  return a.specs == b.specs && a.layers_by_spec == b.layers_by_spec && a.layers == b.layers &&
         a.block_size == b.block_size && a.page == b.page && a.by_stage == b.by_stage;
}

bool same(const CacheGroups& a, const CacheGroups& b) {
  const auto all_same = [](const auto& left, const auto& right) {
    return std::ranges::equal(left, right, [](const auto& x, const auto& y) { return same(x, y); });
  };
  return all_same(a.groups, b.groups) && all_same(a.checked_layers, b.checked_layers) &&
         a.bytes_per_block == b.bytes_per_block &&
         a.checked_bytes_per_block == b.checked_bytes_per_block &&
         a.max_in_flight_tokens == b.max_in_flight_tokens &&
         a.decode_context_parallel == b.decode_context_parallel;
}

/// Options that change the layers' specs, what is counted beside them, or neither.
std::vector<EngineOptions> varied() {
  std::vector<EngineOptions> all(8);
  all[1].max_model_len = 4096_tokens;
  all[2].kv_cache_dtype = "fp8";
  all[3].max_num_batched_tokens = 16384_tokens;
  all[4].tensor_parallel_size = 2;
  all[5].pipeline_parallel_size = 2;
  all[6].disable_hybrid_kv_cache_manager = true;
  all[7].tensor_parallel_size = 2;
  all[7].decode_context_parallel_size = 2;
  return all;
}

std::optional<CachePlan> plan_if_served(const Model& model, const EngineOptions& options,
                                        const EngineRules& rules, const CachePlan* known) {
  const Platform platform = find_platform("gb10").value();
  try {
    return known == nullptr ? plan_cache(model, options, platform, rules)
                            : plan_cache(model, options, platform, rules, *known);
  } catch (const Error&) {
    return std::nullopt;  // the engine refuses these options of this model
  }
}

}  // namespace

TEST_CASE("a plan with another of the same model at hand is the plan made alone") {
  int compared = 0;
  const auto models = tests::source_dir() / "models";
  for (const std::string_view release : {"vllm@0.20", "vllm@0.33"}) {
    const EngineRules rules = find_engine(release).rules;
    for (const std::string& name : model_names(models)) {
      const Model model = read_model(find_model(name, models));
      for (const EngineOptions& before : varied()) {
        const auto known = plan_if_served(model, before, rules, nullptr);
        if (!known) continue;
        for (const EngineOptions& after : varied()) {
          const auto alone = plan_if_served(model, after, rules, nullptr);
          const auto changed = plan_if_served(model, after, rules, &*known);
          REQUIRE(alone.has_value() == changed.has_value());
          if (!alone) continue;
          ++compared;
          CHECK_MESSAGE(same(alone->groups, changed->groups), name, " ", release);
        }
      }
    }
  }
  CHECK(compared > 500);
}

// vLLM 0.33's own code on microsoft--phi-4 (100,352 rows, 40 heads, 10 of keys): "100352 is not
// divisible by 5", and 10; two and four ranks start (2026-12-01).
TEST_CASE("the ranks divide the rows of the vocabulary") {
  const auto planned = [](std::int64_t ranks, const std::string& rows) {
    ModelConfig config =
        config_from(parse_json(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama",
                       "hidden_size": 5120, "num_hidden_layers": 2, "num_attention_heads": 40,
                       "num_key_value_heads": 10, "max_position_embeddings": 4096, "vocab_size": )" +
                                   rows + "}",
                               "config.json"),
                    "handmade");
    Architecture architecture = describe(config);
    const Model model{std::move(config), std::move(architecture), std::nullopt, std::nullopt};
    EngineOptions options;
    options.tensor_parallel_size = ranks;
    return plan_cache(model, options, platforms().front(), find_engine("").rules);
  };
  CHECK_NOTHROW((void)planned(2, "100352"));
  CHECK_THROWS_WITH_AS((void)planned(5, "100352"),
                       "--tensor-parallel-size: expected a divisor of the 100352 rows of the "
                       "vocabulary, found 5",
                       Error);
  CHECK_NOTHROW((void)planned(5, "319990"));  // 320,000 when padded
}

// vLLM 0.33's own code on the same config: "QSA ring capacity 12 must divide the attention block
// size 1664" with five to eight drafts, and "Qwen4Exp QSA currently requires BF16" (2026-12-01).
TEST_CASE("sparse selection takes four drafts at most, and bfloat16 alone") {
  const Model model =
      read_model(find_model("Qwen3.8-Flash-Next-NVFP4", tests::source_dir() / "models"));
  const auto planned = [&](const EngineOptions& options) {
    return plan_cache(model, options, platforms().front(), find_engine("").rules);
  };
  EngineOptions drafting;
  for (const std::int64_t drafts : {1, 4}) {
    drafting.speculative_config = SpeculativeConfig{"mtp", drafts, ""};
    CHECK_NOTHROW((void)planned(drafting));
  }
  for (const std::int64_t drafts : {5, 8}) {
    drafting.speculative_config = SpeculativeConfig{"mtp", drafts, ""};
    CHECK_THROWS_WITH_AS((void)planned(drafting),
                         doctest::Contains("drafts whose ring of keys divides the block of"),
                         Error);
  }
  EngineOptions half;
  half.dtype = Dtype::float16;
  CHECK_THROWS_WITH_AS((void)planned(half), doctest::Contains("--dtype: expected bfloat16"), Error);
}

}  // namespace kvplan
