// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string kimi =
    R"({"architectures": ["KimiLinearForCausalLM"], "model_type": "kimi_linear",
  "num_hidden_layers": 27, "hidden_size": 2304, "intermediate_size": 9216,
  "num_attention_heads": 32, "num_key_value_heads": 32, "head_dim": 72,
  "model_max_length": 1048576, "dtype": "bfloat16", "num_nextn_predict_layers": 0,
  "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
  "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "head_dim": 128,
  "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26],
  "num_heads": 32, "short_conv_kernel_size": 4}})";

const std::string full_gate =
    R"({"architectures": ["KimiLinearForCausalLM"], "model_type": "kimi_linear",
  "num_hidden_layers": 27, "hidden_size": 7168, "intermediate_size": 9216,
  "num_attention_heads": 96, "num_key_value_heads": 96, "head_dim": 72,
  "model_max_length": 1048576, "dtype": "bfloat16", "num_nextn_predict_layers": 0,
  "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
  "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "head_dim": 128,
  "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26],
  "num_heads": 96, "short_conv_kernel_size": 4, "use_full_rank_gate": true,
  "gate_lower_bound": -5.0}})";

const std::string unbounded =
    R"({"architectures": ["KimiLinearForCausalLM"], "model_type": "kimi_linear",
  "num_hidden_layers": 27, "hidden_size": 7168, "intermediate_size": 9216,
  "num_attention_heads": 96, "num_key_value_heads": 96, "head_dim": 72,
  "model_max_length": 1048576, "dtype": "bfloat16", "num_nextn_predict_layers": 0,
  "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
  "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "head_dim": 128,
  "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26],
  "num_heads": 96, "short_conv_kernel_size": 4, "use_full_rank_gate": true}})";

const std::string k3 =
    R"({"architectures": ["KimiK3ForConditionalGeneration"], "model_type": "kimi_k3",
  "dtype": "bfloat16", "text_config": {"architectures": ["KimiLinearForCausalLM"],
  "model_type": "kimi_linear", "num_hidden_layers": 27, "hidden_size": 7168,
  "intermediate_size": 9216, "num_attention_heads": 96, "num_key_value_heads": 96,
  "head_dim": 72, "model_max_length": 1048576, "dtype": "bfloat16",
  "num_nextn_predict_layers": 1, "kv_lora_rank": 512, "qk_rope_head_dim": 64,
  "qk_nope_head_dim": 128, "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24,
  27], "head_dim": 128, "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19,
  21, 22, 23, 25, 26], "num_heads": 96, "short_conv_kernel_size": 4,
  "use_full_rank_gate": true, "gate_lower_bound": -5.0}}})";

}  // namespace

TEST_CASE("Kimi-K3 drafts with latent layers of its own") {
  check(k3, {
                {"", "gb10", R"({})", Bytes{21474848825}, 5760, 192, 46448640, 462, 2523136},
                {"", "gb10",
                 R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 2}})",
                 Bytes{21474848825}, 5888, 194, 54263808, 395, 2134987},
                {"", "b200", R"({"tensor_parallel_size": 8})", Bytes{21474848825}, 768, 1375,
                 6193152, 3467, 2643936},
            });
}

TEST_CASE("Kimi-Linear: the block is a multiple of 128, the float32 state decides it") {
  check(kimi, {
                  {"vector 9f33d0549f69", "gb10", R"({})", Bytes{68719476736}, 1920, 553, 15482880,
                   4438, 8415154},
                  {"vector 78ced1f81b22", "gb10", R"({"kv_cache_dtype": "fp8"})",
                   Bytes{68719476736}, 3840, 280, 15482880, 4438, 16619929},
                  {"vector b284f44c5e1d", "gb10", R"({"tensor_parallel_size": 2})",
                   Bytes{68719476736}, 1024, 1030, 8257536, 8322, 8472086},
                  {"vector 4d07b92ff6f3", "h100", R"({"tensor_parallel_size": 4})",
                   Bytes{53687091200}, 512, 2054, 4128768, 13003, 6638088},
                  {"vector d90eb538c764", "b200", R"({})", Bytes{128849018880}, 1920, 553, 15482880,
                   8322, 15779836},
                  {"vector dc40dcc82fd2", "gb10", R"({"max_model_len": 131072})",
                   Bytes{68719476736}, 1920, 75, 15482880, 4438, 7755967},
              });
}

