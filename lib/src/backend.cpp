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
constexpr std::array only_64{KernelBlock{64}};
constexpr std::array only_128{KernelBlock{128}};
constexpr std::array up_to_64{KernelBlock{16}, KernelBlock{32}, KernelBlock{64}};
constexpr std::array up_to_128{KernelBlock{16}, KernelBlock{32}, KernelBlock{64}, KernelBlock{128}};
constexpr Backend flash_attn{"FLASH_ATTN", any_16};
constexpr Backend flash_attn_256{"FLASH_ATTN", only_128, 128};  // FA4's kernel for 256 on SM10x
constexpr Backend flash_attn_512{"FLASH_ATTN", only_64, 64};    // FA4's fp8 kernel for 512 on SM90
constexpr Backend flashinfer{"FLASHINFER", up_to_64, 64};
constexpr Backend triton_attn{"TRITON_ATTN", any_16};
constexpr Backend flex_attention{"FLEX_ATTENTION", any_16};
constexpr Backend turboquant{"TURBOQUANT", up_to_128, 128};
constexpr Backend triton_flash{"TRITON_FLASH_ATTN", any_16};
constexpr Backend triton_flash_512{"TRITON_FLASH_ATTN", only_64, 64};
constexpr Backend triton_flashinfer{"TRITON_FLASHINFER", only_64, 64};
constexpr Backend flash_diffkv{"FLASH_ATTN_DIFFKV", any_16};
constexpr Backend triton_diffkv{"TRITON_ATTN_DIFFKV", any_16};
constexpr Backend cpu_attn{"CPU_ATTN", any_32};
constexpr Backend qsa{"QWEN4_EXP_QSA_TRITON", any_16};

bool is_turboquant(CacheDtype dtype) {
  return dtype == CacheDtype::turboquant_k8v4 || dtype == CacheDtype::turboquant_4bit_nc ||
         dtype == CacheDtype::turboquant_k3v4_nc || dtype == CacheDtype::turboquant_3bit_nc;
}

bool is_per_token_head(CacheDtype dtype) {
  return dtype == CacheDtype::int8_per_token_head || dtype == CacheDtype::fp8_per_token_head ||
         dtype == CacheDtype::int4_per_token_head;
}

bool is_16_bit(Dtype dtype) { return dtype == Dtype::bfloat16 || dtype == Dtype::float16; }

bool has_flash_attn_4(const Platform& platform) {
  return platform.capability.major >= 9 && platform.capability.major <= 11;
}

/// FA4's own kernel for head size 256 on SM10x; what it does not serve falls back to FA2.
bool takes_256_kernel(const AttentionNeeds& needs) {
  return !needs.sinks && !needs.softcap && !needs.mm_prefix && !needs.context_parallel &&
         is_native(needs.cache_dtype) && needs.block_size.value_or(128) % 128 == 0;
}

/// The FlashAttention that vLLM takes for this layer: 2, 3 or 4.
int flash_attn_version(const AttentionNeeds& needs, const Platform& platform) {
  const int major = platform.capability.major;
  if (needs.packed_elsewhere) return 2;
  const bool per_layer = major == 9 && needs.cache_dtype == CacheDtype::fp8;
  const bool four_for_all = needs.mixed_head_dims && has_flash_attn_4(platform) && !per_layer;
  int version = major == 9 ? 3 : (major == 10 ? 4 : 2);
  if (four_for_all) version = 4;
  if (version == 3 && needs.head_dim > 256) version = 4;
  if (version != 4 || major < 10) return version;
  const std::int64_t v_dim = needs.v_head_dim == 0 ? needs.head_dim : needs.v_head_dim;
  if (needs.head_dim == 256 && v_dim == 256) return takes_256_kernel(needs) ? 4 : 2;
  const bool narrow = needs.head_dim <= 128 || (needs.head_dim == 192 && v_dim == 128);
  return narrow ? 4 : 2;  // the tensor memory's size
}

