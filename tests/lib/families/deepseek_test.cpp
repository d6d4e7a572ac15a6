// Expected numbers: vLLM 0.33's own, from the golden vectors (their ids stand beside) or computed
// the same way for this test.
#include <doctest/doctest.h>

#include <initializer_list>

#include "kvplan/error.hpp"
#include "lib/families/planned.hpp"

using namespace kvplan;
using kvplan::testing::model_of;
using kvplan::testing::planned;

namespace {

const std::string v2_lite = R"({"architectures": ["DeepseekV2ForCausalLM"],
  "model_type": "deepseek_v2", "num_hidden_layers": 27, "num_attention_heads": 16,
  "hidden_size": 2048, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
  "max_position_embeddings": 163840, "torch_dtype": "bfloat16"})";

const std::string v3 = R"({"architectures": ["DeepseekV3ForCausalLM"],
  "model_type": "deepseek_v3", "num_hidden_layers": 61, "num_attention_heads": 128,
  "hidden_size": 7168, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
  "max_position_embeddings": 163840, "num_nextn_predict_layers": 1, "torch_dtype": "bfloat16"})";

const std::string v32 = R"({"architectures": ["DeepseekV32ForCausalLM"],
  "model_type": "deepseek_v32", "num_hidden_layers": 61, "num_attention_heads": 128,
  "hidden_size": 7168, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
  "index_topk": 2048, "index_head_dim": 128, "index_n_heads": 64,
  "max_position_embeddings": 163840, "num_nextn_predict_layers": 1, "torch_dtype": "bfloat16"})";

const std::string eagle3 = R"({"architectures": ["LlamaForCausalLMEagle3"],
  "model_type": "llama", "num_hidden_layers": 1, "num_attention_heads": 56,
  "num_key_value_heads": 8, "hidden_size": 7168, "max_position_embeddings": 163840,
  "torch_dtype": "float16"})";

struct Row {
  const char* id;  // of the golden vector; empty: computed with vLLM for this test
  std::string_view platform;
  std::string options;
  Bytes available;
  std::int64_t block_size;
  std::int64_t bytes_per_block;
  std::int64_t blocks;
  std::int64_t tokens;
};

void check(const std::string& config, std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.id);
    CAPTURE(row.platform);
    CAPTURE(row.options);
    const auto result = planned({config, row.options, row.platform, row.available, eagle3});
    CHECK(result.block_size() == row.block_size);
    CHECK(result.bytes_per_block() == row.bytes_per_block);
    CHECK(result.blocks() == row.blocks);
    CHECK(result.tokens() == row.tokens);
  }
}

}  // namespace

TEST_CASE("a latent cache keeps 576 numbers a token and layer, whatever the heads") {
  check(v2_lite, {{"42ae4e752cfb", "gb10", "{}", 45_GiB, 16, 497664, 97090, 1553440}});
}

TEST_CASE("tensor parallelism does not divide a latent cache; context parallelism does") {
  check(v3, {{"809aab719785", "gb10", R"({"tensor_parallel_size": 8})", 64_GiB, 16, 1124352, 61119,
              977904},
             {"9170b040740a", "gb10", R"({"tensor_parallel_size": 16})", 64_GiB, 16, 1124352, 61119,
              977904},
             {"e2cc9fe4df04", "gb10",
              R"({"tensor_parallel_size": 8, "decode_context_parallel_size": 8})", 64_GiB, 16,
              1124352, 61119, 7823232}});
}

TEST_CASE("the kernel of the device and the cache dtype decide the block size") {
  const std::string fp8 = R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8"})";
  check(v3, {{"65938cf1e94d", "gb10", fp8, 64_GiB, 16, 562176, 122238, 1955808},
             {"46643109a226", "h100", fp8, 30_GiB, 64, 2248704, 14324, 916736},
             {"e25aaa6f8512", "b200", fp8, 120_GiB, 32, 1124352, 114598, 3667136},
             {"3872db20da79", "l40s", fp8, 20_GiB, 16, 562176, 38199, 611184},
             {"", "h100", R"({"tensor_parallel_size": 8})", 80_GiB, 16, 1124352, 76398, 1222368},
             {"a4689802963e", "b200", R"({"tensor_parallel_size": 8})", 120_GiB, 32, 2248704, 57299,
              1833568}});
}

TEST_CASE("a block size that the preferred kernel does not accept takes another kernel") {
  check(v3, {{"", "b200", R"({"tensor_parallel_size": 8, "block_size": 16})", 80_GiB, 16, 1124352,
              76398, 1222368}});
}

TEST_CASE("MTP adds one layer, whatever the number of drafts") {
  check(v3, {{"77d80ed4c40e", "gb10",
              R"({"tensor_parallel_size": 8,
                  "speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
              64_GiB, 16, 1142784, 60133, 962128},
             {"fd332a27948f", "gb10",
              R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8",
                  "speculative_config": {"method": "mtp", "num_speculative_tokens": 3}})",
              64_GiB, 16, 571392, 120266, 1924256}});
}

TEST_CASE("skipped layers keep bf16, and the block grows until its fp8 page holds theirs") {
  check(v3, {{"", "gb10",
              R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8",
                  "kv_cache_dtype_skip_layers": ["0", "1"]})",
              80_GiB, 32, 1161216, 73973, 2367136}});
}

TEST_CASE("an EAGLE-3 draft of keys and values joins the latents' group") {
  const std::string options = R"({"tensor_parallel_size": 8, "speculative_config":
      {"method": "eagle3", "model": "draft", "num_speculative_tokens": 3}})";
  check(v3, {{"3f8288099845", "gb10", options, 64_GiB, 16, 1132544, 60677, 970832},
             {"", "b200", options, 80_GiB, 32, 2265088, 37923, 1213536}});
}

