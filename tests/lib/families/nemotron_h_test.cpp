// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string super3 =
    R"({"architectures": ["NemotronHForCausalLM"], "model_type": "nemotron_h",
  "num_hidden_layers": 88, "hidden_size": 4096, "intermediate_size": 2688,
  "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128,
  "max_position_embeddings": 262144, "dtype": "bfloat16", "conv_kernel": 4, "expand": 2,
  "n_groups": 8,
  "hybrid_override_pattern": "MEMEMEM*EMEMEMEM*EMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEM*EMEMEMEME",
  "mtp_hybrid_override_pattern": "*E", "num_nextn_predict_layers": 1, "mamba_num_heads": 128,
  "mamba_head_dim": 64, "ssm_state_size": 128, "mamba_ssm_cache_dtype": "float32",
  "sliding_window": null})";

const std::string nano = R"({"architectures": ["NemotronHForCausalLM"], "model_type": "nemotron_h",
  "num_hidden_layers": 52, "hidden_size": 2688, "intermediate_size": 1856,
  "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128,
  "max_position_embeddings": 262144, "torch_dtype": "bfloat16", "conv_kernel": 4, "expand": 2,
  "n_groups": 8,
  "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
  "mamba_num_heads": 64, "mamba_head_dim": 64, "ssm_state_size": 128,
  "mamba_ssm_cache_dtype": "float32", "sliding_window": null})";

const std::string nemotron_h_8b =
    R"({"architectures": ["NemotronHForCausalLM"], "model_type": "nemotron_h",
  "num_hidden_layers": 52, "hidden_size": 4096, "intermediate_size": 21504,
  "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 8192, "torch_dtype": "bfloat16", "conv_kernel": 4, "expand": 2,
  "n_groups": 8,
  "hybrid_override_pattern": "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
  "mamba_num_heads": 128, "mamba_head_dim": 64, "ssm_state_size": 128, "sliding_window": null,
  "attention_head_dim": 128})";

const std::string spelt_out =
    R"({"architectures": ["NemotronHForCausalLM"], "model_type": "nemotron_h",
  "num_hidden_layers": 52, "hidden_size": 4096, "intermediate_size": 21504,
  "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 8192, "torch_dtype": "bfloat16", "conv_kernel": 4, "expand": 2,
  "n_groups": 8, "layers_block_type": ["mamba", "mlp", "mamba", "mlp", "mamba", "mlp",
  "mamba", "attention", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp",
  "mamba", "attention", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp",
  "mamba", "attention", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp",
  "mamba", "attention", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp", "mamba", "mlp",
  "mamba", "mlp"], "mamba_num_heads": 128, "mamba_head_dim": 64, "ssm_state_size": 128,
  "mamba_ssm_cache_dtype": "bfloat16", "sliding_window": null, "attention_head_dim": 128})";

}  // namespace

TEST_CASE("Nemotron 3 Super: five state groups of eight layers, three blocks each") {
  check(super3, {
                    {"vector 5b3e8922c7a4", "gb10", R"({})", Bytes{37580963841}, 4160, 79, 34078720,
                     1102, 3656742},
                    {"vector 9ae7e9db5457", "gb10", R"({"enable_prefix_caching": false})",
                     Bytes{68719476736}, 4160, 69, 34078720, 2016, 7659163},
                    {"vector ec4e8603553e", "gb10", R"({"kv_cache_dtype": "fp8"})",
                     Bytes{68719476736}, 8320, 47, 34078720, 2016, 11244304},
                    {"vector 5959cb2379dc", "gb10", R"({"tensor_parallel_size": 2})",
                     Bytes{68719476736}, 4160, 79, 17039360, 4032, 13379298},
                    {"vector e86098b1f90f", "h100", R"({"tensor_parallel_size": 4})",
                     Bytes{53687091200}, 2080, 142, 8519680, 6301, 11632178},
                    {"vector 4886f7f380d3", "gb10", R"({"mamba_cache_mode": "all"})",
                     Bytes{68719476736}, 4160, 79, 34078720, 2016, 6689649},
                });
}

