// By hand: vLLM 0.33 no longer has PLaMo 2, and the project has no run of an older release.
#include "lib/families/state_rows.hpp"

using namespace kvplan;
using namespace kvplan::testing;
using namespace kvplan::testing::states;

namespace {

const std::string plamo = R"({"architectures": ["Plamo2ForCausalLM"], "model_type": "plamo2",
  "num_hidden_layers": 16, "hidden_size": 2048, "num_attention_heads": 16,
  "num_key_value_heads": 1, "hidden_size_per_head": 128, "mamba_num_heads": 32,
  "mamba_d_state": 64, "mamba_d_conv": 4, "mamba_step": 2, "max_position_embeddings": 10485760,
  "dtype": "bfloat16"})";

}  // namespace

TEST_CASE("PLaMo 2 attends in the second half of every step") {
  const Architecture model = model_of(plamo).architecture;
  CHECK(layers_that_keep<FullAttention>(model) == 8);
  CHECK(layers_that_keep<Mamba2State>(model) == 8);
  CHECK(std::holds_alternative<Mamba2State>(model.layers[0].keeps.front()));
  CHECK(std::holds_alternative<FullAttention>(model.layers[1].keeps.front()));
}

TEST_CASE("its state has no groups in the convolution") {
  Serving serving;
  const CacheKind state = model_of(plamo).architecture.layers[0].keeps.front();
  CHECK(state_bytes(state, serving, 0) == Bytes{4096 * 3 * 2 + 32 * 128 * 64 * 2});
}

TEST_CASE("vLLM 0.33 does not serve PLaMo 2, 0.26 does") {
  CHECK_THROWS_AS(planned({plamo}), Error);
  const CachePlan plan =
      plan_cache(model_of(plamo), {}, *find_platform("h100"), find_engine("vllm@0.26").rules);
  CHECK(plan.groups.groups.size() == 2);
}

TEST_CASE("broken fields of a PLaMo 2 config are refused by name") {
  check_refused(plamo, "mamba_step", "0");
  check_refused(plamo, "hidden_size_per_head", "\"128\"");
}
