// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string olmo =
    R"({"architectures": ["OlmoHybridForCausalLM"], "model_type": "olmo_hybrid",
  "num_hidden_layers": 32, "hidden_size": 3840, "intermediate_size": 11008,
  "num_attention_heads": 30, "num_key_value_heads": 30, "max_position_embeddings": 65536,
  "dtype": "bfloat16"})";

}  // namespace

TEST_CASE("OLMo Hybrid: gated delta layers without checkpoints, dimensions from the class") {
  check(olmo, {
                  {"", "gb10", R"({})", Bytes{21474848825}, 80, 826, 9830400, 2184, 173281},
                  {"", "h100", R"({})", Bytes{21474848825}, 80, 826, 9830400, 2184, 173281},
                  {"", "gb10", R"({"tensor_parallel_size": 2})", Bytes{21474848825}, 80, 826,
                   4915200, 4369, 346642},
                  {"", "gb10", R"({"kv_cache_dtype": "fp8"})", Bytes{21474848825}, 160, 416,
                   9830400, 2184, 344064},
                  {"", "b200", R"({"enable_prefix_caching": false})", Bytes{21474848825}, 80, 823,
                   9830400, 2184, 173913},
                  {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 80, 826,
                   4915200, 4369, 346642},
                  {"", "gb10",
                   R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 2}})",
                   Bytes{21474848825}, 80, 832, 9830400, 2184, 172032},
              });
}

TEST_CASE(
    "the key size is three quarters of the hidden size over the heads, the value twice that") {
  const Architecture model = model_of(olmo).architecture;
  CHECK(layers_that_keep<GatedDeltaState>(model) == 24);
  CHECK(std::get<GatedDeltaState>(model.layers.front().keeps.front()) ==
        GatedDeltaState{.key_heads = 30,
                        .value_heads = 30,
                        .key_dim = 96,
                        .value_dim = 192,
                        .conv_kernel = 4,
                        .flashinfer = false});
}

TEST_CASE("broken fields of an OLMo Hybrid config are refused by name") {
  check_refused(olmo, "linear_key_head_dim", "0");
  check_refused(olmo, "linear_conv_kernel_dim", "\"4\"");
}
