// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string seven = R"({"architectures": ["FalconH1ForCausalLM"], "model_type": "falcon_h1",
  "num_hidden_layers": 44, "hidden_size": 3072, "num_attention_heads": 12,
  "num_key_value_heads": 2, "head_dim": 128, "max_position_embeddings": 262144,
  "torch_dtype": "bfloat16", "mamba_d_state": 256, "mamba_d_conv": 4, "mamba_expand": 2,
  "mamba_n_heads": 24, "mamba_d_head": 128, "mamba_n_groups": 1, "mamba_d_ssm": 3072})";

const std::string large = R"({"architectures": ["FalconH1ForCausalLM"], "model_type": "falcon_h1",
  "num_hidden_layers": 72, "hidden_size": 5120, "num_attention_heads": 20,
  "num_key_value_heads": 4, "head_dim": 128, "max_position_embeddings": 262144,
  "torch_dtype": "bfloat16", "mamba_d_state": 256, "mamba_d_conv": 4, "mamba_expand": 2,
  "mamba_n_heads": 32, "mamba_d_head": 128, "mamba_n_groups": 2, "mamba_d_ssm": 4096})";

const std::string half = R"({"architectures": ["FalconH1ForCausalLM"], "model_type": "falcon_h1",
  "num_hidden_layers": 36, "hidden_size": 1024, "num_attention_heads": 8,
  "num_key_value_heads": 2, "head_dim": 64, "max_position_embeddings": 16384,
  "torch_dtype": "bfloat16", "mamba_d_state": 128, "mamba_d_conv": 4, "mamba_expand": 2,
  "mamba_n_heads": 32, "mamba_d_head": "auto", "mamba_n_groups": 1, "mamba_d_ssm": null})";

}  // namespace

TEST_CASE("Falcon-H1 keeps two caches in every layer: two groups of all layers") {
  check(large, {
                   {"vector 6d4cc48a1e1c", "gb10", R"({"enable_prefix_caching": false})",
                    Bytes{68719476736}, 1040, 254, 153354240, 448, 462364},
                   {"vector faa858b0f759", "gb10", R"({"tensor_parallel_size": 2})",
                    Bytes{68719476736}, 1040, 256, 76677120, 896, 917504},
               });
  check(seven, {
                   {"vector a22113bf2254", "gb10", R"({"kv_cache_dtype": "fp8"})",
                    Bytes{68719476736}, 3120, 88, 70287360, 977, 2910394},
                   {"vector 7e9d41db6cd7", "h100", R"({"tensor_parallel_size": 4})",
                    Bytes{53687091200}, 784, 338, 17661952, 3039, 2356969},
                   {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 1568, 171,
                    35323904, 607, 930534},
                   {"", "gb10",
                    R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 3}})",
                    Bytes{21474848825}, 1584, 172, 71368704, 300, 457227},
                   {"", "gb10", R"({"block_size": 2048, "mamba_ssm_cache_dtype": "float32"})",
                    Bytes{21474848825}, 4096, 67, 184549376, 116, 453861},
                   {"", "gb10", R"({"max_model_len": -1, "kv_cache_dtype": "fp8"})",
                    Bytes{3221225472}, 3120, 44, 70287360, 45, 130827},
               });
}

TEST_CASE("a null mamba_d_ssm is the expanded hidden size") {
  check(half, {
                  {"", "gb10", R"({})", Bytes{21474848825}, 1056, 19, 19464192, 1103, 951134},
                  {"", "gb10", R"({"tensor_parallel_size": 4})", Bytes{21474848825}, 544, 34,
                   5013504, 4283, 2063902},
              });
}

TEST_CASE("a Falcon-H1 layer keeps keys and values, then a state") {
  const Architecture model = model_of(seven).architecture;
  REQUIRE(model.layers.size() == 44);
  REQUIRE(model.layers.front().keeps.size() == 2);
  CHECK(std::holds_alternative<FullAttention>(model.layers.front().keeps[0]));
  CHECK(std::holds_alternative<Mamba2State>(model.layers.front().keeps[1]));
}

TEST_CASE("broken fields of a Falcon-H1 config are refused by name") {
  check_refused(seven, "mamba_d_ssm", "0");
  check_refused(seven, "mamba_n_heads", "\"24\"");
  check_refused(half, "mamba_expand", "-1");
}
