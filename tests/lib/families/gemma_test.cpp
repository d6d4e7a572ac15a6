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

const std::string gemma_3_27b_it =
    R"({"model_type": "gemma3", "architectures": ["Gemma3ForConditionalGeneration"],
  "dtype": "bfloat16", "text_config": {"model_type": "gemma3_text",
  "num_hidden_layers": 62, "hidden_size": 5376, "num_attention_heads": 32,
  "num_key_value_heads": 16, "head_dim": 128, "max_position_embeddings": 131072,
  "sliding_window": 1024, "layer_types": ["sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention"],
  "rope_scaling": {"factor": 8.0, "rope_type": "linear"}}, "vision_config": {}})";

const std::string gemma3_4b_like =
    R"({"model_type": "gemma3", "architectures": ["Gemma3ForConditionalGeneration"],
  "dtype": "bfloat16", "text_config": {"model_type": "gemma3_text",
  "num_hidden_layers": 34, "hidden_size": 2560, "num_attention_heads": 8,
  "num_key_value_heads": 4, "head_dim": 256, "max_position_embeddings": 131072,
  "sliding_window": 1024, "rope_scaling": {"factor": 8.0, "rope_type": "linear"}},
  "vision_config": {}})";

const std::string gemma_3n_e4b_it =
    R"({"model_type": "gemma3n", "architectures": ["Gemma3nForConditionalGeneration"],
  "dtype": "bfloat16", "text_config": {"model_type": "gemma3n_text",
  "num_hidden_layers": 35, "hidden_size": 2048, "num_attention_heads": 8,
  "num_key_value_heads": 2, "head_dim": 256, "max_position_embeddings": 32768,
  "sliding_window": 512, "layer_types": ["sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention"], "num_kv_shared_layers": 15}, "vision_config": {}})";

const std::string gemma_4_e2b_it =
    R"({"model_type": "gemma4", "architectures": ["Gemma4ForConditionalGeneration"],
  "dtype": "bfloat16", "text_config": {"model_type": "gemma4_text",
  "dtype": "bfloat16", "num_hidden_layers": 35, "hidden_size": 1536,
  "num_attention_heads": 8, "num_key_value_heads": 1, "head_dim": 256,
  "max_position_embeddings": 131072, "sliding_window": 512,
  "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "full_attention"],
  "num_kv_shared_layers": 20, "global_head_dim": 512, "attention_k_eq_v": false},
  "vision_config": {}})";

const std::string gemma_4_26b_a4b_nvfp4 =
    R"({"model_type": "gemma4", "architectures": ["Gemma4ForConditionalGeneration"],
  "dtype": "bfloat16", "text_config": {"model_type": "gemma4_text",
  "dtype": "bfloat16", "num_hidden_layers": 30, "hidden_size": 2816,
  "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 256,
  "max_position_embeddings": 262144, "sliding_window": 1024,
  "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention"],
  "num_kv_shared_layers": 0, "global_head_dim": 512, "num_global_key_value_heads": 2,
  "attention_k_eq_v": true, "use_bidirectional_attention": "vision"},
  "vision_config": {}, "quantization_config": {"quant_algo": "NVFP4",
  "kv_cache_scheme": {"dynamic": false, "num_bits": 8, "type": "float"},
  "producer": {"name": "modelopt", "version": "0.43.0rc2.dev91+gc79ebc014"},
  "quant_method": "modelopt"}})";

const std::string gemma_4_31b_it_nvfp4 =
    R"({"model_type": "gemma4", "architectures": ["Gemma4ForConditionalGeneration"],
  "dtype": "bfloat16", "text_config": {"model_type": "gemma4_text",
  "dtype": "bfloat16", "num_hidden_layers": 60, "hidden_size": 5376,
  "num_attention_heads": 32, "num_key_value_heads": 16, "head_dim": 256,
  "max_position_embeddings": 262144, "sliding_window": 1024,
  "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention"], "num_kv_shared_layers": 0, "global_head_dim": 512,
  "num_global_key_value_heads": 4, "attention_k_eq_v": true,
  "use_bidirectional_attention": "vision"}, "vision_config": {},
  "quantization_config": {"quant_algo": "NVFP4", "kv_cache_scheme": {"dynamic": false,
  "num_bits": 8, "type": "float"}, "producer": {"name": "modelopt",
  "version": "0.37.0"}, "quant_method": "modelopt"}})";

}  // namespace

