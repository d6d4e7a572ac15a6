// Kernels for latent attention (MLA), dense and sparse: which one the engine takes on a device.
#pragma once

#include <optional>
#include <string_view>

#include "kvplan/backend.hpp"
#include "kvplan/serving.hpp"

namespace kvplan {

[[nodiscard]] LatentNeeds latent_needs(const LatentAttention& latent, const Serving& serving,
                                       std::optional<std::int64_t> block_size);

/// @throws Error (invalid) when no backend of the device serves these needs
[[nodiscard]] const Backend& select_latent_backend(const AttentionNeeds& needs,
                                                   const Platform& platform,
                                                   std::optional<std::string_view> forced);

/// True where this backend stores the given --kv-cache-dtype as fp8_ds_mla.
[[nodiscard]] bool packs_latent(const Backend& backend, std::string_view kv_cache_dtype);

/// True where DeepSeek-V4's latents lie as plain rows (bf16 or fp8), not packed as fp8_ds_mla.
[[nodiscard]] bool reads_plain_latents(const Backend& backend, const Platform& platform);

}  // namespace kvplan
