// Expected numbers by hand: vLLM 0.32 has no Bamba of its own, and none of its runs printed any.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string bamba = R"({"architectures": ["BambaForCausalLM"], "model_type": "bamba",
  "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
  "num_key_value_heads": 8, "attn_layer_indices": [9, 18, 27], "mamba_n_heads": 128,
  "mamba_d_head": 64, "mamba_n_groups": 1, "mamba_d_state": 256, "mamba_d_conv": 4,
  "mamba_expand": 2, "max_position_embeddings": 262144, "dtype": "bfloat16"})";

}  // namespace

TEST_CASE("Bamba attends in the layers of attn_layer_indices") {
  const Architecture model = model_of(bamba).architecture;
  CHECK(layers_that_keep<FullAttention>(model) == 3);
  CHECK(layers_that_keep<Mamba2State>(model) == 29);
  CHECK(std::holds_alternative<FullAttention>(model.layers[18].keeps.front()));
}

TEST_CASE("an engine that no longer has Bamba does not judge it") {
  bool unknown = false;
  try {
    (void)planned({bamba});
  } catch (const Error& error) {
    unknown = error.kind() == ErrorKind::unknown;
  }
  CHECK(unknown);
}

TEST_CASE("Bamba under vLLM 0.23: a block of 1,040 tokens holds a state") {
  // (8,192 + 2 × 256) × 3 × 2 + 128 × 64 × 256 × 2 = 4,246,528 B; 4,096 B a token: 1,037 tokens,
  // in whole blocks of 16: 1,040.
  const Model model = model_of(bamba);
  const EngineRules rules = find_engine("vllm@0.23").rules;
  const CachePlan plan = plan_cache(model, {}, *find_platform("h100"), rules);
  REQUIRE_FALSE(plan.groups.groups.empty());
  CHECK(plan.groups.groups.back().page.amount.count() == 1040 * 4096);
}

TEST_CASE("broken fields of a Bamba config are refused by name") {
  check_refused(bamba, "mamba_n_heads", "0");
  check_refused(bamba, "mamba_d_state", "\"256\"");
  check_refused(bamba, "attn_layer_indices", "[-9]");
}
