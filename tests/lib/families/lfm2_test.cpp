// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string lfm2 =
    R"({"architectures": ["Lfm2ForCausalLM"], "model_type": "lfm2", "num_hidden_layers": 16,
  "hidden_size": 2048, "num_attention_heads": 32, "num_key_value_heads": 8,
  "max_position_embeddings": 128000, "torch_dtype": "bfloat16", "num_heads": 32,
  "conv_dim": 2048, "conv_L_cache": 3, "full_attn_idxs": [2, 5, 8, 10, 12, 14]})";

const std::string listed =
    R"({"architectures": ["Lfm2ForCausalLM"], "model_type": "lfm2", "num_hidden_layers": 30,
  "hidden_size": 2048, "num_attention_heads": 32, "num_key_value_heads": 8,
  "max_position_embeddings": 128000, "torch_dtype": "bfloat16", "num_heads": 32,
  "layer_types": ["conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention",
  "conv", "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv",
  "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv",
  "conv", "full_attention", "conv", "conv", "conv"], "conv_dim": 2048, "conv_L_cache": 3})";

const std::string moe =
    R"({"architectures": ["Lfm2MoeForCausalLM"], "model_type": "lfm2_moe", "num_hidden_layers": 24,
  "hidden_size": 2048, "intermediate_size": 7168, "num_attention_heads": 32,
  "num_key_value_heads": 8, "max_position_embeddings": 128000, "dtype": "bfloat16",
  "layer_types": ["conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention",
  "conv", "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv",
  "conv", "conv", "full_attention", "conv", "conv", "full_attention", "conv", "conv"],
  "conv_L_cache": 3})";

const std::string vision =
    R"({"architectures": ["Lfm2VlForConditionalGeneration"], "model_type": "lfm2_vl",
  "dtype": "bfloat16", "text_config": {"architectures": ["Lfm2ForCausalLM"],
  "model_type": "lfm2", "num_hidden_layers": 30, "hidden_size": 2048,
  "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 128000,
  "torch_dtype": "bfloat16", "num_heads": 32, "layer_types": ["conv", "conv",
  "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv",
  "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv",
  "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv",
  "full_attention", "conv", "conv", "conv"], "conv_dim": 2048, "conv_L_cache": 3}})";

}  // namespace

TEST_CASE("LFM2: a short convolution is smaller than a block of 16 tokens, and padded to it") {
  check(lfm2, {
                  {"vector 38569ab0f81c", "gb10", R"({})", Bytes{68719476736}, 16, 8004, 196608,
                   349525, 5589605},
                  {"vector f1c41b614fdf", "gb10", R"({"enable_prefix_caching": false})",
                   Bytes{68719476736}, 16, 8002, 196608, 349525, 5591002},
                  {"vector a09bc48ecc89", "gb10", R"({"kv_cache_dtype": "fp8"})",
                   Bytes{68719476736}, 16, 8004, 98304, 699050, 11179210},
                  {"vector edb47ad1fdb4", "gb10", R"({"mamba_ssm_cache_dtype": "float32"})",
                   Bytes{68719476736}, 16, 8004, 196608, 349525, 5589605},
              });
}

TEST_CASE("LFM2 under options that change its blocks") {
  check(lfm2, {
                  {"", "gb10", R"({"tensor_parallel_size": 2})", Bytes{21474848825}, 16, 8004,
                   98304, 218453, 3493501},
                  {"", "gb10", R"({"block_size": 64})", Bytes{21474848825}, 64, 2004, 786432, 27306,
                   1744095},
                  {"", "gb10", R"({"pipeline_parallel_size": 2})", Bytes{21474848825}, 16, 8004,
                   98304, 163840, 2620129},
                  {"", "gb10", R"({"mamba_cache_dtype": "float32"})", Bytes{21474848825}, 16, 8004,
                   196608, 109226, 1746742},
                  {"", "gb10", R"({"max_model_len": -1})", Bytes{300000000}, 16, 1524, 196608, 1525,
                   24335},
                  {"", "gb10",
                   R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 4}})",
                   Bytes{21474848825}, 16, 8012, 196608, 109226, 1744998},
              });
}

TEST_CASE("behind a vision tower the hidden state is convolved") {
  check(vision, {
                    {"", "gb10", R"({})", Bytes{21474848825}, 16, 8008, 229376, 93622, 1496455},
                });
}

TEST_CASE("layers by layer_types; the mixture of experts convolves the hidden state") {
  check(listed, {
                    {"", "gb10", R"({})", Bytes{21474848825}, 16, 8008, 229376, 93622, 1496455},
                });
  check(moe, {
                 {"", "gb10", R"({})", Bytes{21474848825}, 16, 8006, 196608, 109226, 1746306},
                 {"", "h100", R"({"tensor_parallel_size": 4, "kv_cache_dtype": "fp8"})",
                  Bytes{21474848825}, 16, 8006, 24576, 873813, 13970530},
             });
}

TEST_CASE("drafts that lengthen the convolution beyond the block are refused") {
  CHECK_THROWS_AS(
      planned(
          {lfm2, R"({"speculative_config": {"method": "ngram", "num_speculative_tokens": 16}})"}),
      Error);
}

TEST_CASE("a mixture of experts without layer_types is refused, as the engine refuses it") {
  const std::string config = R"({"model_type": "lfm2_moe", "num_hidden_layers": 4,
    "architectures": ["Lfm2MoeForCausalLM"], "hidden_size": 2048, "num_attention_heads": 32,
    "num_key_value_heads": 8, "conv_L_cache": 3, "dtype": "bfloat16"})";
  CHECK_THROWS_WITH_AS(model_of(config), doctest::Contains("/layer_types"), Error);
}

TEST_CASE("broken fields of an LFM2 config are refused by name") {
  check_refused(lfm2, "conv_dim", "0");
  check_refused(lfm2, "conv_L_cache", "\"3\"");
  check_refused(lfm2, "conv_L_cache", "1");  // which keeps nothing
  check_refused(lfm2, "num_attention_heads", "-32");
}
