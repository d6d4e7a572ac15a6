// Expected numbers by hand, in blocks of 128 tokens: one KV head of 128 on a rank is 65,536 B in
// bf16, an index key of 128 numbers 32,768 B whatever the cache dtype.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "lib/families/planned.hpp"

using namespace kvplan;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

std::string m3(std::string_view sparse_attention) {
  return R"({"architectures": ["MiniMaxM3SparseForConditionalGeneration"],
      "model_type": "minimax_m3_vl", "torch_dtype": "bfloat16", "text_config":
      {"num_hidden_layers": 6, "num_attention_heads": 64, "num_key_value_heads": 4,
       "head_dim": 128, "hidden_size": 6144, "max_position_embeddings": 1048576,
       "num_mtp_modules": 1, "sparse_attention_config": )" +
         std::string(sparse_attention) + "}}";
}

const std::string half_sparse =
    m3(R"({"sparse_index_dim": 128, "sparse_attention_freq": [0, 0, 0, 1, 1, 1]})");

}  // namespace

TEST_CASE("sparse layers keep an index key beside keys and values, in blocks of 128") {
  const auto result = planned({half_sparse, R"({"tensor_parallel_size": 4})"});
  CHECK(result.block_size() == 128);
  CHECK(result.bytes_per_block() == 6 * 65536 + 3 * 32768);
}

TEST_CASE("fp8 halves keys and values alone; more ranks than heads replicate them") {
  const auto result =
      planned({half_sparse, R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8"})"});
  CHECK(result.bytes_per_block() == 6 * 32768 + 3 * 32768);
}

TEST_CASE("a draft layer of MiniMax-M3 is sparse") {
  const auto result = planned({half_sparse, R"({"tensor_parallel_size": 4, "speculative_config":
      {"method": "mtp", "num_speculative_tokens": 3}})"});
  CHECK(result.bytes_per_block() == 7 * 65536 + 4 * 32768);
}

TEST_CASE("nvfp4 needs the kernels of SM10x") {
  const std::string nvfp4 = R"({"tensor_parallel_size": 4, "kv_cache_dtype": "nvfp4"})";
  CHECK_THROWS_AS(planned({half_sparse, nvfp4, "gb10"}), Error);
  CHECK(planned({half_sparse, nvfp4, "b200"}).bytes_per_block() == 6 * 18432 + 3 * 32768);
}

TEST_CASE("hostile sparse configs are errors") {
  for (const char* sparse : {R"({"sparse_index_dim": 0, "sparse_attention_freq": [1]})",
                             R"({"sparse_index_dim": "x"})", R"({"sparse_attention_freq": [1]})",
                             R"({"sparse_index_dim": 128, "sparse_attention_freq": ["1"]})"}) {
    CAPTURE(sparse);
    CHECK_THROWS_AS((void)model_of(m3(sparse)), Error);
  }
}
