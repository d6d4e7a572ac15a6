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

const std::string qwen3_8b = R"({"model_type": "qwen3", "architectures": ["Qwen3ForCausalLM"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 36, "hidden_size": 4096,
  "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
  "max_position_embeddings": 40960, "sliding_window": null,
  "use_sliding_window": false, "max_window_layers": 36})";

const std::string qwen2_sw0 =
    R"({"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"], "dtype": "bfloat16",
  "num_hidden_layers": 28, "hidden_size": 3584, "num_attention_heads": 28,
  "num_key_value_heads": 4, "max_position_embeddings": 32768, "sliding_window": 4096,
  "use_sliding_window": true, "max_window_layers": 0})";

const std::string qwen2_sw28 =
    R"({"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"], "dtype": "bfloat16",
  "num_hidden_layers": 28, "hidden_size": 3584, "num_attention_heads": 28,
  "num_key_value_heads": 4, "max_position_embeddings": 32768, "sliding_window": 4096,
  "use_sliding_window": true, "max_window_layers": 28})";

const std::string qwen3_sw0 =
    R"({"model_type": "qwen3", "architectures": ["Qwen3ForCausalLM"], "dtype": "bfloat16",
  "num_hidden_layers": 28, "hidden_size": 3584, "num_attention_heads": 28,
  "num_key_value_heads": 4, "head_dim": 128, "max_position_embeddings": 32768,
  "sliding_window": 4096, "use_sliding_window": true, "max_window_layers": 0})";

const std::string qwen2_5_vl_7b_instruct =
    R"({"model_type": "qwen2_5_vl", "architectures": ["Qwen2_5_VLForConditionalGeneration"],
  "torch_dtype": "bfloat16", "num_hidden_layers": 28, "hidden_size": 3584,
  "num_attention_heads": 28, "num_key_value_heads": 4,
  "max_position_embeddings": 128000, "sliding_window": null,
  "use_sliding_window": false, "max_window_layers": 28,
  "rope_scaling": {"type": "mrope"}, "vision_config": {}})";

const std::string qwen3_vl_2b_instruct =
    R"({"model_type": "qwen3_vl", "architectures": ["Qwen3VLForConditionalGeneration"],
  "text_config": {"model_type": "qwen3_vl_text", "dtype": "bfloat16",
  "num_hidden_layers": 28, "hidden_size": 2048, "num_attention_heads": 16,
  "num_key_value_heads": 8, "head_dim": 128, "max_position_embeddings": 262144},
  "vision_config": {}})";

}  // namespace

TEST_CASE("Qwen 2 and 3: all layers slide or none") {
  check_rows({
      {"Qwen--Qwen3-8B", qwen3_8b, R"({})", "gb10", Bytes{37580963841}, 16, 1, 2359296, 15928,
       254848},
      {"vLLM", qwen2_sw0, R"({})", "gb10", Bytes{42949672960}, 16, 1, 917504, 46811, 2990064},
      {"vLLM", qwen2_sw28, R"({})", "gb10", Bytes{42949672960}, 16, 1, 917504, 46811, 748976},
      {"vLLM", qwen3_sw0, R"({})", "gb10", Bytes{42949672960}, 16, 1, 917504, 46811, 2990064},
      {"Qwen--Qwen2.5-VL-7B-Instruct", qwen2_5_vl_7b_instruct, R"({})", "gb10", Bytes{29999999999},
       16, 1, 917504, 32697, 523152},
      {"Qwen--Qwen3-VL-2B-Instruct", qwen3_vl_2b_instruct, R"({})", "gb10", Bytes{68719476736}, 16,
       1, 1835008, 37449, 599184},
  });
}

TEST_CASE("a dense model that mixes windows and full attention is refused, as by vLLM") {
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "qwen2", "num_hidden_layers": 28,
    "num_attention_heads": 28, "num_key_value_heads": 4, "hidden_size": 3584,
    "use_sliding_window": true, "sliding_window": 4096, "max_window_layers": 14})"),
                  Error);
}
