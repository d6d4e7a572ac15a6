// Expected numbers by hand: a latent of 576 bf16 numbers is 18,432 B in a block of 16 tokens.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "lib/families/planned.hpp"

using namespace kvplan;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

const std::string longcat = R"({"architectures": ["LongcatFlashForCausalLM"], "num_layers": 28,
    "num_attention_heads": 64, "hidden_size": 6144, "kv_lora_rank": 512, "qk_rope_head_dim": 64,
    "qk_nope_head_dim": 128, "max_position_embeddings": 131072, "torch_dtype": "bfloat16"})";

}  // namespace

TEST_CASE("LongCat's layers have two latents each, known by its class without a model_type") {
  const auto result = planned({longcat, R"({"tensor_parallel_size": 8})"});
  CHECK(result.bytes_per_block() == 28 * 2 * 18432);
  CHECK(result.plan.groups.groups.size() == 1);
  CHECK(result.plan.groups.groups.front().layers == 56);
}

TEST_CASE("LongCat's draft layer has one latent") {
  const auto result = planned({longcat, R"({"tensor_parallel_size": 8, "speculative_config":
      {"method": "mtp", "num_speculative_tokens": 1}})"});
  CHECK(result.bytes_per_block() == 57 * 18432);
}

TEST_CASE("LongCat's hostile layer counts are errors") {
  for (const char* count : {"-1", "1000000000", "\"28\"", "[28]", "2.5"}) {
    CAPTURE(count);
    const std::string config = R"({"model_type": "longcat_flash", "num_attention_heads": 64,
        "kv_lora_rank": 512, "qk_rope_head_dim": 64, "num_layers": )" +
                               std::string(count) + "}";
    CHECK_THROWS_AS((void)model_of(config), Error);
  }
}
