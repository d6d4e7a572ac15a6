// Specs of latent caches: one vector a token, or for several tokens, in place of keys and values.
#pragma once

#include <optional>

#include "kvplan/cache_spec.hpp"

namespace kvplan {

/// One token of multi-head latent attention, by cache dtype: 576 × 2 in bf16, 656 packed.
/// @throws Error (invalid) for a dtype that no latent cache is stored in
[[nodiscard]] std::int64_t latent_bytes(const LatentAttention& latent, CacheDtype dtype);

/// The spec of a latent kind that does not depend on a choice of kernel (index keys, DeepSeek-V4's
/// compressed and windowed latents and compressor states); nothing for other kinds.
[[nodiscard]] std::optional<CacheSpec> latent_kind_spec(const CacheKind& kind,
                                                        const Serving& serving,
                                                        std::int64_t block_size);

}  // namespace kvplan