TEST_CASE("drafts lengthen the convolution and add a block each; the MTP layer joins attention") {
  check(
      super3,
      {
          {"vector a6d104ffdb75", "gb10",
           R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 3}, "tensor_parallel_size": 2})",
           Bytes{68719476736}, 4224, 93, 19464192, 3530, 9950196},
          {"", "gb10",
           R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 1}, "pipeline_parallel_size": 2})",
           Bytes{21474848825}, 4176, 83, 17104896, 1004, 3170994},
          {"", "h100",
           R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 2}, "enable_prefix_caching": false})",
           Bytes{21474848825}, 4208, 78, 38780928, 553, 1858533},
          {"", "gb10",
           R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 5}})",
           Bytes{21474848825}, 4256, 102, 34865152, 615, 1580574},
      });
}

TEST_CASE("state dtypes, blocks and stages of Nemotron 3 Super") {
  check(super3,
        {
            {"", "gb10", R"({"mamba_ssm_cache_dtype": "bfloat16"})", Bytes{21474848825}, 2112, 140,
             17301504, 1241, 2323719},
            {"", "h100", R"({"mamba_ssm_cache_dtype": "float16", "mamba_cache_dtype": "float16"})",
             Bytes{21474848825}, 2112, 140, 17301504, 1241, 2323719},
            {"", "gb10", R"({"block_size": 8192})", Bytes{21474848825}, 8192, 47, 67108864, 320,
             1784810},
            {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 4160, 79, 17039360,
             1260, 4181030},
            {"", "b200", R"({"tensor_parallel_size": 8})", Bytes{21474848825}, 1040, 268, 4259840,
             5041, 4930850},
            {"", "b200", R"({"kv_cache_dtype": "nvfp4"})", Bytes{21474848825}, 14784, 33, 34062336,
             630, 5004567},
            {"", "gb10", R"({"num_gpu_blocks_override": 500})", Bytes{21474848825}, 4160, 79,
             34078720, 500, 1659139},
        });
}

TEST_CASE("other sizes; without a dtype in the config the state is float32") {
  check(nano, {
                  {"vector 5150c0963acb", "gb10", R"({})", Bytes{29999999999}, 2096, 138, 12877824,
                   2329, 4424154},
              });
  check(nemotron_h_8b,
        {
            {"", "gb10", R"({})", Bytes{21474848825}, 1040, 26, 17039360, 1260, 396996},
            {"", "gb10", R"({"tensor_parallel_size": 4})", Bytes{21474848825}, 1040, 26, 4259840,
             5041, 1588302},
        });
  check(spelt_out, {
                       {"", "gb10", R"({})", Bytes{21474848825}, 528, 34, 8650752, 2482, 598016},
                   });
}

TEST_CASE("each letter of the pattern is a layer; MLP layers keep nothing") {
  const Architecture model = model_of(super3).architecture;
  CHECK(model.layers.size() == 88);
  CHECK(layers_that_keep<Mamba2State>(model) == 40);
  CHECK(layers_that_keep<FullAttention>(model) == 8);
  CHECK(model.layers[1].keeps.empty());
  CHECK(model.mtp_layers.size() == 2);
  CHECK(model.ssm_dtype == Dtype::float32);
}

TEST_CASE("a Nemotron-H without a draft refuses the method mtp") {
  CHECK_THROWS_AS(
      planned({nemotron_h_8b,
               R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})"}),
      Error);
}

TEST_CASE("broken fields of a Nemotron-H config are refused by name") {
  check_refused(super3, "hybrid_override_pattern", "\"MXM\"");
  check_refused(super3, "hybrid_override_pattern", "\"\"");
  check_refused(super3, "hybrid_override_pattern", "7");
  check_refused(super3, "layers_block_type", R"(["mamba", "convolution"])");
  check_refused(super3, "mtp_hybrid_override_pattern", "\"Q\"");
  check_refused(super3, "mamba_ssm_cache_dtype", "\"float7\"");
  check_refused(super3, "ssm_state_size", "0");
}
