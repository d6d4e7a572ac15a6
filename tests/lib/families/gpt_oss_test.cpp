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

const std::string gpt_oss_20b = R"({"model_type": "gpt_oss", "architectures": ["GptOssForCausalLM"],
  "num_hidden_layers": 24, "hidden_size": 2880, "num_attention_heads": 64,
  "num_key_value_heads": 8, "head_dim": 64, "max_position_embeddings": 131072,
  "sliding_window": 128, "layer_types": ["sliding_attention", "full_attention",
  "sliding_attention", "full_attention", "sliding_attention", "full_attention",
  "sliding_attention", "full_attention", "sliding_attention", "full_attention",
  "sliding_attention", "full_attention", "sliding_attention", "full_attention",
  "sliding_attention", "full_attention", "sliding_attention", "full_attention",
  "sliding_attention", "full_attention", "sliding_attention", "full_attention",
  "sliding_attention", "full_attention"], "rope_scaling": {"factor": 32.0,
  "original_max_position_embeddings": 4096, "rope_type": "yarn"},
  "quantization_config": {"quant_method": "mxfp4"}})";

const std::string gpt_oss_120b_eagle3 =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLMEagle3"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 1, "hidden_size": 2880,
  "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64,
  "max_position_embeddings": 4096})";

}  // namespace

TEST_CASE("gpt-oss: every even layer slides") {
  check_rows({
      {"openai--gpt-oss-20b", gpt_oss_20b, R"({})", "gb10", Bytes{37580963841}, 16, 2, 393216,
       95573, 1481251},
      {"openai--gpt-oss-20b", gpt_oss_20b, R"({"kv_cache_dtype": "fp8"})", "h100",
       Bytes{53687091200}, 16, 2, 196608, 273066, 3879816},
      {"vLLM", gpt_oss_20b, R"({})", "a100", Bytes{42949672960}, 16, 2, 393216, 109226, 1692854},
      {"vLLM", gpt_oss_20b, R"({"block_size": 128})", "gb10", Bytes{42949672960}, 128, 2, 3145728,
       13653, 1691423},
      {"vLLM", gpt_oss_20b,
       R"({"kv_cache_dtype": "fp8", "kv_cache_dtype_skip_layers": ["sliding_window"]})", "gb10",
       Bytes{42949672960}, 16, 2, 393216, 109226, 3282841},
      {"openai--gpt-oss-20b", gpt_oss_20b, R"({"disable_hybrid_kv_cache_manager": true})", "gb10",
       Bytes{20000000001}, 16, 1, 786432, 25431, 406896},
      {"vLLM", gpt_oss_20b,
       R"({"speculative_config": {"method": "eagle3", "num_speculative_tokens": 3, "model": "draft"}})",
       "h100", Bytes{42949672960}, 16, 2, 425984, 100824, 1432542, gpt_oss_120b_eagle3},
  });
}

TEST_CASE("a cache dtype that no kernel with sinks reads is refused") {
  CHECK_THROWS_AS((void)planned({gpt_oss_20b, R"({"kv_cache_dtype": "turboquant_k8v4"})"}), Error);
  CHECK_THROWS_AS((void)planned({gpt_oss_20b, R"({"kv_cache_dtype": "fp8",
    "kv_cache_dtype_skip_layers": ["1", "3"]})"}),
                  Error);
}
