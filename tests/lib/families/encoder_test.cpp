// Expected numbers: vLLM 0.33's own, from the golden vector of the config named first in a row, or
// ("vLLM") from a run of vLLM 0.33's allocation for this test.
#include <doctest/doctest.h>

#include "lib/families/planned.hpp"

using namespace kvplan;
using kvplan::testing::planned;

namespace {

const std::string bert_base_uncased =
    R"({"model_type": "bert", "architectures": ["BertModel"], "num_hidden_layers": 12,
  "hidden_size": 768, "num_attention_heads": 12, "max_position_embeddings": 512})";

const std::string modernbert_base =
    R"({"model_type": "modernbert", "architectures": ["ModernBertModel"],
  "num_hidden_layers": 22, "hidden_size": 768, "num_attention_heads": 12,
  "max_position_embeddings": 8192, "layer_types": ["full_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention", "sliding_attention", "full_attention",
  "sliding_attention", "sliding_attention", "full_attention", "sliding_attention",
  "sliding_attention", "full_attention", "sliding_attention", "sliding_attention",
  "full_attention"]})";

const std::string bge_reranker_v2_m3 = R"({"model_type": "xlm-roberta",
  "architectures": ["XLMRobertaForSequenceClassification"], "torch_dtype": "float32",
  "num_hidden_layers": 24, "hidden_size": 1024, "num_attention_heads": 16,
  "max_position_embeddings": 8194})";

}  // namespace

TEST_CASE("an encoder keeps no cache: one block, no tokens") {
  for (const std::string& config : {bert_base_uncased, modernbert_base, bge_reranker_v2_m3}) {
    const auto result = planned({config});
    CHECK(result.plan.groups.groups.empty());
    CHECK(result.blocks() == 1);
    CHECK_FALSE(result.capacity.tokens.has_value());
    CHECK(result.capacity.fits);
  }
}
