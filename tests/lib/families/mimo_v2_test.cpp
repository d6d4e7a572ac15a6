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

const std::string mimo_v2_flash =
    R"({"model_type": "mimo_v2_flash", "architectures": ["MiMoV2FlashForCausalLM"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 48, "hidden_size": 4096,
  "num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 192,
  "v_head_dim": 128, "max_position_embeddings": 262144, "sliding_window": 128,
  "sliding_window_size": 128, "hybrid_layer_pattern": [0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1,
  0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1,
  1, 1, 0, 1, 1, 1, 1, 1, 0], "swa_num_key_value_heads": 8, "swa_head_dim": 192,
  "swa_v_head_dim": 128, "attention_chunk_size": 128,
  "quantization_config": {"quant_method": "fp8"}})";

}  // namespace

TEST_CASE("MiMo-V2: values narrower than keys, KV heads by layer type") {
  check_rows({
      {"vLLM", mimo_v2_flash, R"({"tensor_parallel_size": 4})", "gb10", Bytes{42949672960}, 32, 6,
       184320, 233016, 6418382},
      {"vLLM", mimo_v2_flash, R"({"tensor_parallel_size": 8})", "h100", Bytes{42949672960}, 16, 6,
       92160, 466033, 5669300},
      {"vLLM", mimo_v2_flash, R"({"tensor_parallel_size": 4, "kv_cache_dtype": "fp8"})", "gb10",
       Bytes{42949672960}, 32, 6, 92160, 466033, 12836792},
      {"vLLM", mimo_v2_flash,
       R"({"tensor_parallel_size": 4, "speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
       "gb10", Bytes{42949672960}, 32, 6, 184320, 233016, 6418382},
  });
}

TEST_CASE("the pattern has one entry a layer") {
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "mimo_v2_flash", "num_hidden_layers": 2,
    "num_key_value_heads": 1, "head_dim": 8, "swa_num_key_value_heads": 1, "swa_head_dim": 8,
    "sliding_window_size": 4, "hybrid_layer_pattern": [0]})"),
                  Error);
}
