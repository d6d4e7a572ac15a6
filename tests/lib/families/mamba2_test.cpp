// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string codestral =
    R"({"architectures": ["Mamba2ForCausalLM"], "model_type": "mamba2", "num_hidden_layers": 64,
  "hidden_size": 4096, "head_dim": 64, "dtype": "bfloat16", "state_size": 128,
  "conv_kernel": 4, "expand": 2, "num_heads": 128, "n_groups": 8})";

}  // namespace

TEST_CASE("Mamba-Codestral keeps one state a layer, unless prefix caching is asked for") {
  check(codestral, {
                       {"vector 149761a13acf", "gb10", R"({})", Bytes{17179869185}, 2048, 1,
                        138149888, 124, 253952},
                       {"vector 08e3c22ed54f", "gb10", R"({"tensor_parallel_size": 2})",
                        Bytes{68719476736}, 2048, 1, 69074944, 994, 2035712},
                       {"vector 200457095acd", "gb10", R"({"enable_prefix_caching": true})",
                        Bytes{68719476736}, 16, 3, 138149888, 497, 339285},
                       {"vector bbca497b3662", "gb10", R"({"mamba_ssm_cache_dtype": "float32"})",
                        Bytes{68719476736}, 2048, 1, 272367616, 252, 516096},
                       {"vector 83c2fc04112e", "h100", R"({"kv_cache_dtype": "fp8"})",
                        Bytes{53687091200}, 2048, 1, 138149888, 388, 794624},
                   });
}

TEST_CASE("four ranks share the groups") {
  check(codestral, {
                       {"", "gb10", R"({"max_model_len": 32768, "tensor_parallel_size": 4})",
                        Bytes{21474848825}, 32768, 1, 34537472, 621, 20348928},
                   });
}

TEST_CASE("other options of a pure Mamba 2 model") {
  check(codestral,
        {
            {"", "gb10",
             R"({"enable_prefix_caching": true, "block_size": 128, "max_model_len": 32768})",
             Bytes{21474848825}, 128, 3, 138149888, 155, 1693013},
            {"", "gb10", R"({"mamba_cache_dtype": "float32"})", Bytes{21474848825}, 2048, 1,
             276299776, 77, 157696},
            {"", "gb10", R"({"num_gpu_blocks_override": 100})", Bytes{21474848825}, 2048, 1,
             138149888, 100, 204800},
        });
}

TEST_CASE("groups other than one must divide by the ranks") {
  CHECK_THROWS_AS(planned({codestral, R"({"tensor_parallel_size": 16})"}), Error);
}

TEST_CASE("a config without a length cannot be fitted") {
  CHECK_THROWS_AS(planned({codestral, R"({"max_model_len": -1})"}), Error);
}

TEST_CASE("the engine cannot split a Mamba 2 model into pipeline stages") {
  CHECK_THROWS_AS(planned({codestral, R"({"pipeline_parallel_size": 2})"}), Error);
}

TEST_CASE("broken fields of a Mamba 2 config are refused by name") {
  check_refused(codestral, "num_heads", "0");
  check_refused(codestral, "head_dim", "\"64\"");
  check_refused(codestral, "state_size", "-1");
  check_refused(codestral, "expand", "-2");
  check_refused(codestral, "n_groups", "{}");
}
