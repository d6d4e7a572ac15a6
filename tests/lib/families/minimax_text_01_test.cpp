// By hand: vLLM 0.33 no longer has these models, and the project has no run of an older release.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string minimax = R"({"architectures": ["MiniMaxText01ForCausalLM"],
  "model_type": "minimax_text_01", "num_hidden_layers": 8, "hidden_size": 6144,
  "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 128,
  "attn_type_list": [0, 0, 0, 0, 0, 0, 0, 1], "max_position_embeddings": 10240000,
  "dtype": "bfloat16"})";

}  // namespace

TEST_CASE("MiniMax-Text-01 attends where attn_type_list says 1") {
  const Architecture model = model_of(minimax).architecture;
  CHECK(layers_that_keep<FullAttention>(model) == 1);
  CHECK(layers_that_keep<LinearAttentionState>(model) == 7);
}

TEST_CASE("the lightning state of one layer is heads × head_dim × head_dim numbers") {
  const LinearAttentionState state{.heads = 64, .head_dim = 128};
  Serving serving;
  CHECK(state_bytes(state, serving, 0) == Bytes{64 * 128 * 128 * 2});
  serving.tensor_parallel = 8;
  CHECK(state_bytes(state, serving, 3) == Bytes{8 * 128 * 128 * 2});
}

TEST_CASE("vLLM 0.33 does not serve MiniMax-Text-01, 0.23 does") {
  CHECK_THROWS_AS(planned({minimax}), Error);
  const CachePlan plan =
      plan_cache(model_of(minimax), {}, *find_platform("h100"), find_engine("vllm@0.23").rules);
  // 2 MiB of state, 4,096 B a token: 512 tokens.
  CHECK(plan.groups.groups.back().block_size.amount == Tokens{512});
}

TEST_CASE("broken fields of a MiniMax-Text-01 config are refused by name") {
  check_refused(minimax, "attn_type_list", "[1]");
  check_refused(minimax, "num_attention_heads", "0");
}
