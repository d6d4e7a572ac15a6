// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// with its code for this test.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string minicpm =
    R"({"architectures": ["MiniCPMV4_6ForConditionalGeneration"], "model_type": "minicpmv4_6",
  "dtype": "bfloat16", "text_config": {"model_type": "qwen3_5_text", "num_hidden_layers": 64,
  "hidden_size": 5120, "intermediate_size": 17408, "num_attention_heads": 24,
  "num_key_value_heads": 4, "head_dim": 256, "max_position_embeddings": 262144,
  "dtype": "bfloat16", "layer_types": ["linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention", "linear_attention", "linear_attention",
  "linear_attention", "full_attention"], "linear_num_key_heads": 16,
  "linear_num_value_heads": 48, "linear_key_head_dim": 128, "linear_value_head_dim": 128,
  "linear_conv_kernel_dim": 4}})";

}  // namespace

TEST_CASE("MiniCPM-V 4.6: Qwen3.5 text layers, with the state in the model dtype") {
  check(minicpm, {
                     {"", "gb10", R"({})", Bytes{21474848825}, 448, 595, 29360128, 731, 322062},
                 });
}

TEST_CASE("broken fields of a MiniCPM-V 4.6 config are refused by name") {
  check_refused(minicpm, "linear_key_head_dim", "0");
  check_refused(minicpm, "linear_conv_kernel_dim", "-4");
}
