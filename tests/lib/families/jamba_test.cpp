// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string jamba =
    R"({"architectures": ["JambaForCausalLM"], "model_type": "jamba", "num_hidden_layers": 32,
  "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
  "num_key_value_heads": 8, "max_position_embeddings": 262144, "dtype": "bfloat16",
  "attn_layer_period": 8, "attn_layer_offset": 4, "mamba_d_state": 16, "mamba_d_conv": 4,
  "mamba_expand": 2})";

const std::string reasoning =
    R"({"architectures": ["JambaForCausalLM"], "model_type": "jamba", "num_hidden_layers": 28,
  "hidden_size": 2560, "intermediate_size": 14336, "num_attention_heads": 20,
  "num_key_value_heads": 1, "dtype": "bfloat16", "attn_layer_period": 14,
  "attn_layer_offset": 7})";

const std::string large =
    R"({"architectures": ["JambaForCausalLM"], "model_type": "jamba", "num_hidden_layers": 72,
  "hidden_size": 8192, "intermediate_size": 24576, "num_attention_heads": 64,
  "num_key_value_heads": 8, "max_position_embeddings": 262144, "dtype": "bfloat16",
  "attn_layer_period": 8, "attn_layer_offset": 4, "mamba_d_state": 16, "mamba_d_conv": 4,
  "mamba_expand": 2})";

}  // namespace

TEST_CASE("Jamba: the attention block holds a Mamba 1 state, two of them a request") {
  check(jamba, {
                   {"vector d4d9afa7c9f9", "gb10", R"({})", Bytes{29999999999}, 80, 3291, 1310720,
                    22888, 1823139},
                   {"vector 51859487a89f", "gb10", R"({"enable_prefix_caching": true})",
                    Bytes{68719476736}, 80, 3291, 1310720, 52428, 4176142},
                   {"vector a730120be52b", "gb10", R"({"kv_cache_dtype": "fp8"})",
                    Bytes{68719476736}, 160, 1653, 1310720, 52428, 8314389},
                   {"vector 4d37fb6b1dfd", "gb10", R"({"mamba_ssm_cache_dtype": "float32"})",
                    Bytes{68719476736}, 144, 1835, 2359296, 29127, 4161018},
                   {"vector a7407fc5b559", "gb10", R"({"tensor_parallel_size": 2})",
                    Bytes{68719476736}, 80, 3291, 655360, 104857, 8352365},
                   {"vector 802eb645a5ee", "h100", R"({"kv_cache_dtype": "fp8"})",
                    Bytes{53687091200}, 160, 1653, 1310720, 40960, 6495715},
                   {"vector fe901c6594fa", "h100", R"({"tensor_parallel_size": 4})",
                    Bytes{53687091200}, 80, 3291, 327680, 163840, 13050645},
               });
}

TEST_CASE("Jamba under options that change its blocks") {
  check(
      jamba,
      {
          {"", "gb10", R"({"block_size": 256})", Bytes{21474848825}, 256, 1038, 4194304, 5120,
           1293041},
          {"", "gb10", R"({"block_size": 64, "enable_prefix_caching": false})", Bytes{21474848825},
           128, 2055, 2097152, 10240, 1306255},
          {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 80, 3291, 655360,
           32768, 2610129},
          {"", "gb10", R"({"dtype": "float16", "mamba_cache_dtype": "float32"})",
           Bytes{21474848825}, 160, 1653, 2621440, 8192, 1299143},
          {"", "gb10", R"({"tensor_parallel_size": 16})", Bytes{21474848825}, 48, 5476, 98304,
           218453, 10457659},
          {"", "gb10",
           R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 4}})",
           Bytes{21474848825}, 80, 3319, 1310720, 16384, 1294054},
          {"", "gb10",
           R"({"max_model_len": 8192, "max_num_batched_tokens": 8192, "async_scheduling": false})",
           Bytes{21474848825}, 80, 117, 1310720, 16384, 1147160},
          {"", "gb10", R"({"num_gpu_blocks_override": 4000})", Bytes{21474848825}, 80, 3291,
           1310720, 4000, 318619},
      });
}

TEST_CASE("other sizes, and fields that only the class knows") {
  check(reasoning, {
                       {"", "gb10", R"({})", Bytes{21474848825}, 384, 709, 393216, 54613, 20192482},
                       {"", "gb10", R"({"tensor_parallel_size": 2})", Bytes{21474848825}, 192, 1392,
                        196608, 109226, 20569641},
                   });
  check(large, {
                   {"", "gb10", R"({"tensor_parallel_size": 8})", Bytes{21474848825}, 160, 1653,
                    737280, 29127, 4619158},
               });
}

TEST_CASE("one layer in eight of Jamba attends, from the fourth on") {
  const Architecture model = model_of(jamba).architecture;
  CHECK(layers_that_keep<FullAttention>(model) == 4);
  CHECK(layers_that_keep<Mamba1State>(model) == 28);
  CHECK(std::holds_alternative<FullAttention>(model.layers[4].keeps.front()));
  CHECK(std::holds_alternative<FullAttention>(model.layers[28].keeps.front()));
}

TEST_CASE("broken fields of a Jamba config are refused by name") {
  check_refused(jamba, "attn_layer_period", "0");
  check_refused(jamba, "mamba_d_conv", "\"4\"");
  check_refused(jamba, "mamba_expand", "0");
  check_refused(jamba, "num_attention_heads", "-1");
}
