// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string mamba =
    R"({"architectures": ["MambaForCausalLM"], "model_type": "mamba", "num_hidden_layers": 64,
  "hidden_size": 2560, "intermediate_size": 5120, "torch_dtype": "float32", "state_size": 16,
  "conv_kernel": 4, "expand": 2})";

const std::string falcon_mamba =
    R"({"architectures": ["FalconMambaForCausalLM"], "model_type": "falcon_mamba",
  "num_hidden_layers": 64, "hidden_size": 4096, "intermediate_size": 8192,
  "torch_dtype": "bfloat16", "state_size": 16, "conv_kernel": 4, "expand": 16})";

}  // namespace

TEST_CASE("a Mamba model keeps one state a layer, as long as the request may be") {
  check(mamba,
        {
            {"", "gb10", R"({})", Bytes{21474848825}, 2048, 1, 12451840, 1724, 3530752},
            {"", "gb10", R"({"tensor_parallel_size": 2, "mamba_ssm_cache_dtype": "float32"})",
             Bytes{21474848825}, 2048, 1, 11468800, 1872, 3833856},
            {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 2048, 1, 6225920,
             3449, 7063552},
        });
  check(falcon_mamba,
        {
            {"", "gb10", R"({})", Bytes{21474848825}, 2048, 1, 19922944, 1077, 2205696},
        });
}

TEST_CASE("prefix caching, off by default, gives a Mamba state two small blocks") {
  check(mamba, {
                   {"", "gb10", R"({"enable_prefix_caching": true})", Bytes{21474848825}, 16, 2,
                    12451840, 1724, 1765376},
                   {"", "gb10",
                    R"({"enable_prefix_caching": true, "block_size": 64, "max_model_len": 4096})",
                    Bytes{21474848825}, 64, 2, 12451840, 1724, 3530752},
               });
}

TEST_CASE("inner channels are expand × hidden_size where the config does not say them") {
  const std::string config = R"({"model_type": "mamba", "architectures": ["MambaForCausalLM"],
    "num_hidden_layers": 2, "hidden_size": 768, "expand": 2, "dtype": "bfloat16"})";
  const Mamba1State state{.inner = 1536, .state_dim = 16, .conv_kernel = 4};
  CHECK(model_of(config).architecture.layers == std::vector<Layer>(2, Layer{{state}}));
}

TEST_CASE("broken fields of a Mamba config are refused by name") {
  check_refused(mamba, "state_size", "0");
  check_refused(mamba, "state_size", "\"16\"");
  check_refused(mamba, "conv_kernel", "-4");
  check_refused(mamba, "intermediate_size", "1e30");
  check_refused(mamba, "num_hidden_layers", "100000000");
}
