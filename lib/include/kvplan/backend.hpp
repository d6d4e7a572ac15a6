// Which attention kernels the engine takes on a device, and the block sizes that they accept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kvplan/architecture.hpp"
#include "kvplan/dtype.hpp"
#include "kvplan/platform.hpp"

namespace kvplan {

/// A block size that a kernel accepts: exactly `tokens`, or any multiple of it.
struct KernelBlock {
  std::int64_t tokens = 0;
  bool multiple = false;
};

struct Backend {
  std::string_view name;  ///< as vLLM spells it: FLASH_ATTN, FLASHINFER, …
  std::span<const KernelBlock> blocks;
  /// Only fixed kernel sizes: a cache block holds whole kernel blocks of this many tokens, which
  /// makes the engine's spec a different one. 0: no such constraint.
  std::int64_t stride_alignment = 0;
  [[nodiscard]] std::int64_t smallest_block() const;
  [[nodiscard]] bool accepts(std::int64_t block_size) const;
};

/// What a layer with a latent cache asks of its kernel beside.
struct LatentNeeds {
  LatentAttention shape;
  std::int64_t query_heads = 0;            ///< on one rank
  std::string_view kv_cache_dtype;         ///< as given or resolved: "auto", "fp8_e4m3", …
  std::int64_t context_parallel = 1;       ///< decode_context_parallel_size
  std::optional<std::int64_t> block_size;  ///< --block-size
};

/// What a layer asks of its kernel.
struct AttentionNeeds {
  std::int64_t head_dim = 0;
  std::int64_t v_head_dim = 0;
  Dtype model_dtype = Dtype::bfloat16;
  CacheDtype cache_dtype = CacheDtype::bfloat16;
  std::string_view kv_cache_dtype;  ///< its spelling: fp8_e5m2 and fp8 have other kernels
  bool sinks = false;
  bool mm_prefix = false;
  bool sliding = false;
  bool softcap = false;           ///< attention logits are capped (Gemma 2)
  bool mixed_head_dims = false;   ///< other layers of the model have another head size
  bool non_causal = false;        ///< a draft that sees its block in both directions (DFlash)
  bool context_parallel = false;  ///< decode context parallelism above 1
  bool packed_elsewhere = false;  ///< other layers keep a TurboQuant cache
  std::optional<std::int64_t> block_size;  ///< --block-size
  bool qsa = false;
  std::optional<LatentNeeds> latent;
};

/// @param forced  --attention-backend, or nothing
/// @throws Error (invalid) when no backend of the device serves these needs
[[nodiscard]] const Backend& select_backend(const AttentionNeeds& needs, const Platform& platform,
                                            std::optional<std::string_view> forced);

/// The kernels that a layer's spec is made for. vLLM asks for them without the model's config, so
/// that FlashAttention 4 on SM10x claims its 128-token pages for every head size of 256.
[[nodiscard]] const Backend& spec_kernels(const Backend& backend, const AttentionNeeds& needs,
                                          const Platform& platform);

/// The indexer's own backend, beside that of the sparse attention.
[[nodiscard]] const Backend& indexer_backend(const IndexKeys& keys);
/// MiniMax-M3's own kernels, whose block holds one sparse block of 128 tokens.
/// @throws Error (invalid) for a cache dtype that they do not read on this device
[[nodiscard]] const Backend& block_sparse_backend(CacheDtype dtype, const Platform& platform);
/// DeepSeek-V4's own kernels. @throws Error (invalid) for a backend that does not serve it
[[nodiscard]] const Backend& compressed_latent_backend(const Platform& platform,
                                                       std::optional<std::string_view> forced);

/// The block size without --block-size: `preferred` when every backend accepts it, else the
/// smallest size that all accept.
[[nodiscard]] std::int64_t default_block_size(std::span<const Backend* const> backends,
                                              std::int64_t preferred);

}  // namespace kvplan
