// Layers made by hand: what the whole models of the vectors do not tell apart.
#include "kvplan/cache_spec.hpp"

#include <doctest/doctest.h>

#include <string_view>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

/// A model of these layers on one device; what is not said is what the engine starts with.
struct Sharded {
  Architecture model;
  Serving serving;
  EngineOptions options;
  std::string_view platform = "gb10";
  EngineRules rules;

  explicit Sharded(std::vector<Layer> layers) {
    model.layers = std::move(layers);
    serving.kv_cache_dtype = "auto";
  }
  void store(CacheDtype dtype, std::string_view spelling) {
    serving.cache_dtype = dtype;
    serving.kv_cache_dtype = spelling;
  }
  [[nodiscard]] std::vector<LayerSpec> specs() const {
    return cache_specs(model, nullptr, serving, options, *find_platform(platform), rules);
  }
  [[nodiscard]] CacheSpec first() const { return specs().front().spec; }
  [[nodiscard]] std::int64_t block_size() const { return first().block_size.amount.count(); }
  [[nodiscard]] std::string refusal() const {
    try {
      static_cast<void>(specs());
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

std::vector<Layer> times(std::size_t count, const CacheKind& kind) {
  return {count, Layer{{kind}}};
}

constexpr FullAttention heads_of_size(std::int64_t kv_heads, std::int64_t size) {
  return {.kv_heads = kv_heads, .head_dim = size, .v_head_dim = size};
}

const LatentAttention deepseek{
    .kv_lora_rank = 512, .rope_head_dim = 64, .nope_head_dim = 128, .query_heads = 128};

}  // namespace

TEST_CASE("packed keys and values begin a byte of their own and end on an even one") {
  Serving serving;
  serving.cache_dtype = CacheDtype::turboquant_3bit_nc;
  // 20 numbers of 3 bits are 7.5 bytes, so 8, twice; 2 and 4 bytes of scales: 22.
  const FullAttention narrow{.kv_heads = 1, .head_dim = 20, .v_head_dim = 20};
  CHECK(bytes_per_token(narrow, serving) == BytesPerToken{Bytes{22}});
}

TEST_CASE("a dtype that stores a head in no byte is refused") {
  Serving serving;
  serving.cache_dtype = CacheDtype::nvfp4;
  const auto bytes = [&](std::int64_t size) {
    return bytes_per_token(heads_of_size(1, size), serving);
  };
  CHECK(bytes(2) == BytesPerToken{Bytes{2}});  // a byte of two numbers, for K and for V
  CHECK_THROWS_WITH((void)bytes(1),
                    "--kv-cache-dtype: expected one in which a head takes a byte at least, found "
                    "nvfp4 for heads of 1");
}

TEST_CASE("a rank keeps whole heads, at least one; others are refused") {
  Serving serving;
  const FullAttention heads{.kv_heads = 4, .head_dim = 64, .v_head_dim = 64};
  CHECK(bytes_per_token(heads, serving) == BytesPerToken{Bytes{1024}});
  serving.tensor_parallel = 4;
  CHECK(bytes_per_token(heads, serving) == BytesPerToken{Bytes{256}});
  serving.tensor_parallel = 8;
  CHECK(bytes_per_token(heads, serving) == BytesPerToken{Bytes{256}});
  serving.tensor_parallel = 3;
  CHECK_THROWS((void)bytes_per_token(heads, serving));
}

// Source: vLLM 0.33, v1/attention/backends/fa_utils.py: _fa4_hd256_fallback_reason.
TEST_CASE("FlashAttention 4's pages of 128 tokens are for plain heads of 256 without a soft cap") {
  Sharded plain(times(2, heads_of_size(2, 256)));
  plain.platform = "b200";
  plain.options.attention_backend = "FLASH_ATTN";
  CHECK(plain.block_size() == 128);
  Sharded capped = plain;
  capped.model.traits.softcap = true;
  CHECK(capped.block_size() == 16);
  Sharded context_parallel = plain;
  context_parallel.serving.decode_context_parallel = 2;
  CHECK(context_parallel.block_size() == 16);
}

// Source: vLLM 0.33, v1/attention/backend.py: supports_sliding_window is False, and
// turboquant_attn.py leaves it so; no other backend reads the dtype.
TEST_CASE("no backend reads windows packed by TurboQuant") {
  Sharded windows(times(6, SlidingWindow{heads_of_size(2, 128), 128_tokens}));
  windows.store(CacheDtype::turboquant_k8v4, "turboquant_k8v4");
  CHECK(windows.refusal() ==
        "--kv-cache-dtype: expected a cache dtype that an attention backend of gb10 serves, found "
        "turboquant_k8v4");
  windows.options.kv_cache_dtype_skip_layers = {"sliding_window"};
  CHECK(windows.refusal().empty());
}

// Source: vllm-versions.md 2.5: latent attention grows by 64 tokens, by 128 with CUTLASS MLA.
TEST_CASE("before a backend was asked, latent attention grew by 64 tokens, CUTLASS's by 128") {
  const KimiDeltaState state{.heads = 16, .head_dim = 128, .conv_kernel = 4};
  Sharded hybrid({Layer{{state}}, Layer{{deepseek}}});
  hybrid.rules = find_engine("vllm@0.17.1").rules;
  hybrid.platform = "b200";
  hybrid.serving.ssm_dtype = Dtype::float32;
  // The state takes 3 × 16 × 128 × 3 × 2 + 16 × 128 × 128 × 4 = 1,085,440 B, a token 1,152 B:
  // 942.2 tokens, so 15 × 64 or 8 × 128.
  CHECK(hybrid.specs()[1].spec.block_size == TokensPerBlock{960_tokens});
  hybrid.options.attention_backend = "CUTLASS_MLA";
  CHECK(hybrid.specs()[1].spec.block_size == TokensPerBlock{1024_tokens});
}

// Source: vllm.md B.5, phase 3.
TEST_CASE("skipped windows are padded to the page that full attention's own heads give") {
  Sharded mixed(
      {Layer{{SlidingWindow{heads_of_size(3, 64), 128_tokens}}}, Layer{{heads_of_size(4, 64)}}});
  mixed.store(CacheDtype::fp8, "fp8");
  mixed.options.kv_cache_dtype_skip_layers = {"sliding_window"};
  const std::vector<LayerSpec> specs = mixed.specs();
  // A native token of full attention: 4 × 128 × 2 = 1,024 B; in fp8 512 B. 16 × ceil(1,024 × 16 /
  // (16 × 512)) = 32 tokens, and a page of 32 × 512 B.
  CHECK(specs[1].spec.block_size == TokensPerBlock{32_tokens});
  CHECK(specs[1].spec.page == BytesPerBlock{Bytes{16384}});
  // 16,384 B hold 21 tokens of 3 × 128 × 2 = 768 B, of which the kernel takes 16.
  CHECK(specs[0].spec.block_size == TokensPerBlock{16_tokens});
  CHECK(specs[0].spec.content == BytesPerBlock{Bytes{12288}});
  CHECK(specs[0].spec.page == BytesPerBlock{Bytes{16384}});
  CHECK(specs[0].spec.page_is_fixed);
}

TEST_CASE("where the cache has the model's own dtype, skipped layers change nothing") {
  Sharded wide(
      {Layer{{heads_of_size(2, 64)}}, Layer{{SlidingWindow{heads_of_size(2, 64), 128_tokens}}}});
  wide.platform = "cpu";
  wide.serving.dtype = Dtype::float32;
  wide.store(CacheDtype::float32, "auto");
  wide.options.kv_cache_dtype_skip_layers = {"sliding_window"};
  const std::vector<LayerSpec> specs = wide.specs();
  CHECK(specs[0].spec.block_size == TokensPerBlock{128_tokens});
  CHECK(specs[0].spec.page == BytesPerBlock{Bytes{128 * 2 * 128 * 4}});
  CHECK(specs[1].spec.page == specs[0].spec.page);
  CHECK_FALSE(specs[1].spec.page_is_fixed);
}

// Source: vllm-versions.md 2.9: from all backends together since 0.31. FlashInfer's sparse kernel
// takes multiples of 32 on SM10x with fp8, the indexer's 64 alone.
TEST_CASE("the block of sparse latents suits the attention's kernel and the indexer's") {
  LatentAttention sparse = deepseek;
  sparse.index_topk = 2048;
  Sharded model({Layer{{sparse, IndexKeys{.head_dim = 128}}}});
  model.platform = "b200";
  model.store(CacheDtype::fp8, "fp8");
  CHECK(model.block_size() == 64);
}

// Source: vLLM 0.33, v1/kv_cache_interface.py: SlidingWindowSpec.extra_retained_tokens.
TEST_CASE("windows keep the tokens that a chain of draft modules reads again") {
  const SlidingWindow window{heads_of_size(2, 128), 128_tokens};
  Sharded chained(times(2, window));
  chained.model.mtp_layers = times(2, window);
  chained.options.speculative_config = SpeculativeConfig{"mtp", 3, ""};
  chained.serving.num_speculative_tokens = 3;
  for (const LayerSpec& layer : chained.specs()) {
    CHECK(layer.spec.retention == Retention{LastTokens{130_tokens}});
  }
  Sharded single = chained;
  single.model.mtp_layers = times(1, window);
  CHECK(single.first().retention == Retention{LastTokens{128_tokens}});
}

TEST_CASE("a ring of raw keys has slots for the drafts, in whole ratios") {
  Sharded model({Layer{{heads_of_size(2, 128), RawKeyRing{.slot_dim = 512, .compress_ratio = 4}}}});
  model.serving.num_speculative_tokens = 3;
  const CacheSpec ring = model.specs()[1].spec;
  CHECK(ring.type == SpecType::ring);
  CHECK(ring.head_dim == 512);
  CHECK(ring.block_size == TokensPerBlock{8_tokens});  // 4 + 3, in whole fours
  CHECK(ring.page == BytesPerBlock{Bytes{8 * 512 * 2}});
  CHECK_FALSE(ring.prefix_cacheable);
}

TEST_CASE("layers whose values differ in size are different ones") {
  const FullAttention narrow{.kv_heads = 1, .head_dim = 192, .v_head_dim = 128};
  const CacheSpec spec = Sharded(times(1, narrow)).first();
  CHECK(spec.head_dim == 192);
  CHECK(spec.v_head_dim == 128);
}

// Source: vllm-versions.md 2.5: up to 0.31 the block follows the first backend's kernel, since
// then every backend's.
TEST_CASE("a block grown for a state suits the first backend, since 0.32 each") {
  const LinearAttentionState state{.heads = 5, .head_dim = 64};
  Sharded hybrid({Layer{{heads_of_size(4, 64), IndexKeys{.head_dim = 128}}}, Layer{{state}}});
  hybrid.options.block_size = 16;
  // 5 × 64 × 64 × 2 = 40,960 B are 40 tokens of 1,024 B: 3 × 16, which the indexer's 64 does not
  // divide.
  hybrid.rules.align = AlignRule::first_backend;
  CHECK(hybrid.block_size() == 48);
  hybrid.rules.align = AlignRule::every_backend;
  CHECK(hybrid.block_size() == 64);
}

TEST_CASE("values narrower than keys have backends of their own") {
  Sharded narrow(times(1, FullAttention{.kv_heads = 1, .head_dim = 192, .v_head_dim = 128}));
  narrow.options.attention_backend = "TRITON_ATTN_DIFFKV";
  CHECK(narrow.refusal() == "");
  Sharded equal(times(1, heads_of_size(1, 192)));
  equal.options.attention_backend = "TRITON_ATTN_DIFFKV";
  CHECK(equal.refusal() ==
        "--attention-backend: expected a backend of gb10 that serves this model and cache dtype, "
        "found TRITON_ATTN_DIFFKV");
}

TEST_CASE("beside skipped layers of float32, a token in bfloat16 takes half") {
  Sharded halved(
      {Layer{{heads_of_size(2, 64)}}, Layer{{SlidingWindow{heads_of_size(2, 64), 128_tokens}}}});
  halved.serving.dtype = Dtype::float32;
  halved.options.attention_backend = "FLEX_ATTENTION";
  halved.store(CacheDtype::bfloat16, "bfloat16");
  halved.options.kv_cache_dtype_skip_layers = {"sliding_window"};
  // 2 × 128 × 4 = 1,024 B a token natively, 512 B in bfloat16: twice 16 tokens fill such a page.
  const std::vector<LayerSpec> specs = halved.specs();
  CHECK(specs[0].spec.block_size == TokensPerBlock{32_tokens});
  CHECK(specs[0].spec.page == BytesPerBlock{Bytes{16384}});
}

TEST_CASE("a block of no tokens, and a draft without its config, are refused") {
  Sharded plain(times(2, heads_of_size(2, 64)));
  plain.options.block_size = 0;
  CHECK(plain.refusal() == "--block-size: expected a size ≥ 1, found 0");
  plain.options.block_size.reset();
  plain.options.speculative_config.emplace().method = "eagle3";
  CHECK(plain.refusal() ==
        "--speculative-config: /model: expected the draft model's config, found nothing");
}

TEST_CASE("a short convolution keeps its rows of every channel, and one more for each draft") {
  Sharded conv({Layer{{heads_of_size(1, 64)}},
                Layer{{ShortConvState{.channels = 48, .rows = 2, .checkpoints = true}}}});
  CHECK(conv.specs()[1].spec.content == BytesPerBlock{Bytes{48 * 2 * 2}});
  conv.serving.num_speculative_tokens = 3;
  CHECK(conv.specs()[1].spec.content == BytesPerBlock{Bytes{48 * 5 * 2}});
}

// Source: vLLM 0.33, distributed/utils.py: get_pp_indices.
TEST_CASE(
    "the layers that do not divide go to the last stages but one; what comes later, to the last") {
  const std::vector<std::int64_t> stages{0, 0, 1, 1, 1, 2, 2, 2, 3, 3};
  for (std::int64_t layer = 0; layer < 10; ++layer) {
    CHECK(pipeline_stage(layer, 10, 4) == stages[static_cast<std::size_t>(layer)]);
  }
  CHECK(pipeline_stage(10, 10, 4) == 3);
  CHECK(pipeline_stage(3, 4, 4) == 3);
  CHECK_THROWS_AS((void)pipeline_stage(0, 4, 5), Error);
}

TEST_CASE("stages are filled one layer after the other, whatever does not divide") {
  for (std::int64_t layers = 1; layers <= 13; ++layers) {
    for (std::int64_t stages = 1; stages <= layers; ++stages) {
      // vLLM, distributed/utils.py: one more for partitions[-2], [-3], … until none is left.
      std::vector<std::int64_t> sizes(static_cast<std::size_t>(stages), layers / stages);
      for (std::int64_t left = layers % stages; left > 0; --left) {
        ++sizes[static_cast<std::size_t>(stages - 1 - left)];
      }
      std::int64_t layer = 0;
      for (std::size_t stage = 0; stage < sizes.size(); ++stage) {
        for (std::int64_t i = 0; i < sizes[stage]; ++i, ++layer) {
          CAPTURE(layers);
          CAPTURE(stages);
          CHECK(pipeline_stage(layer, layers, stages) == static_cast<std::int64_t>(stage));
        }
      }
      CHECK(layer == layers);
    }
  }
}

TEST_CASE("a skipped layer's indexer keeps the dtype that all indexers have") {
  LatentAttention latent = deepseek;
  latent.index_topk = 2048;
  Sharded sparse({Layer{{latent, IndexKeys{.head_dim = 128, .compress_ratio = 4}}}});
  sparse.platform = "h100";
  sparse.store(CacheDtype::fp8_ds_mla, "fp8_ds_mla");
  const CacheSpec packed = sparse.specs()[1].spec;
  CHECK(packed.page_alignment == 576);  // of packed latents; native ones have 512
  sparse.options.kv_cache_dtype_skip_layers = {"0"};
  CHECK(sparse.specs()[1].spec == packed);
}

TEST_CASE("what a compressed cache keeps for a token is a share of its state") {
  // fp8 keys of 128 and one fp32 scale for each 128, once in four tokens: 132 / 4.
  CHECK(bytes_per_token(IndexKeys{.head_dim = 128, .compress_ratio = 4}, {}) ==
        BytesPerToken{33_B});
  CHECK(bytes_per_token(IndexKeys{.head_dim = 128, .compress_ratio = 1}, {}) ==
        BytesPerToken{132_B});
  // 128 numbers of 2 B, once in eight tokens and for each.
  CHECK(bytes_per_token(CompressedIndexKeys{.head_dim = 128, .compress_ratio = 8}, {}) ==
        BytesPerToken{32_B});
  CHECK(bytes_per_token(BlockIndexKeys{.head_dim = 128}, {}) == BytesPerToken{256_B});
}

}  // namespace kvplan