bool flash_attn_reads(const AttentionNeeds& needs, const Platform& platform, int version) {
  if (is_native(needs.cache_dtype)) return true;
  if (needs.cache_dtype != CacheDtype::fp8 || needs.kv_cache_dtype == "fp8_e5m2") return false;
  if (platform.capability.major == 9) {
    return version == 3 || (version == 4 && needs.head_dim == 512);
  }
  return version == 4 && platform.capability.major == 10;
}

bool flash_attn_serves(const AttentionNeeds& needs, const Platform& platform) {
  const int version = flash_attn_version(needs, platform);
  const int major = platform.capability.major;
  const bool hopper_fp8 = major == 9 && !is_native(needs.cache_dtype);
  return major >= 8 && is_16_bit(needs.model_dtype) && needs.head_dim % 8 == 0 &&
         needs.head_dim <= (has_flash_attn_4(platform) ? 512 : 256) &&
         flash_attn_reads(needs, platform, version) &&
         (!needs.sinks || (major >= 9 && major <= 10 && !needs.packed_elsewhere)) &&
         (!needs.mm_prefix || (version == 4 && !hopper_fp8));
}

const Backend& flash_attn_kernel(const AttentionNeeds& needs, const Platform& platform) {
  const int major = platform.capability.major;
  if (major == 9 && needs.cache_dtype == CacheDtype::fp8 && needs.head_dim == 512) {
    return flash_attn_512;
  }
  AttentionNeeds any_block = needs;  // vLLM does not ask this kernel for a smaller block
  any_block.block_size.reset();
  const bool wide = (major == 10 || major == 11) && needs.head_dim == 256;
  return wide && flash_attn_version(any_block, platform) == 4 ? flash_attn_256 : flash_attn;
}

bool flashinfer_reads_nvfp4(const AttentionNeeds& needs, const Platform& platform) {
  if (platform.capability.major == 10) return true;
  return needs.kv_cache_dtype == "nvfp4" && needs.head_dim != 64 && !needs.sinks;
}

bool flashinfer_serves(const AttentionNeeds& needs, const Platform& platform) {
  const bool dtype =
      is_native(needs.cache_dtype) || needs.cache_dtype == CacheDtype::fp8 ||
      (needs.cache_dtype == CacheDtype::nvfp4 && flashinfer_reads_nvfp4(needs, platform));
  const auto dims = {64, 128, 256, 512};
  const bool head = std::ranges::find(dims, needs.head_dim) != dims.end();
  const bool newest = platform.capability <= Capability{12, 1};
  return dtype && head && newest && platform.capability.major >= 8 &&
         is_16_bit(needs.model_dtype) && (!needs.sinks || platform.capability.major >= 9) &&
         !needs.mm_prefix;
}

bool triton_serves(const AttentionNeeds& needs, const Platform& /*platform*/) {
  const bool dtype = is_native(needs.cache_dtype) || needs.cache_dtype == CacheDtype::fp8 ||
                     is_per_token_head(needs.cache_dtype);
  return dtype && needs.head_dim >= 32;
}

bool flex_serves(const AttentionNeeds& needs, const Platform& /*platform*/) {
  return is_native(needs.cache_dtype) && !needs.sinks;
}

bool turboquant_serves(const AttentionNeeds& needs, const Platform& /*platform*/) {
  return is_turboquant(needs.cache_dtype) && is_16_bit(needs.model_dtype) && !needs.sinks &&
         !needs.mm_prefix && !needs.sliding;
}

/// Image masks go to Triton, the rest to a faster backend that must serve it too.
bool composite_serves(const AttentionNeeds& needs, const Platform& platform,
                      bool (*causal)(const AttentionNeeds&, const Platform&)) {
  AttentionNeeds text = needs;
  text.mm_prefix = false;
  return needs.mm_prefix && (needs.head_dim == 256 || needs.head_dim == 512) &&
         triton_serves(needs, platform) && causal(text, platform);
}

bool triton_flash_serves(const AttentionNeeds& needs, const Platform& platform) {
  return platform.capability.major == 9 && composite_serves(needs, platform, flash_attn_serves);
}

const Backend& triton_flash_kernel(const AttentionNeeds& needs, const Platform& platform) {
  return &flash_attn_kernel(needs, platform) == &flash_attn_512 ? triton_flash_512 : triton_flash;
}

