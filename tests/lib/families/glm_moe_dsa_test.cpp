// Expected numbers: vLLM 0.33's own, from the golden vectors (ids beside) or computed the same way.
#include <doctest/doctest.h>

#include <algorithm>

#include "kvplan/error.hpp"
#include "lib/families/planned.hpp"

using namespace kvplan;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

std::string glm(std::string_view fields, std::int64_t length) {
  return R"({"architectures": ["GlmMoeDsaForCausalLM"], "model_type": "glm_moe_dsa",
      "num_hidden_layers": 78, "num_attention_heads": 64, "hidden_size": 6144, "head_dim": 192,
      "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 192, "index_topk": 2048,
      "index_head_dim": 128, "index_n_heads": 32, "num_nextn_predict_layers": 1,
      "torch_dtype": "bfloat16", )" +
         std::string(fields) + R"("max_position_embeddings": )" + std::to_string(length) + "}";
}

const std::string glm_5 = glm("", 202752);
const std::string glm_5_2 = glm(R"("index_topk_freq": 4, "index_skip_topk_offset": 3, )", 1048576);

std::int64_t indexers(const Architecture& model) {
  return std::ranges::count_if(model.layers, [](const Layer& layer) {
    return std::holds_alternative<IndexKeys>(layer.keeps.front());
  });
}

}  // namespace

TEST_CASE("every layer of GLM-5 owns an indexer, 21 of 78 of GLM-5.2 do") {
  CHECK(indexers(model_of(glm_5).architecture) == 78);
  CHECK(indexers(model_of(glm_5_2).architecture) == 21);
  CHECK(planned({glm_5, R"({"tensor_parallel_size": 8})"}).bytes_per_block() == 3933696);
  CHECK(planned({glm_5, R"({"tensor_parallel_size": 8})"}).tokens() == 1118016);  // c119c54bbdee
  CHECK(planned({glm_5_2}).bytes_per_block() == 3452160);
  CHECK(planned({glm_5_2}).tokens() == 1273984);  // f2cdc2a6449f
}

TEST_CASE("a draft layer of GLM-5.2 owns an indexer even where its turn would be to share") {
  const auto result = planned({glm_5_2, R"({"tensor_parallel_size": 8, "speculative_config":
      {"method": "mtp", "num_speculative_tokens": 1}})"});
  CHECK(result.bytes_per_block() == 3502592);
  CHECK(result.tokens() == 1255616);  // 40898a02a75d
}

TEST_CASE("auto is fp8_e4m3 on SM10x, bf16 on Hopper, packed on the GB10") {
  const std::string tp8 = R"({"tensor_parallel_size": 8})";
  CHECK(planned({glm_5, tp8, "b200", 80_GiB}).tokens() == 1555456);
  CHECK(planned({glm_5, tp8, "b200", 80_GiB}).plan.serving.kv_cache_dtype == "fp8_e4m3");
  CHECK(planned({glm_5, tp8, "h100", 80_GiB}).tokens() == 857664);
  CHECK(planned({glm_5, tp8, "gb10"}).plan.serving.kv_cache_dtype == "fp8_ds_mla");
}

TEST_CASE("a pattern names the layers that share") {
  const auto patterned = [](std::string_view pattern) {
    return model_of(R"({"model_type": "glm_moe_dsa", "num_hidden_layers": 6,
        "num_attention_heads": 8, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "index_topk": 2048,
        "index_head_dim": 128, "index_topk_pattern": )" +
                    std::string(pattern) + "}");
  };
  CHECK(indexers(patterned(R"("FFSSFS")").architecture) == 3);
  CHECK(indexers(patterned(R"("FS")").architecture) == 5);  // beyond its end: own
  CHECK(indexers(patterned(R"(["F", "S", "S", "F", "F", "F"])").architecture) == 4);
  CHECK(indexers(patterned("null").architecture) == 6);
}
