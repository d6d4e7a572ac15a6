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

const std::string llama4_8l =
    R"({"model_type": "llama4", "architectures": ["Llama4ForConditionalGeneration"],
  "dtype": "bfloat16", "text_config": {"model_type": "llama4_text",
  "num_hidden_layers": 8, "hidden_size": 5120, "num_attention_heads": 40,
  "num_key_value_heads": 8, "head_dim": 128, "max_position_embeddings": 131072,
  "attention_chunk_size": 8192}, "vision_config": {}})";

}  // namespace

TEST_CASE("Llama 4: chunks hold no block more, windows do") {
  check_rows({
      {"vLLM", llama4_8l, R"({})", "gb10", Bytes{42949672960}, 16, 4, 131072, 327680, 4092003},
      {"vLLM", llama4_8l, R"({"max_model_len": 4096})", "gb10", Bytes{42949672960}, 16, 4, 131072,
       327680, 1310720},
      {"vLLM", llama4_8l, R"({"kv_cache_dtype": "fp8"})", "h100", Bytes{42949672960}, 16, 4, 65536,
       655360, 6710886},
      {"vLLM", llama4_8l, R"({"disable_hybrid_kv_cache_manager": true})", "gb10",
       Bytes{42949672960}, 16, 1, 524288, 81920, 1310720},
  });
}

TEST_CASE("no_rope_layers has one entry a layer") {
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "llama4_text", "num_hidden_layers": 4,
    "no_rope_layers": [1, 1]})"),
                  Error);
}
