// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string zamba =
    R"({"architectures": ["Zamba2ForCausalLM"], "model_type": "zamba2", "num_hidden_layers": 54,
  "hidden_size": 2560, "intermediate_size": 10240, "num_attention_heads": 32,
  "num_key_value_heads": 32, "max_position_embeddings": 4096, "dtype": "bfloat16",
  "mamba_d_state": 64, "mamba_d_conv": 4, "mamba_expand": 2,
  "layers_block_type": ["linear_attention", "linear_attention", "linear_attention",
  "linear_attention", "linear_attention", "linear_attention", "hybrid", "linear_attention",
  "linear_attention", "linear_attention", "linear_attention", "linear_attention", "hybrid",
  "linear_attention", "linear_attention", "linear_attention", "linear_attention",
  "linear_attention", "hybrid", "linear_attention", "linear_attention", "linear_attention",
  "linear_attention", "linear_attention", "hybrid", "linear_attention", "linear_attention",
  "linear_attention", "linear_attention", "linear_attention", "hybrid", "linear_attention",
  "linear_attention", "linear_attention", "linear_attention", "linear_attention", "hybrid",
  "linear_attention", "linear_attention", "linear_attention", "linear_attention",
  "linear_attention", "hybrid", "linear_attention", "linear_attention", "linear_attention",
  "linear_attention", "hybrid", "linear_attention", "linear_attention", "linear_attention",
  "hybrid", "linear_attention", "linear_attention"], "n_mamba_heads": 8, "mamba_headdim": 640,
  "mamba_ngroups": 1, "attention_head_dim": 160, "use_long_context": false})";

const std::string seven =
    R"({"architectures": ["Zamba2ForCausalLM"], "model_type": "zamba2", "num_hidden_layers": 81,
  "hidden_size": 3584, "intermediate_size": 14336, "num_attention_heads": 32,
  "num_key_value_heads": 32, "max_position_embeddings": 4096, "dtype": "bfloat16",
  "mamba_d_state": 64, "mamba_d_conv": 4, "mamba_expand": 2, "layers_block_type": ["mamba",
  "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba", "mamba",
  "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba",
  "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba",
  "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba",
  "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba",
  "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba",
  "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba",
  "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba"],
  "n_mamba_heads": 112, "mamba_headdim": 64, "mamba_ngroups": 2, "attention_head_dim": 224,
  "use_long_context": false})";

const std::string small =
    R"({"architectures": ["Zamba2ForCausalLM"], "model_type": "zamba2", "num_hidden_layers": 38,
  "hidden_size": 2048, "intermediate_size": 10240, "num_attention_heads": 32,
  "num_key_value_heads": 32, "max_position_embeddings": 4096, "dtype": "bfloat16",
  "mamba_d_state": 64, "mamba_d_conv": 4, "layers_block_type": ["mamba", "mamba", "mamba",
  "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba",
  "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba",
  "hybrid", "mamba", "mamba", "mamba", "mamba", "mamba", "hybrid", "mamba", "mamba", "mamba",
  "mamba", "mamba", "hybrid", "mamba", "mamba"], "n_mamba_heads": 64, "mamba_ngroups": 1,
  "use_long_context": true})";

}  // namespace

TEST_CASE("Zamba 2: nine shared attention caches first, then six state groups") {
  check(zamba, {
                   {"vector 65113f19e16d", "gb10", R"({})", Bytes{85899345919}, 48, 104, 8847360,
                    9709, 382385},
                   {"vector 4c16ed08cb69", "gb10", R"({"enable_prefix_caching": false})",
                    Bytes{68719476736}, 48, 92, 8847360, 7767, 345800},
                   {"vector f436d48326f3", "gb10", R"({"mamba_ssm_cache_dtype": "float32"})",
                    Bytes{68719476736}, 80, 70, 14745600, 4660, 272676},
                   {"", "gb10", R"({"tensor_parallel_size": 2})", Bytes{21474848825}, 48, 104,
                    4423680, 4854, 191172},
                   {"", "gb10", R"({"kv_cache_dtype": "fp8"})", Bytes{21474848825}, 80, 70, 7372800,
                    2912, 170393},
                   {"", "gb10", R"({"block_size": 128})", Bytes{21474848825}, 128, 50, 23592960,
                    910, 74547},
                   {"", "h100", R"({"kv_cache_dtype": "fp8"})", Bytes{21474848825}, 80, 70, 7372800,
                    2912, 170393},
                   {"", "b200", R"({})", Bytes{21474848825}, 48, 104, 8847360, 2427, 95586},
               });
}

TEST_CASE("other sizes, legacy layer names, and head sizes that only the class knows") {
  check(seven, {
                   {"", "gb10", R"({})", Bytes{21474848825}, 48, 107, 17891328, 1200, 45936},
                   {"", "gb10", R"({"tensor_parallel_size": 2, "enable_prefix_caching": false})",
                    Bytes{21474848825}, 48, 93, 8945664, 2400, 105703},
               });
  check(small, {
                   {"", "gb10", R"({})", Bytes{21474848825}, 48, 363, 4718592, 4551, 205409},
               });
}

TEST_CASE("every layer of Zamba 2 keeps a state, the hybrid ones keys and values too") {
  const Architecture model = model_of(zamba).architecture;
  CHECK(layers_that_keep<FullAttention>(model) == 9);
  CHECK(layers_that_keep<Mamba2State>(model) == 54);
  CHECK(std::get<FullAttention>(model.layers.front().keeps.front()) ==
        FullAttention{.kv_heads = 32, .head_dim = 160, .v_head_dim = 160});
}

TEST_CASE("the engine cannot split Zamba 2 into pipeline stages") {
  CHECK_THROWS_AS(planned({zamba, R"({"pipeline_parallel_size": 2})"}), Error);
}

TEST_CASE("broken fields of a Zamba 2 config are refused by name") {
  check_refused(zamba, "n_mamba_heads", "0");
  check_refused(zamba, "attention_head_dim", "\"160\"");
  check_refused(zamba, "mamba_expand", "-2");
}