TEST_CASE("an indexer adds 132 B a token and makes the block 64 tokens") {
  const std::string tp8 = R"({"tensor_parallel_size": 8})";
  check(v32, {{"76b07057a52e", "h100", tp8, 30_GiB, 64, 5012736, 6426, 411264},
              {"d4b1bff1c036", "b200", tp8, 120_GiB, 64, 5012736, 25704, 1645056}});
}

TEST_CASE("sparse kernels store what they call fp8 as packed latents of 656 B") {
  const std::string fp8 = R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8"})";
  check(v32, {{"ef306a4090a1", "gb10", R"({"tensor_parallel_size": 8})", 64_GiB, 64, 3076352, 22337,
               1429568},
              {"382acc217e04", "rtxpro6000", R"({"tensor_parallel_size": 8})", 60_GiB, 64, 3076352,
               20941, 1340224},
              {"92ef488ccbe9", "h100", fp8, 30_GiB, 64, 3076352, 10470, 670080}});
}

TEST_CASE("bfloat16 means auto for V3.2, which the GB10 packs") {
  const std::string bf16 = R"({"tensor_parallel_size": 8, "kv_cache_dtype": "bfloat16"})";
  check(v32, {{"", "gb10", bf16, 80_GiB, 64, 3076352, 27922, 1787008},
              {"", "h100", bf16, 80_GiB, 64, 5012736, 17136, 1096704}});
}

TEST_CASE("where a kernel reads plain fp8 latents, they stay at 576 B") {
  const std::string fp8 = R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8"})";
  const std::string e4m3 = R"({"tensor_parallel_size": 8, "kv_cache_dtype": "fp8_e4m3"})";
  const std::string nvfp4 = R"({"tensor_parallel_size": 8, "kv_cache_dtype": "nvfp4_ds_mla"})";
  check(v32, {{"", "b200", fp8, 80_GiB, 64, 2764032, 31077, 1988928},
              {"", "h100", e4m3, 80_GiB, 64, 2764032, 31077, 1988928},
              {"", "b200", nvfp4, 80_GiB, 64, 1889536, 45460, 2909440}});
}

TEST_CASE("the draft layer of a sparse model owns an indexer") {
  check(v32, {{"4be27f63b419", "gb10",
               R"({"tensor_parallel_size": 8,
                   "speculative_config": {"method": "mtp", "num_speculative_tokens": 1}})",
               64_GiB, 64, 3126784, 21977, 1406528}});
}

TEST_CASE("a device without a sparse kernel refuses a sparse model") {
  CHECK_THROWS_AS(planned({v32, R"({"tensor_parallel_size": 8})", "l40s"}), Error);
  CHECK_THROWS_AS(planned({v32, R"({"kv_cache_dtype": "nvfp4_ds_mla"})", "h100"}), Error);
  CHECK_THROWS_AS(planned({v3, R"({"kv_cache_dtype": "fp8_e5m2"})", "gb10"}), Error);
}

TEST_CASE("Kimi's nested text config is read like DeepSeek's own") {
  const Model model = model_of(R"({"model_type": "kimi_k25", "text_config":
      {"model_type": "deepseek_v3", "num_hidden_layers": 61, "num_attention_heads": 64,
       "kv_lora_rank": 512, "qk_rope_head_dim": 64, "max_position_embeddings": 262144}})");
  CHECK(model.architecture.layers.size() == 61);
  CHECK(model.architecture.mtp_layers.empty());
  CHECK(model.architecture.derived_max_model_len == Tokens{262144});
}

TEST_CASE("a V2 checkpoint without latents keeps keys and values") {
  const Model model = model_of(R"({"model_type": "deepseek_v2", "num_hidden_layers": 12,
      "num_attention_heads": 10, "hidden_size": 1280, "num_key_value_heads": 10,
      "kv_lora_rank": null, "qk_rope_head_dim": 0, "qk_nope_head_dim": 0})");
  const CacheKind heads = FullAttention{.kv_heads = 10, .head_dim = 128, .v_head_dim = 128};
  CHECK(model.architecture.layers == std::vector<Layer>(12, Layer{{heads}}));
}

TEST_CASE("fields out of range are errors that name them") {
  const auto with = [](std::string_view fields) {
    return R"({"model_type": "deepseek_v32", "num_hidden_layers": 4, "num_attention_heads": 8,
        "kv_lora_rank": 512, "qk_rope_head_dim": 64, "index_topk": 2048, "index_head_dim": 128, )" +
           std::string(fields) + "}";
  };
  for (const char* fields :
       {R"("kv_lora_rank": 0)", R"("kv_lora_rank": -512)", R"("kv_lora_rank": "512")",
        R"("qk_rope_head_dim": -1)", R"("num_hidden_layers": 0)", R"("num_hidden_layers": 1e30)",
        R"("num_hidden_layers": 1000000000)", R"("num_nextn_predict_layers": -1)",
        R"("num_nextn_predict_layers": 1000000000)", R"("index_topk": 0)",
        R"("index_head_dim": [])", R"("index_topk_freq": 0)", R"("index_topk_pattern": [1, 2])",
        R"("num_attention_heads": 0)"}) {
    CAPTURE(fields);
    CHECK_THROWS_AS((void)model_of(with(fields)), Error);
  }
}

TEST_CASE("sizes beyond 64 bits are an error, not a wrong number") {
  const std::string huge = R"({"model_type": "deepseek_v3", "num_hidden_layers": 61,
      "num_attention_heads": 128, "kv_lora_rank": 9223372036854775807, "qk_rope_head_dim": 64})";
  CHECK_THROWS(planned({huge}));
}
