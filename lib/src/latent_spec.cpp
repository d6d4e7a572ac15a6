// Source: vLLM 0.33's MLAAttentionSpec and SlidingWindowMLASpec as its layers fill them
// (models/deepseek_v4/, models/qwen4_exp/), checked against the golden vectors.
#include "latent_spec.hpp"

#include "kvplan/backend.hpp"
#include "kvplan/error.hpp"

namespace kvplan {
namespace {

constexpr std::int64_t fp8_ds_mla_bytes = 656;  // 512 fp8 + 4 fp32 scales + 64 bf16
constexpr std::int64_t nvfp4_ds_mla_bytes = 352;
constexpr std::int64_t packed_v4_bytes = 584;  // 448 fp8 + 64 bf16 + 8 scale bytes
constexpr std::int64_t packed_alignment = 576;
constexpr std::int64_t plain_alignment = 512;
constexpr std::int64_t window_block = 64;  // tokens, of DeepSeek-V4's windowed latents
constexpr std::int64_t scale_group = 128;
constexpr std::int64_t v4_kernel_block = 256;

std::int64_t element_bytes(CacheDtype dtype) {
  switch (dtype) {
    case CacheDtype::float32:
      return 4;
    case CacheDtype::float16:
    case CacheDtype::bfloat16:
      return 2;
    case CacheDtype::fp8:
      return 1;
    default:
      break;
  }
  throw invalid({"--kv-cache-dtype", ""}, "a dtype that latent caches are stored in",
                '"' + std::string(name(dtype)) + '"');
}

/// One index key: fp8 numbers, and an fp32 scale for each 128.
std::int64_t index_key_bytes(std::int64_t dim) {
  return dim + dim / scale_group * size_of(Dtype::float32);
}

/// `state` bytes for every `ratio` tokens, in blocks of `block` tokens.
CacheSpec paged(std::int64_t state, std::int64_t ratio, std::int64_t block,
                std::int64_t alignment) {
  CacheSpec spec;
  spec.type = SpecType::latent;
  spec.heads = 1;
  spec.head_dim = state;
  spec.tokens_per_state = ratio;
  spec.page_alignment = alignment;
  spec.block_size = {Tokens{block}};
  spec.content = {Bytes{product(block / ratio, state)}};
  spec.page = {Bytes{round_up(spec.content.amount.count(), alignment)}};
  return spec;
}

bool is_packed(const Serving& serving) { return serving.cache_dtype == CacheDtype::fp8_ds_mla; }

std::int64_t alignment_of(const Serving& serving) {
  return is_packed(serving) ? packed_alignment : plain_alignment;
}

std::int64_t v4_latent_bytes(std::int64_t head_dim, const Serving& serving) {
  return is_packed(serving) ? packed_v4_bytes
                            : product(head_dim, element_bytes(serving.cache_dtype));
}

CacheSpec index_keys(const IndexKeys& keys, const Serving& serving, std::int64_t block) {
  const bool compressed = keys.compress_ratio > 1;
  CacheSpec spec = paged(index_key_bytes(keys.head_dim), keys.compress_ratio, block,
                         compressed ? alignment_of(serving) : 1);
  spec.storage = static_cast<std::int64_t>(CacheDtype::fp8);
  spec.stride_alignment = indexer_backend(keys).stride_alignment;
  return spec;
}

CacheSpec bfloat16_keys(std::int64_t head_dim, std::int64_t ratio, std::int64_t block) {
  CacheSpec spec = paged(product(head_dim, size_of(Dtype::bfloat16)), ratio, block, 1);
  spec.storage = static_cast<std::int64_t>(CacheDtype::bfloat16);
  return spec;
}

CacheSpec compressed_latent(const CompressedLatent& latent, const Serving& serving,
                            std::int64_t block) {
  CacheSpec spec = paged(v4_latent_bytes(latent.head_dim, serving), latent.compress_ratio, block,
                         alignment_of(serving));
  spec.storage = static_cast<std::int64_t>(serving.cache_dtype);
  spec.stride_alignment = v4_kernel_block;
  return spec;
}

CacheSpec latent_window(const LatentWindow& latent, const Serving& serving) {
  CacheSpec spec =
      paged(v4_latent_bytes(latent.head_dim, serving), 1, window_block, alignment_of(serving));
  spec.storage = static_cast<std::int64_t>(serving.cache_dtype);
  spec.retention = LastTokens{latent.window};
  return spec;
}

CacheSpec compressor_state(const CompressorState& state, const Serving& serving) {
  CacheSpec spec = paged(product(state.width, size_of(Dtype::float32)), 1, state.block.count(),
                         alignment_of(serving));
  spec.storage = static_cast<std::int64_t>(CacheDtype::float32);
  spec.retention = LastTokens{state.window};
  return spec;
}

}  // namespace

std::int64_t latent_bytes(const LatentAttention& latent, CacheDtype dtype) {
  if (dtype == CacheDtype::fp8_ds_mla) return fp8_ds_mla_bytes;
  if (dtype == CacheDtype::nvfp4_ds_mla) return nvfp4_ds_mla_bytes;
  return product(latent.kv_lora_rank + latent.rope_head_dim, element_bytes(dtype));
}

std::optional<CacheSpec> latent_kind_spec(const CacheKind& kind, const Serving& serving,
                                          std::int64_t block_size) {
  if (const auto* keys = std::get_if<IndexKeys>(&kind)) {
    return index_keys(*keys, serving, block_size);
  }
  if (const auto* keys = std::get_if<CompressedIndexKeys>(&kind)) {
    return bfloat16_keys(keys->head_dim, keys->compress_ratio, block_size);
  }
  if (const auto* keys = std::get_if<BlockIndexKeys>(&kind)) {
    return bfloat16_keys(keys->head_dim, 1, block_size);
  }
  if (const auto* latent = std::get_if<CompressedLatent>(&kind)) {
    return compressed_latent(*latent, serving, block_size);
  }
  if (const auto* window = std::get_if<LatentWindow>(&kind)) {
    return latent_window(*window, serving);
  }
  if (const auto* state = std::get_if<CompressorState>(&kind)) {
    return compressor_state(*state, serving);
  }
  return std::nullopt;
}

}  // namespace kvplan
