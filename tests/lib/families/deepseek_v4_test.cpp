// Expected numbers: vLLM 0.33's own, from the golden vectors (ids beside) or computed the same way.
#include <doctest/doctest.h>

#include "kvplan/error.hpp"
#include "lib/families/planned.hpp"

using namespace kvplan;
using kvplan::testing::model_of;
using kvplan::testing::planned;
using kvplan::testing::Planned;

namespace {

std::string v4(std::string_view fields, int layers) {
  return R"({"architectures": ["DeepseekV4ForCausalLM"], "model_type": "deepseek_v4",
      "num_attention_heads": 64, "num_key_value_heads": 1, "hidden_size": 4096, "head_dim": 512,
      "qk_rope_head_dim": 64, "index_topk": 512, "index_head_dim": 128, "index_n_heads": 64,
      "sliding_window": 128, "max_position_embeddings": 1048576, "torch_dtype": "bfloat16",
      "num_nextn_predict_layers": 1, "num_hidden_layers": )" +
         std::to_string(layers) + std::string(fields) + "}";
}

/// V4-Flash: two layers of windows alone, then ratios of 4 and 128 in turn.
std::string flash() {
  std::string ratios = "0, 0";
  for (int i = 0; i < 20; ++i) ratios += ", 4, 128";
  return v4(", \"compress_ratios\": [" + ratios + ", 4, 0]", 43);
}

struct Group {
  std::int64_t layers, block_size, page, blocks_per_request;
  friend bool operator==(const Group&, const Group&) = default;
};

std::vector<Group> groups_of(const Planned& result) {
  std::vector<Group> groups;
  for (const CacheGroup& group : result.plan.groups.groups) {
    const Blocks need =
        blocks_for_request(group, result.plan.serving.max_model_len, result.plan.groups);
    groups.push_back(
        {group.layers, group.block_size.amount.count(), group.page.amount.count(), need.count()});
  }
  return groups;
}

}  // namespace

TEST_CASE("V4-Flash packs seven kinds of cache into five groups") {  // 9c23b872c0b4
  const auto result = planned({flash(), R"({"tensor_parallel_size": 2})"});
  const std::vector<Group> expected{{22, 64, 823680, 67},
                                    {21, 64, 786240, 67},
                                    {62, 256, 1002240, 4096},
                                    {42, 4, 870912, 1027},
                                    {20, 8, 656640, 529}};
  CHECK(groups_of(result) == expected);
  CHECK(result.bytes_per_block() == 1002240);
  CHECK(result.blocks() == 68565);
  CHECK(result.tokens() == 12425788);
}

TEST_CASE("a draft layer fills the narrower window group and costs nothing") {  // 927101ad646b
  const auto result = planned({flash(), R"({"tensor_parallel_size": 2, "speculative_config":
      {"method": "mtp", "num_speculative_tokens": 1}})"});
  CHECK(groups_of(result)[1] == Group{22, 64, 823680, 67});
  CHECK(result.tokens() == 12425788);
}

TEST_CASE("more tokens in flight lengthen windows and compressor states") {  // 06aa327bf0fa
  const auto result = planned({flash(), R"({"tensor_parallel_size": 8})", "h100", 30_GiB});
  CHECK(groups_of(result)[3].blocks_per_request == 4099);
  CHECK(result.blocks() == 32140);
  CHECK(result.tokens() == 3126854);
}

TEST_CASE("FlashInfer's kernel on SM10x keeps plain rows, padded to 512 B") {
  const std::string bf16 =
      R"({"tensor_parallel_size": 8, "attention_backend": "FLASHINFER_MLA_SPARSE_DSV4"})";
  const std::string fp8 = R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8",
      "attention_backend": "FLASHINFER_MLA_SPARSE_DSV4"})";
  CHECK(planned({flash(), bf16, "b200", 80_GiB}).bytes_per_block() == 1600000);
  CHECK(planned({flash(), bf16, "b200", 80_GiB}).tokens() == 3229029);
  CHECK(planned({flash(), fp8, "b200", 80_GiB}).bytes_per_block() == 891392);
  CHECK(planned({flash(), fp8, "b200", 80_GiB}).tokens() == 5795917);
}

TEST_CASE("the distance of two blocks is whole kernel blocks of every layer") {
  // Blocks of 512 tokens are two kernel blocks of 256.
  const auto result =
      planned({flash(), R"({"tensor_parallel_size": 2, "block_size": 512})", "gb10", 80_GiB});
  CHECK(result.bytes_per_block() == 2021760);
  CHECK(result.blocks() == 42487);
  CHECK(result.tokens() == 11918365);
}

TEST_CASE("packed latents take no other dtype, and V4 no other model's kernels") {
  CHECK_THROWS_AS(planned({flash(), R"({"kv_cache_dtype": "bfloat16"})", "h100"}), Error);
  const std::string other = R"({"attention_backend": "FLASHINFER_MLA_SPARSE"})";
  CHECK_THROWS_AS(planned({flash(), other, "b200"}), Error);
}

TEST_CASE(
    "without an indexer the caches lie layer by layer, which heavy compression does not fit") {
  CHECK_THROWS_AS(planned({v4(R"(, "compress_ratios": [0, 0, 128])", 3)}), Error);
  CHECK(planned({v4(R"(, "compress_ratios": [0, 0, 0])", 3)}).bytes_per_block() == 3 * 37440);
}

TEST_CASE("layer_types stand for compress_ratios, and without both the default pattern holds") {
  const Architecture by_type =
      model_of(v4(R"(, "layer_types": ["sliding_attention", "compressed_sparse_attention",
                       "heavily_compressed_attention"])",
                  3))
          .architecture;
  const Architecture by_ratio =
      model_of(v4(R"(, "compress_ratios": [0, 4, 128, 0])", 3)).architecture;
  CHECK(by_type.layers == by_ratio.layers);
  const Architecture standard = model_of(v4("", 5)).architecture;
  const Architecture same =
      model_of(v4(R"(, "compress_ratios": [128, 128, 128, 4, 128])", 5)).architecture;
  CHECK(standard.layers == same.layers);
}

TEST_CASE("fields that vLLM has no kernel for are errors") {
  for (
      const char* fields :
      {R"(, "compress_ratios": [0, 4])", R"(, "compress_ratios": [0, 4, 2])",
       R"(, "compress_ratios": [0, 4, -1])", R"(, "compress_ratios": [0, "4", 128])",
       R"(, "layer_types": ["sliding_attention", "compressed_sparse_attention", "full_attention"])",
       R"(, "compress_rates": {"compressed_sparse_attention": 7})",
       R"(, "compress_ratios": [0, 4, 128], "head_dim": 256)",
       R"(, "compress_ratios": [0, 4, 128], "index_head_dim": 64)",
       R"(, "compress_ratios": [0, 4, 128], "sliding_window": 0)"}) {
    CAPTURE(fields);
    CHECK_THROWS_AS((void)model_of(v4(fields, 3)), Error);
  }
}
