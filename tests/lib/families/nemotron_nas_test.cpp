// Expected numbers by hand: vLLM 0.33 has this class for checkpoints with remote code only.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "lib/families/planned.hpp"

using namespace kvplan;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

const std::string three_blocks = R"({"model_type": "nemotron-nas", "num_hidden_layers": 3,
  "num_attention_heads": 64, "hidden_size": 8192, "max_position_embeddings": 4096,
  "torch_dtype": "bfloat16", "block_configs": [
    {"attention": {"n_heads_in_group": 8}}, {"attention": {"no_op": true}},
    {"attention": {"n_heads_in_group": 16}}]})";

}  // namespace

TEST_CASE("each block has its own number of KV heads, or no attention") {
  // 16 tokens × 2 × 128 × 2 B = 8,192 B a head; 8 and 4 heads; 4,096 tokens are 256 blocks.
  const auto result = planned({three_blocks, "{}", "gb10", 1_GiB});
  CHECK(result.plan.groups.groups.size() == 1);
  CHECK(result.bytes_per_block() == 12 * 8192);
  CHECK(result.blocks() == 10922);
  CHECK(result.tokens() == 10922 * 16);
}

TEST_CASE("a block list of another length, or of no objects, is refused") {
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "nemotron-nas", "num_hidden_layers": 2,
    "num_attention_heads": 8, "hidden_size": 64, "block_configs": []})"),
                  Error);
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "nemotron-nas", "num_hidden_layers": 1,
    "num_attention_heads": 8, "hidden_size": 64, "block_configs": [3]})"),
                  Error);
  CHECK_THROWS_AS((void)model_of(R"({"model_type": "nemotron-nas", "num_hidden_layers": 1,
    "num_attention_heads": 8, "hidden_size": 64,
    "block_configs": [{"attention": {"n_heads_in_group": 16}}]})"),
                  Error);
  CHECK_THROWS_WITH((void)model_of(R"({"model_type": "nemotron-nas", "num_hidden_layers": 1,
    "num_attention_heads": 65, "hidden_size": 64,
    "block_configs": [{"attention": {"n_heads_in_group": 1}}]})"),
                    doctest::Contains("/hidden_size: expected at least num_attention_heads"));
}
