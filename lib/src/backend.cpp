// Source: vLLM 0.33's declared kernel block sizes and its priority by compute capability
// (vllm.md B.5), checked against the backends that the golden vectors name.
#include "kvplan/backend.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "kvplan/error.hpp"
#include "latent_backend.hpp"

namespace kvplan {
namespace {

constexpr std::array any_16{KernelBlock{16, true}};
constexpr std::array any_32{KernelBlock{32, true}};
constexpr std::array flashinfer_sizes{KernelBlock{16}, KernelBlock{32}, KernelBlock{64}};
constexpr std::array turboquant_sizes{KernelBlock{16}, KernelBlock{32}, KernelBlock{64},
                                      KernelBlock{128}};

constexpr Backend flash_attn{"FLASH_ATTN", any_16};
constexpr Backend flashinfer{"FLASHINFER", flashinfer_sizes, 64};
constexpr Backend triton_attn{"TRITON_ATTN", any_16};
constexpr Backend turboquant{"TURBOQUANT", turboquant_sizes, 128};
constexpr Backend cpu_attn{"CPU_ATTN", any_32};
constexpr Backend qsa{"QWEN4_EXP_QSA_TRITON", any_16};

bool stores_16_bit(CacheDtype dtype) {
  return dtype == CacheDtype::bfloat16 || dtype == CacheDtype::float16;
}

bool is_turboquant(CacheDtype dtype) {
  return dtype == CacheDtype::turboquant_k8v4 || dtype == CacheDtype::turboquant_4bit_nc ||
         dtype == CacheDtype::turboquant_k3v4_nc || dtype == CacheDtype::turboquant_3bit_nc;
}

bool is_per_token_head(CacheDtype dtype) {
  return dtype == CacheDtype::int8_per_token_head || dtype == CacheDtype::fp8_per_token_head ||
         dtype == CacheDtype::int4_per_token_head;
}

bool flash_attn_serves(const AttentionNeeds& needs, const Platform& platform) {
  const bool hopper = platform.capability.major == 9;
  const bool dtype = stores_16_bit(needs.cache_dtype) ||
                     (needs.cache_dtype == CacheDtype::fp8 && hopper);  // FlashAttention 3
  return dtype && needs.model_dtype != Dtype::float32 && needs.head_dim <= 256 &&
         needs.head_dim % 8 == 0 && (!needs.sinks || hopper) && !needs.mm_prefix;
}

bool flashinfer_serves(const AttentionNeeds& needs, const Platform& platform) {
  const bool dtype = stores_16_bit(needs.cache_dtype) || needs.cache_dtype == CacheDtype::fp8 ||
                     needs.cache_dtype == CacheDtype::nvfp4;
  const bool head = needs.head_dim == 64 || needs.head_dim == 128 || needs.head_dim == 256;
  return dtype && head && needs.model_dtype != Dtype::float32 &&
         (!needs.sinks || platform.capability.major == 10) && !needs.mm_prefix;
}

bool triton_serves(const AttentionNeeds& needs, const Platform& /*platform*/) {
  return is_native(needs.cache_dtype) || needs.cache_dtype == CacheDtype::fp8 ||
         is_per_token_head(needs.cache_dtype);
}

bool turboquant_serves(const AttentionNeeds& needs, const Platform& /*platform*/) {
  return is_turboquant(needs.cache_dtype);
}

struct Candidate {
  const Backend* backend;
  bool (*serves)(const AttentionNeeds&, const Platform&);
};
constexpr std::array blackwell_order{
    Candidate{&flashinfer, flashinfer_serves}, Candidate{&flash_attn, flash_attn_serves},
    Candidate{&triton_attn, triton_serves}, Candidate{&turboquant, turboquant_serves}};
constexpr std::array usual_order{
    Candidate{&flash_attn, flash_attn_serves}, Candidate{&flashinfer, flashinfer_serves},
    Candidate{&triton_attn, triton_serves}, Candidate{&turboquant, turboquant_serves}};

}  // namespace

std::int64_t Backend::smallest_block() const {
  return std::ranges::min(blocks, {}, &KernelBlock::tokens).tokens;
}

bool Backend::accepts(std::int64_t block_size) const {
  return std::ranges::any_of(
      blocks, [&](const KernelBlock& kernel) { return block_size % kernel.tokens == 0; });
}

const Backend& select_backend(const AttentionNeeds& needs, const Platform& platform,
                              std::optional<std::string_view> forced) {
  if (needs.qsa) return qsa;
  if (needs.latent) return select_latent_backend(needs, platform, forced);
  if (platform.is_cpu()) return cpu_attn;
  const std::span<const Candidate> order = platform.capability.major == 10
                                               ? std::span<const Candidate>(blackwell_order)
                                               : std::span<const Candidate>(usual_order);
  for (const auto& [backend, serves] : order) {
    if (forced && backend->name != *forced) continue;
    if (serves(needs, platform)) return *backend;
  }
  throw invalid({"--kv-cache-dtype", ""},
                "a cache dtype that an attention backend of " + platform.name + " serves",
                std::string(name(needs.cache_dtype)));
}

std::int64_t default_block_size(std::span<const Backend* const> backends, std::int64_t preferred) {
  const auto all_accept = [&](std::int64_t size) {
    return std::ranges::all_of(backends, [&](const Backend* b) { return b->accepts(size); });
  };
  if (backends.empty() || all_accept(preferred)) return preferred;
  std::int64_t size = 1;
  for (const Backend* backend : backends) size = std::lcm(size, backend->smallest_block());
  return size;
}

}  // namespace kvplan