TEST_CASE("Gemma 3 to 4: windows, shared caches, heads of two sizes") {
  check_rows({
      {"google--gemma-3-27b-it", gemma_3_27b_it, R"({})", "gb10", Bytes{29999999999}, 16, 7,
       1310720, 22888, 296498},
      {"google--gemma-3-27b-it", gemma_3_27b_it, R"({})", "h100", Bytes{53687091200}, 16, 7,
       1310720, 40960, 364573},
      {"vLLM", gemma_3_27b_it,
       R"({"kv_cache_dtype": "fp8", "kv_cache_dtype_skip_layers": ["sliding_window"]})", "gb10",
       Bytes{42949672960}, 16, 7, 1310720, 32768, 713212},
      {"vLLM", gemma_3_27b_it,
       R"({"kv_cache_dtype": "fp8_per_token_head", "kv_cache_dtype_skip_layers": ["0", "61"]})",
       "gb10", Bytes{42949672960}, 16, 31, 270336, 158875, 838800},
      {"vLLM", gemma3_4b_like, R"({})", "b200", Bytes{42949672960}, 64, 7, 1310720, 32768, 822475},
      {"vLLM", gemma3_4b_like, R"({})", "h100", Bytes{42949672960}, 16, 7, 327680, 131072, 1166635},
      {"vLLM", gemma3_4b_like, R"({"language_model_only": true})", "b200", Bytes{42949672960}, 16,
       7, 327680, 131072, 823184},
      {"google--gemma-3n-E4B-it", gemma_3n_e4b_it, R"({})", "gb10", Bytes{29999999999}, 16, 5,
       131072, 228881, 2340815},
      {"google--gemma-4-E2B-it", gemma_4_e2b_it, R"({})", "gb10", Bytes{37580963841}, 32, 5, 98304,
       382293, 5712255},
      {"vLLM", gemma_4_e2b_it, R"({"kv_cache_dtype": "fp8", "kv_cache_dtype_skip_layers": ["0"]})",
       "gb10", Bytes{42949672960}, 32, 15, 32768, 1310720, 12979653},
      {"nvidia--Gemma-4-26B-A4B-NVFP4", gemma_4_26b_a4b_nvfp4, R"({})", "gb10", Bytes{48318382080},
       16, 6, 327680, 147456, 3835933},
      {"vLLM", gemma_4_26b_a4b_nvfp4, R"({"kv_cache_dtype": "fp8"})", "h100", Bytes{42949672960},
       64, 6, 1310720, 32768, 2516828},
      {"vLLM", gemma_4_26b_a4b_nvfp4, R"({})", "b200", Bytes{42949672960}, 64, 6, 1310720, 32768,
       1830371},
      {"vLLM", gemma_4_26b_a4b_nvfp4,
       R"({"kv_cache_dtype": "fp8", "kv_cache_dtype_skip_layers": ["sliding_window"]})", "gb10",
       Bytes{42949672960}, 32, 6, 1310720, 32768, 2870008},
      {"vLLM", gemma_4_31b_it_nvfp4, R"({"pipeline_parallel_size": 2, "tensor_parallel_size": 2})",
       "gb10", Bytes{42949672960}, 16, 6, 327680, 131072, 3164754},
  });
}

TEST_CASE("layers that share an earlier cache keep nothing") {
  const Architecture model = model_of(R"({"model_type": "gemma3n_text", "num_hidden_layers": 10,
    "num_kv_shared_layers": 4})")
                                 .architecture;
  CHECK(model.layers[5].keeps.size() == 1);
  CHECK(model.layers[6].keeps.empty());
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "gemma3n_text", "num_hidden_layers": 10,
    "num_kv_shared_layers": 10})"),
                  Error);
}
