// Expected numbers: vLLM 0.33's own, from the golden vector of the config named first in a row, or
// ("vLLM") from a run of vLLM 0.33's allocation for this test.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "lib/families/rows.hpp"

using namespace kvplan;
using kvplan::testing::check_rows;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

const std::string qwen3_8b_dflash =
    R"({"model_type": "qwen3", "architectures": ["DFlashDraftModel"], "dtype": "bfloat16",
  "num_hidden_layers": 5, "hidden_size": 4096, "num_attention_heads": 32,
  "num_key_value_heads": 8, "head_dim": 128, "max_position_embeddings": 40960,
  "sliding_window": null, "use_sliding_window": false, "max_window_layers": 5,
  "layer_types": ["full_attention", "full_attention", "full_attention",
  "full_attention", "full_attention"], "dflash_config": {}})";

const std::string qwen3_8b = R"({"model_type": "qwen3", "architectures": ["Qwen3ForCausalLM"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 36, "hidden_size": 4096,
  "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 40960, "sliding_window": null,
  "use_sliding_window": false, "max_window_layers": 36})";

}  // namespace

TEST_CASE("block drafts have their own layers and windows") {
  check_rows({
      {"vLLM", qwen3_8b,
       R"({"speculative_config": {"method": "dflash", "num_speculative_tokens": 7, "model": "draft"}})",
       "b200", Bytes{42949672960}, 16, 1, 2686976, 15984, 255744, qwen3_8b_dflash},
      {"vLLM", qwen3_8b,
       R"({"kv_cache_dtype": "fp8", "speculative_config": {"method": "dflash", "num_speculative_tokens": 7, "model": "draft"}})",
       "gb10", Bytes{42949672960}, 16, 1, 1343488, 31968, 511488, qwen3_8b_dflash},
      {"vLLM", qwen3_8b,
       R"({"kv_cache_dtype": "fp8", "speculative_config": {"method": "dflash", "num_speculative_tokens": 7, "model": "draft"}})",
       "b200", Bytes{42949672960}, 16, 1, 1343488, 31968, 511488, qwen3_8b_dflash},
  });
}

TEST_CASE("use_swa makes every layer slide where none does by itself") {
  const Architecture draft = model_of(R"({"model_type": "qwen3", "architectures":
    ["DFlashDraftModel"], "num_hidden_layers": 2, "dflash_config": {"use_swa": true,
    "swa_window_size": 512}})")
                                 .architecture;
  for (const Layer& layer : draft.layers) {
    CHECK(std::get<SlidingWindow>(layer.keeps.front()).window == 512_tokens);
  }
  CHECK_FALSE(draft.traits.non_causal);
}
