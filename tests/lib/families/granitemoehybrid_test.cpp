// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string small =
    R"({"architectures": ["GraniteMoeHybridForCausalLM"], "model_type": "granitemoehybrid",
  "num_hidden_layers": 40, "hidden_size": 4096, "intermediate_size": 768,
  "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072,
  "torch_dtype": "bfloat16", "mamba_d_state": 128, "mamba_d_conv": 4, "mamba_expand": 2,
  "layer_types": ["mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba",
  "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba",
  "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention",
  "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba",
  "attention", "mamba", "mamba", "mamba", "mamba"], "mamba_n_heads": 128, "mamba_d_head": 64,
  "mamba_n_groups": 1})";

const std::string tiny =
    R"({"architectures": ["GraniteMoeHybridForCausalLM"], "model_type": "granitemoehybrid",
  "num_hidden_layers": 40, "hidden_size": 1536, "intermediate_size": 512,
  "num_attention_heads": 12, "num_key_value_heads": 4, "max_position_embeddings": 131072,
  "torch_dtype": "bfloat16", "mamba_d_state": 128, "mamba_d_conv": 4, "mamba_expand": 2,
  "layer_types": ["mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba",
  "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba",
  "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "attention",
  "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba",
  "attention", "mamba", "mamba", "mamba", "mamba"], "mamba_n_heads": 48,
  "mamba_d_head": "auto", "mamba_n_groups": 1})";

const std::string micro =
    R"({"architectures": ["GraniteMoeHybridForCausalLM"], "model_type": "granitemoehybrid",
  "num_hidden_layers": 40, "hidden_size": 2560, "intermediate_size": 768,
  "num_attention_heads": 40, "num_key_value_heads": 8, "max_position_embeddings": 131072,
  "torch_dtype": "bfloat16", "mamba_d_state": 128, "mamba_d_conv": 4, "mamba_expand": 2,
  "layer_types": ["attention", "attention", "attention", "attention", "attention",
  "attention", "attention", "attention", "attention", "attention", "attention", "attention",
  "attention", "attention", "attention", "attention", "attention", "attention", "attention",
  "attention", "attention", "attention", "attention", "attention", "attention", "attention",
  "attention", "attention", "attention", "attention", "attention", "attention", "attention",
  "attention", "attention", "attention", "attention", "attention", "attention", "attention"],
  "mamba_n_heads": 80, "mamba_d_head": 64, "mamba_n_groups": 1})";

}  // namespace

TEST_CASE("Granite 4.0 H Small: nine state groups of four layers") {
  check(small, {
                   {"vector c5f2802a1419", "gb10", R"({})", Bytes{29999999999}, 528, 276, 8650752,
                    3467, 1646473},
                   {"vector 32c4370b87ec", "gb10", R"({"enable_prefix_caching": false})",
                    Bytes{68719476736}, 528, 258, 8650752, 7943, 4035290},
                   {"vector b9f639628642", "gb10", R"({"kv_cache_dtype": "fp8"})",
                    Bytes{68719476736}, 1056, 152, 8650752, 7943, 6849374},
                   {"vector aa473e84068c", "gb10", R"({"mamba_ssm_cache_dtype": "float32"})",
                    Bytes{68719476736}, 1040, 154, 17039360, 4032, 3431703},
                   {"vector 7ed81a4873d4", "gb10", R"({"tensor_parallel_size": 2})",
                    Bytes{68719476736}, 528, 276, 4325376, 15887, 7544713},
               });
}

TEST_CASE("Granite 4.0 H Small under options that change its blocks") {
  check(small, {
                   {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 528, 276,
                    4325376, 4964, 2357396},
                   {"", "gb10", R"({"pipeline_parallel_size": 3, "enable_prefix_caching": false})",
                    Bytes{21474848825}, 528, 258, 4325376, 4964, 2521865},
                   {"", "gb10",
                    R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 2}})",
                    Bytes{21474848825}, 544, 286, 8912896, 2409, 1104029},
                   {"", "gb10", R"({"block_size": 16, "tensor_parallel_size": 8})",
                    Bytes{21474848825}, 528, 276, 1081344, 19859, 9431010},
                   {"", "gb10", R"({"tensor_parallel_size": 16})", Bytes{21474848825}, 272, 509,
                    557056, 38550, 9926965},
                   {"", "gb10", R"({"mamba_cache_dtype": "float32"})", Bytes{21474848825}, 1056,
                    152, 17301504, 1241, 1070133},
                   {"", "gb10", R"({"kv_cache_dtype": "fp8_per_token_head"})", Bytes{21474848825},
                    1024, 155, 8650752, 2482, 2098843},
                   {"", "gb10", R"({"num_gpu_blocks_override": 3000})", Bytes{21474848825}, 528,
                    276, 8650752, 3000, 1424695},
                   {"", "gb10", R"({"kv_cache_dtype": "turboquant_k8v4"})", Bytes{21474848825},
                    1376, 123, 8630272, 2488, 2651277},
                   {"", "gb10", R"({"max_model_len": -1})", Bytes{2147483648}, 528, 247, 8650752,
                    248, 116630},
               });
}

TEST_CASE("a Granite hybrid without a Mamba layer is an attention model") {
  check(micro, {
                   {"", "gb10", R"({})", Bytes{21474848825}, 16, 8192, 1310720, 16384, 262144},
                   {"", "h100", R"({"kv_cache_dtype": "fp8"})", Bytes{21474848825}, 16, 8192,
                    655360, 32768, 524288},
               });
}

TEST_CASE("mamba_d_head may be left to the engine") {
  check(tiny, {
                  {"", "gb10", R"({})", Bytes{21474848825}, 400, 355, 3276800, 6553, 2419478},
              });
}

TEST_CASE("broken fields of a Granite hybrid are refused by name") {
  check_refused(small, "mamba_n_heads", "0");
  check_refused(small, "mamba_d_head", "-64");
  check_refused(small, "layers_block_type", R"(["mamba", "rwkv"])");
}
