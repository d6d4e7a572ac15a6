// Models that no run of the engine has created for created_test.cpp: their parameters added up by
// hand. Most have a config class of their own (remote code), with the sizes of published models.
#include <doctest/doctest.h>

#include <string>

#include "kvplan/allocation.hpp"
#include "kvplan/engine.hpp"
#include "kvplan/family.hpp"
#include "kvplan/weights.hpp"

using namespace kvplan;

namespace {

/// Bytes of the parameters on one rank; buffers (rotary tables) are no parameters.
std::int64_t parameter_bytes(const std::string& config, std::int64_t ranks = 1) {
  const ModelConfig model = config_from(parse_json(config, "config.json"), "test");
  const Architecture architecture = describe(model);
  EngineOptions options;
  options.tensor_parallel_size = ranks;
  const Platform device = find_platform("gb10").value();
  const Serving serving = resolve(architecture, options, device, find_engine("vllm@0.33").rules);
  const WeightsTable table = weights(model, nullptr, options, serving, device).value();
  return (table.total() - table.buffers()).count();
}

constexpr std::int64_t bf16 = 2;

}  // namespace

TEST_CASE("EXAONE 3.0 7.8B: 7,818,448,896 parameters") {
  // 2 × 102,400 × 4,096; 32 × (4,096 × 6,144 + 4,096² + 3 × 4,096 × 14,336 + 2 × 4,096); 4,096.
  const std::string config = R"({"architectures": ["ExaoneForCausalLM"], "model_type": "exaone",
      "vocab_size": 102400, "hidden_size": 4096, "num_layers": 32, "num_attention_heads": 32,
      "num_key_value_heads": 8, "intermediate_size": 14336, "tie_word_embeddings": false,
      "max_position_embeddings": 4096, "torch_dtype": "bfloat16"})";
  CHECK(parameter_bytes(config) == bf16 * 7818448896);
  // On each of two ranks half of all but the norms: 65 × 4,096.
  CHECK(parameter_bytes(config, 2) == bf16 * ((7818448896 - 266240) / 2 + 266240));
}

TEST_CASE("InternLM2.5 7B: 7,737,708,544 parameters") {
  // 2 × 92,544 × 4,096; 32 × (4,096 × 6,144 + 4,096² + 3 × 4,096 × 14,336 + 2 × 4,096); 4,096.
  CHECK(parameter_bytes(R"({"architectures": ["InternLM2ForCausalLM"], "model_type": "internlm2",
      "vocab_size": 92544, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
      "num_key_value_heads": 8, "intermediate_size": 14336, "tie_word_embeddings": false,
      "max_position_embeddings": 32768, "torch_dtype": "bfloat16"})") == bf16 * 7737708544);
}

TEST_CASE("Orion 14B: 14,498,703,360 parameters, its norms have biases") {
  // 2 × 84,608 × 5,120; 40 × (4 × 5,120² + 3 × 5,120 × 15,360 + 4 × 5,120); 2 × 5,120.
  CHECK(parameter_bytes(R"({"architectures": ["OrionForCausalLM"], "model_type": "orion",
      "vocab_size": 84608, "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40,
      "num_key_value_heads": 40, "intermediate_size": 15360, "tie_word_embeddings": false,
      "max_position_embeddings": 4096, "torch_dtype": "bfloat16"})") == bf16 * 14498703360);
}

TEST_CASE("MiniCPM 2B: 2,724,880,896 parameters and 63 padded rows of a tied embedding") {
  // 122,753 × 2,304; 40 × (4 × 2,304² + 3 × 2,304 × 5,760 + 2 × 2,304); 2,304. The engine pads the
  // vocabulary to 122,816, a multiple of 64.
  CHECK(parameter_bytes(R"({"architectures": ["MiniCPMForCausalLM"], "model_type": "minicpm",
      "vocab_size": 122753, "hidden_size": 2304, "num_hidden_layers": 40, "num_attention_heads": 36,
      "num_key_value_heads": 36, "intermediate_size": 5760,
      "max_position_embeddings": 4096, "torch_dtype": "bfloat16"})") ==
        bf16 * (2724880896 + 63 * 2304));
}

TEST_CASE("BLOOM 7B1: 7,069,016,064 parameters") {
  // 250,880 × 4,096, tied; 30 × (4,096 × 12,288 + 4,096² + 8 × 4,096² and their biases of 12,288 +
  // 4,096 + 16,384 + 4,096, two norms of 8,192); two norms more.
  CHECK(parameter_bytes(R"({"architectures": ["BloomForCausalLM"], "model_type": "bloom",
      "vocab_size": 250880, "hidden_size": 4096, "n_layer": 30, "n_head": 32,
      "torch_dtype": "bfloat16"})") == bf16 * 7069016064);
}

TEST_CASE("MiniMax-M3: a dense layer and one with index heads and a mixture, beside a tower") {
  // Text: 2 × 128 × 32 + 32. Layer 0: 64 × 32 of queries, keys and values, 32 × 32, two norms of 8,
  // 3 × 64 × 32, two norms of 32. Layer 1: 24 rows more for two index heads and their key and two
  // norms more; 4 experts and a shared one of 3 × 16 × 32. In float32 the gate of 4 × 32 and a
  // bias.
  constexpr std::int64_t text = 8224 + 9296 + 11616;
  constexpr std::int64_t gate = 4 * (128 + 4);
  // Tower: patches of 16 × 3 × 2 × 4 × 4 and a norm of 2 × 16; one layer of 4 × (16² + 16), two
  // norms, 16 × 24 + 24 and 24 × 16 + 16; a projector of 32 × 16 + 32² and a merger of 32 × 128 +
  // 32², with biases of 32.
  constexpr std::int64_t tower = 1536 + 32 + 1088 + 64 + 408 + 400 + 1600 + 5184;
  const std::string config = R"({"architectures": ["MiniMaxM3SparseForConditionalGeneration"],
      "model_type": "minimax_m3_vl", "torch_dtype": "bfloat16", "projector_hidden_size": 32,
      "text_config": {"num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
       "head_dim": 8, "hidden_size": 32, "vocab_size": 128, "max_position_embeddings": 4096,
       "dense_intermediate_size": 64, "intermediate_size": 16, "num_local_experts": 4,
       "n_shared_experts": 1, "shared_intermediate_size": 16, "use_routing_bias": true,
       "moe_layer_freq": [0, 1], "tie_word_embeddings": false,
       "sparse_attention_config": {"sparse_index_dim": 8, "sparse_num_index_heads": 2,
       "sparse_attention_freq": [0, 1]}},
      "vision_config": {"hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 24,
       "patch_size": 4, "num_hidden_layers": 1}})";
  CHECK(parameter_bytes(config) == bf16 * (text + tower) + gate);
}
