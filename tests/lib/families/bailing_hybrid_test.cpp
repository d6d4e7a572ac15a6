// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string ling25 =
    R"({"architectures": ["BailingMoeV2_5ForCausalLM"], "model_type": "bailing_hybrid",
  "num_hidden_layers": 20, "hidden_size": 4096, "intermediate_size": 9216,
  "num_attention_heads": 32, "num_key_value_heads": 32, "head_dim": 128,
  "max_position_embeddings": 131072, "torch_dtype": "bfloat16", "num_nextn_predict_layers": 1,
  "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "layer_group_size": 8})";

const std::string ling3 =
    R"({"architectures": ["BailingMoeV3ForCausalLM"], "model_type": "bailing_hybrid",
  "num_hidden_layers": 20, "hidden_size": 4096, "intermediate_size": 9216,
  "num_attention_heads": 32, "num_key_value_heads": 32, "head_dim": 128,
  "max_position_embeddings": 131072, "torch_dtype": "bfloat16", "num_nextn_predict_layers": 1,
  "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "layer_group_size": 6,
  "short_conv_kernel_size": 4})";

}  // namespace

TEST_CASE("Ling 2.5: lightning attention and latent attention") {
  check(ling25, {
                    {"", "gb10", R"({})", Bytes{21474848825}, 256, 530, 589824, 36408, 9003904},
                    {"", "h100", R"({"tensor_parallel_size": 2})", Bytes{21474848825}, 128, 1042,
                     294912, 72817, 9159567},
                    {"", "gb10", R"({"enable_prefix_caching": false})", Bytes{21474848825}, 256,
                     521, 589824, 36408, 9159442},
                    {"", "gb10", R"({"mamba_cache_dtype": "float32"})", Bytes{21474848825}, 512,
                     274, 1179648, 18204, 8708155},
                    {"", "gb10",
                     R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
                     Bytes{21474848825}, 256, 530, 884736, 24272, 6002602},
                });
}

TEST_CASE("Ling 3: Kimi delta attention and latent attention, the rest of the last group latent") {
  check(ling3, {
                   {"", "gb10", R"({})", Bytes{21474848825}, 512, 262, 2949120, 7281, 3642500},
                   {"", "h100", R"({"tensor_parallel_size": 2})", Bytes{21474848825}, 256, 518,
                    1474560, 14563, 3684945},
                   {"", "gb10", R"({"enable_prefix_caching": false})", Bytes{21474848825}, 512, 259,
                    2949120, 7281, 3684692},
                   {"", "gb10",
                    R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
                    Bytes{21474848825}, 512, 265, 3538944, 6068, 3001301},
               });
}

TEST_CASE("a Bailing hybrid of another class is unknown, not guessed") {
  bool unknown = false;
  try {
    (void)model_of(with(ling25, "architectures", "[\"BailingMoeV9ForCausalLM\"]"));
  } catch (const Error& error) {
    unknown = error.kind() == ErrorKind::unknown;
  }
  CHECK(unknown);
}

TEST_CASE("broken fields of a Bailing hybrid are refused by name") {
  check_refused(ling25, "layer_group_size", "0");
  check_refused(ling25, "qk_rope_head_dim", "\"64\"");
  check_refused(ling3, "short_conv_kernel_size", "0");
}
