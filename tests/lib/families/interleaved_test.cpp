// Expected numbers: vLLM 0.33's own, from the golden vector of the config named first in a row, or
// ("vLLM") from a run of vLLM 0.33's allocation for this test.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "lib/families/rows.hpp"

using namespace kvplan;
using kvplan::testing::check_rows;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

const std::string gemma_2_2b_it =
    R"({"model_type": "gemma2", "architectures": ["Gemma2ForCausalLM"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 26, "hidden_size": 2304,
  "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
  "max_position_embeddings": 8192, "sliding_window": 4096})";

const std::string cohere2_7b = R"({"model_type": "cohere2", "architectures": ["Cohere2ForCausalLM"],
  "dtype": "bfloat16", "num_hidden_layers": 32, "hidden_size": 4096,
  "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 16384, "sliding_window": 4096,
  "sliding_window_pattern": 4})";

const std::string exaone4_32b =
    R"({"model_type": "exaone4", "architectures": ["Exaone4ForCausalLM"],
  "dtype": "bfloat16", "num_hidden_layers": 64, "hidden_size": 5120,
  "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 131072, "sliding_window": 4096,
  "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "sliding_attention",
  "full_attention"], "sliding_window_pattern": "LLLG"})";

const std::string olmo_3_7b = R"({"model_type": "olmo3", "architectures": ["Olmo3ForCausalLM"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 32, "hidden_size": 4096,
  "num_attention_heads": 32, "num_key_value_heads": 32,
  "max_position_embeddings": 8192, "sliding_window": 4096})";

const std::string step3p5_8l2 =
    R"({"model_type": "step3p5", "architectures": ["Step3p5ForCausalLM"],
  "dtype": "bfloat16", "num_hidden_layers": 8, "hidden_size": 4096,
  "num_attention_heads": 64, "head_dim": 128, "max_position_embeddings": 65536,
  "sliding_window": 512, "layer_types": ["full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention"], "num_nextn_predict_layers": 0,
  "num_attention_groups": 8})";

const std::string step3p5_mtp =
    R"({"model_type": "step3p5", "architectures": ["Step3p5ForCausalLM"],
  "dtype": "bfloat16", "num_hidden_layers": 8, "hidden_size": 4096,
  "num_attention_heads": 64, "head_dim": 128, "max_position_embeddings": 65536,
  "sliding_window": 512, "layer_types": ["full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention"],
  "num_nextn_predict_layers": 2, "num_attention_groups": 8})";

const std::string def_cwm =
    R"({"model_type": "cwm", "architectures": ["CwmForCausalLM"], "dtype": "bfloat16"})";

const std::string def_granite_swa =
    R"({"model_type": "granite_swa", "architectures": ["GraniteSWAForCausalLM"],
  "dtype": "bfloat16"})";

}  // namespace

TEST_CASE("windows take their own blocks, and the tokens in flight with them") {
  check_rows({
      {"vLLM", gemma_2_2b_it, R"({})", "gb10", Bytes{42949672960}, 16, 2, 851968, 50412, 402902},
      {"vLLM", gemma_2_2b_it, R"({"attention_backend": "FLASH_ATTN"})", "b200", Bytes{42949672960},
       128, 2, 6815744, 6301, 400137},
      {"vLLM", cohere2_7b, R"({})", "gb10", Bytes{42949672960}, 16, 4, 524288, 81920, 523674},
      {"vLLM", exaone4_32b, R"({})", "gb10", Bytes{42949672960}, 16, 4, 1048576, 40960, 551711},
      {"allenai--Olmo-3-7B", olmo_3_7b, R"({})", "gb10", Bytes{85899345919}, 16, 4, 2097152, 40959,
       163596},
      {"vLLM", olmo_3_7b, R"({"disable_hybrid_kv_cache_manager": true})", "gb10",
       Bytes{42949672960}, 16, 1, 8388608, 5120, 81920},
      {"vLLM", step3p5_8l2, R"({})", "gb10", Bytes{42949672960}, 16, 4, 131072, 327680, 4326986},
      {"vLLM", step3p5_mtp,
       R"({"speculative_config": {"method": "mtp", "num_speculative_tokens": 2}})", "gb10",
       Bytes{42949672960}, 16, 5, 131072, 327680, 4088887},
      {"vLLM", def_cwm, R"({"max_num_seqs": 64})", "gb10", Bytes{21474836480}, 16, 4, 1048576,
       20480, 255677},
      {"vLLM", def_granite_swa, R"({"max_num_seqs": 64})", "gb10", Bytes{21474836480}, 16, 4,
       196608, 109226, 684605},
  });
}

TEST_CASE("without layer_types the pattern is the config class's own") {
  const Architecture model = model_of(R"({"model_type": "cohere2", "num_hidden_layers": 8,
    "num_attention_heads": 8, "num_key_value_heads": 2, "hidden_size": 1024})")
                                 .architecture;
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(std::holds_alternative<FullAttention>(model.layers[i].keeps.front()) == (i % 4 == 3));
  }
  CHECK(std::get<SlidingWindow>(model.layers.front().keeps.front()).window == 4097_tokens);
}

TEST_CASE("layer_types of another length than the layers are refused") {
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "gemma2", "num_hidden_layers": 3,
    "layer_types": ["sliding_attention"]})"),
                  Error);
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "gemma2", "layer_types": 7})"), Error);
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "exaone4", "sliding_window_pattern": 0})"),
                  Error);
}