TEST_CASE("Kimi-Linear under options that change its blocks") {
  check(kimi, {
                  {"", "h100", R"({"tensor_parallel_size": 8})", Bytes{21474848825}, 256, 4102,
                   2064384, 10402, 2659016},
                  {"", "gb10", R"({"enable_prefix_caching": false})", Bytes{21474848825}, 1920, 550,
                   15482880, 1387, 2644318},
                  {"", "gb10",
                   R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 2}})",
                   Bytes{21474848825}, 2048, 524, 16515072, 1300, 2601429},
                  {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 1920, 553,
                   8847360, 2427, 4601978},
                  {"", "gb10", R"({"block_size": 256})", Bytes{21474848825}, 2048, 518, 16515072,
                   1300, 2631561},
                  {"", "gb10", R"({"block_size": 4096})", Bytes{21474848825}, 4096, 262, 33030144,
                   650, 2601429},
                  {"", "b200", R"({"kv_cache_dtype": "fp8"})", Bytes{21474848825}, 3840, 280,
                   15482880, 1387, 5194196},
                  {"", "gb10", R"({"max_model_len": -1})", Bytes{21474848825}, 1920, 553, 15482880,
                   1387, 2629972},
                  {"", "gb10", R"({"mamba_cache_dtype": "float32"})", Bytes{21474848825}, 2048, 518,
                   16515072, 1300, 2631561},
              });
}

TEST_CASE("a bounded full-rank gate (Kimi-K3) runs on FlashKDA, which writes checkpoints") {
  check(full_gate, {
                       {"", "gb10", R"({})", Bytes{21474848825}, 5760, 192, 46448640, 462, 2523136},
                       {"", "h100", R"({})", Bytes{21474848825}, 5760, 192, 46448640, 462, 2523136},
                       {"", "b200", R"({"tensor_parallel_size": 8})", Bytes{21474848825}, 768, 1375,
                        6193152, 3467, 2643936},
                       {"", "l40s", R"({})", Bytes{21474848825}, 5760, 189, 46448640, 462, 2563185},
                       {"", "gb10", R"({"enable_prefix_caching": false})", Bytes{21474848825}, 5760,
                        186, 46448640, 462, 2604527},
                   });
  check(unbounded, {
                       {"", "gb10", R"({})", Bytes{21474848825}, 5760, 189, 46448640, 462, 2563185},
                   });
}

TEST_CASE("layers are counted from 1 in linear_attn_config") {
  const Architecture model = model_of(kimi).architecture;
  CHECK(layers_that_keep<KimiDeltaState>(model) == 20);
  CHECK(layers_that_keep<LatentAttention>(model) == 7);
  CHECK(std::holds_alternative<LatentAttention>(model.layers[3].keeps.front()));
  CHECK(std::holds_alternative<LatentAttention>(model.layers[26].keeps.front()));
}

TEST_CASE("the shared KDA layer keeps float32, so a bfloat16 page is too small for it") {
  CHECK_THROWS_AS(planned({kimi, R"({"mamba_ssm_cache_dtype": "bfloat16"})"}), Error);
  CHECK_THROWS_AS(planned({kimi, R"({"mamba_ssm_cache_dtype": "float16"})"}), Error);
}

TEST_CASE("broken fields of a Kimi-Linear config are refused by name") {
  check_refused(kimi, "kv_lora_rank", "0");
  check_refused(kimi, "num_heads", "0");
  check_refused(kimi, "short_conv_kernel_size", "\"4\"");
}