bool triton_flashinfer_serves(const AttentionNeeds& needs, const Platform& platform) {
  return platform.capability.major == 10 && composite_serves(needs, platform, flashinfer_serves);
}

template <const Backend& backend>
const Backend& always(const AttentionNeeds& /*needs*/, const Platform& /*platform*/) {
  return backend;
}

struct Candidate {
  std::string_view name;
  bool (*serves)(const AttentionNeeds&, const Platform&);
  const Backend& (*kernel)(const AttentionNeeds&, const Platform&);
};
constexpr Candidate flash_candidate{"FLASH_ATTN", flash_attn_serves, flash_attn_kernel};
constexpr Candidate flashinfer_candidate{"FLASHINFER", flashinfer_serves, always<flashinfer>};
constexpr Candidate triton_candidate{"TRITON_ATTN", triton_serves, always<triton_attn>};
constexpr Candidate flex_candidate{"FLEX_ATTENTION", flex_serves, always<flex_attention>};
constexpr Candidate turboquant_candidate{"TURBOQUANT", turboquant_serves, always<turboquant>};
constexpr Candidate triton_flash_candidate{"TRITON_FLASH_ATTN", triton_flash_serves,
                                           triton_flash_kernel};
constexpr Candidate triton_flashinfer_candidate{"TRITON_FLASHINFER", triton_flashinfer_serves,
                                                always<triton_flashinfer>};

constexpr std::array blackwell_order{triton_flashinfer_candidate,
                                     flashinfer_candidate,
                                     flash_candidate,
                                     triton_candidate,
                                     flex_candidate,
                                     turboquant_candidate};
constexpr std::array usual_order{triton_flash_candidate, flash_candidate, flashinfer_candidate,
                                 triton_candidate,       flex_candidate,  turboquant_candidate};

/// MiMo-V2 picks its kernels itself where values are narrower than keys.
const Backend& unequal_heads_backend(const AttentionNeeds& needs, const Platform& platform,
                                     std::optional<std::string_view> forced) {
  if (forced == flash_diffkv.name) return flash_diffkv;
  if (forced == triton_diffkv.name) return triton_diffkv;
  return flash_attn_version(needs, platform) >= 3 ? flash_diffkv : triton_diffkv;
}

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
  if (needs.qsa) {
    if (needs.model_dtype == Dtype::bfloat16) return qsa;
    throw invalid({"--dtype", ""}, "bfloat16, which QSA alone reads",
                  std::string(name(needs.model_dtype)));
  }
  if (needs.latent) return select_latent_backend(needs, platform, forced);
  if (platform.is_cpu()) return cpu_attn;
  if (needs.v_head_dim != 0 && needs.v_head_dim != needs.head_dim) {
    return unequal_heads_backend(needs, platform, forced);
  }
  if (!forced && needs.mixed_head_dims && !has_flash_attn_4(platform)) {
    forced = triton_attn.name;  // Gemma 4
  }
  const bool blackwell = platform.capability.major == 10 && !needs.non_causal;
  for (const Candidate& candidate :
       blackwell ? std::span(blackwell_order) : std::span(usual_order)) {
    if (forced && candidate.name != *forced) continue;
    if (!candidate.serves(needs, platform)) continue;
    const Backend& backend = candidate.kernel(needs, platform);
    if (!needs.block_size || backend.accepts(*needs.block_size)) return backend;
  }
  if (forced) {
    throw invalid({"--attention-backend", ""},
                  "a backend of " + platform.name + " that serves this model and cache dtype",
                  std::string(*forced));
  }
  throw invalid({"--kv-cache-dtype", ""},
                "a cache dtype that an attention backend of " + platform.name + " serves",
                std::string(name(needs.cache_dtype)));
}

const Backend& spec_kernels(const Backend& backend, const AttentionNeeds& needs,
                            const Platform& platform) {
  const int major = platform.capability.major;
  const bool wide = (major == 10 || major == 11) && needs.head_dim == 256;
  return &backend == &flash_attn && wide ? flash_attn_256 : backend;
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
