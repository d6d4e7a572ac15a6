// Source: vLLM 0.33's MLA backends (v1/attention/backends/mla/) and their priority by compute
// capability (platforms/cuda.py), checked against the backends that the golden vectors name.
#include "latent_backend.hpp"

#include <algorithm>
#include <array>

#include "kvplan/error.hpp"

namespace kvplan {
namespace {

constexpr std::array any_16{KernelBlock{16, true}};
constexpr std::array any_32{KernelBlock{32, true}};
constexpr std::array any_64{KernelBlock{64, true}};
constexpr std::array only_16{KernelBlock{16}};
constexpr std::array only_64{KernelBlock{64}};
constexpr std::array only_128{KernelBlock{128}};
constexpr std::array only_256{KernelBlock{256}};
constexpr std::array sizes_32_64{KernelBlock{32}, KernelBlock{64}};

constexpr Backend cpu_mla{"CPU_MLA", only_16, 16};
constexpr Backend triton_mla{"TRITON_MLA", any_16};
constexpr Backend flash_attn_mla{"FLASH_ATTN_MLA", any_16};
constexpr Backend flashmla{"FLASHMLA", only_64, 64};
constexpr Backend flashinfer_mla{"FLASHINFER_MLA", sizes_32_64, 64};
constexpr Backend cutlass_mla{"CUTLASS_MLA", only_128, 128};
constexpr Backend flashmla_sparse{"FLASHMLA_SPARSE", any_64, 64};
constexpr Backend flash_attn_sparse{"FLASH_ATTN_MLA_SPARSE", any_64, 64};
constexpr Backend flash_attn_4_sparse{"FLASH_ATTN_MLA_SPARSE_FA4", any_64, 64};
constexpr Backend flashinfer_sparse{"FLASHINFER_MLA_SPARSE", any_32, 32};
constexpr Backend flashinfer_sparse_sm90{"FLASHINFER_MLA_SPARSE_SM90", any_64, 64};
constexpr Backend flashinfer_sparse_sm120{"FLASHINFER_MLA_SPARSE_SM120", any_64, 64};
constexpr Backend deepseek_indexer{"DEEPSEEK_V32_INDEXER", only_64, 64};

constexpr Backend block_sparse_indexer{"MINIMAX_M3_SPARSE_INDEXER", only_128, 128};
constexpr Backend flashmla_compressed{"FLASHMLA_SPARSE_DSV4", only_256, 256};
constexpr Backend flashinfer_compressed{"FLASHINFER_MLA_SPARSE_DSV4", only_256, 256};
constexpr Backend compressed_indexer{"DEEPSEEK_V4_INDEXER", only_256, 256};

using Names = std::initializer_list<std::string_view>;

/// What all of these kernels ask alike.
struct Selection {
  const AttentionNeeds& needs;
  const LatentNeeds& latent;
  const Platform& platform;

  [[nodiscard]] bool stores(Names dtypes) const {
    return std::ranges::find(dtypes, latent.kv_cache_dtype) != dtypes.end();
  }
  [[nodiscard]] bool native() const { return stores({"auto", "float16", "bfloat16"}); }
  [[nodiscard]] bool native_or_fp8() const { return native() || stores({"fp8", "fp8_e4m3"}); }
  [[nodiscard]] std::int64_t width() const {
    return latent.shape.kv_lora_rank + latent.shape.rope_head_dim;
  }
  [[nodiscard]] bool common_width() const {
    return width() == 320 || width() == 512 || width() == 576;
  }
  [[nodiscard]] bool nope_in(std::initializer_list<std::int64_t> dims) const {
    return std::ranges::find(dims, latent.shape.nope_head_dim) != dims.end();
  }
  [[nodiscard]] bool rope_free() const { return latent.shape.rope_head_dim == 0; }
  [[nodiscard]] bool bfloat16() const { return needs.model_dtype == Dtype::bfloat16; }
};

using Serves = bool (*)(const Selection&);

bool serves_triton(const Selection& ask) { return ask.native_or_fp8(); }
bool serves_flash_attn(const Selection& ask) { return ask.native() && ask.common_width(); }
bool serves_flashmla(const Selection& ask) { return ask.native_or_fp8() && ask.common_width(); }
bool serves_flashinfer(const Selection& ask) {
  return ask.native_or_fp8() && ask.common_width() && ask.nope_in({64, 128, 192});
}
bool serves_cutlass(const Selection& ask) { return ask.native_or_fp8() && ask.common_width(); }

bool serves_flash_attn_sparse(const Selection& ask) {
  return ask.native() && ask.latent.context_parallel == 1;
}

bool serves_flash_attn_4_sparse(const Selection& ask) {
  const LatentAttention& shape = ask.latent.shape;
  const std::int64_t gathered = product(ask.latent.query_heads, ask.latent.context_parallel);
  const bool heads = gathered == 8 || gathered == 16 || gathered == 32 || gathered == 64 ||
                     (gathered == 128 && ask.latent.context_parallel == 1);
  return ask.stores({"auto", "bfloat16"}) && shape.index_topk % 128 == 0 &&
         shape.kv_lora_rank == 512 && shape.rope_head_dim == 64 && heads;
}

bool serves_flashmla_sparse(const Selection& ask) {
  const bool hopper = ask.platform.capability.major == 9;
  if (!ask.stores({"auto", "bfloat16", "fp8", "fp8_ds_mla", "nvfp4_ds_mla"})) return false;
  if (ask.stores({"nvfp4_ds_mla"}) && hopper) return false;
  if (ask.width() == 512) {
    return hopper && ask.rope_free() && ask.stores({"auto", "bfloat16", "fp8_ds_mla"});
  }
  return ask.bfloat16() && ask.width() == 576;
}

bool serves_flashinfer_sparse(const Selection& ask) {
  if (!ask.native_or_fp8() || (ask.width() != 512 && ask.width() != 576)) return false;
  if (ask.rope_free()) return ask.nope_in({256}) && ask.latent.shape.kv_lora_rank == 512;
  return ask.nope_in({128, 192});
}

bool serves_flashinfer_sparse_sm90(const Selection& ask) {
  const std::int64_t rope = ask.latent.shape.rope_head_dim;
  return ask.stores({"auto", "bfloat16", "fp8", "fp8_e4m3"}) &&
         ask.latent.shape.kv_lora_rank == 512 && (rope == 0 || rope == 64) &&
         ask.latent.context_parallel == 1;
}

bool serves_flashinfer_sparse_sm120(const Selection& ask) {
  return ask.bfloat16() && ask.stores({"auto", "fp8", "fp8_e4m3", "fp8_ds_mla"}) &&
         (ask.width() == 512 || ask.width() == 576) && ask.latent.shape.index_topk == 2048 &&
         ask.latent.context_parallel == 1;
}

struct Candidate {
  const Backend* backend;
  bool sparse;
  Serves serves;
};

constexpr std::array hopper_order{
    Candidate{&flash_attn_mla, false, serves_flash_attn},
    Candidate{&flashmla, false, serves_flashmla},
    Candidate{&triton_mla, false, serves_triton},
    Candidate{&flash_attn_sparse, true, serves_flash_attn_sparse},
    Candidate{&flashmla_sparse, true, serves_flashmla_sparse},
    Candidate{&flashinfer_sparse_sm90, true, serves_flashinfer_sparse_sm90}};
constexpr std::array consumer_blackwell_order{
    Candidate{&triton_mla, false, serves_triton},
    Candidate{&flashinfer_sparse_sm120, true, serves_flashinfer_sparse_sm120}};
constexpr std::array other_order{Candidate{&triton_mla, false, serves_triton}};

/// On SM10x the sparse kernels' order depends on the cache and on the query heads.
constexpr std::array blackwell_dense{Candidate{&flashinfer_mla, false, serves_flashinfer},
                                     Candidate{&cutlass_mla, false, serves_cutlass},
                                     Candidate{&triton_mla, false, serves_triton}};
constexpr std::array blackwell_quantized{
    Candidate{&flashinfer_sparse, true, serves_flashinfer_sparse},
    Candidate{&flashmla_sparse, true, serves_flashmla_sparse}};
constexpr std::array blackwell_few_heads{
    Candidate{&flash_attn_4_sparse, true, serves_flash_attn_4_sparse},
    Candidate{&flashinfer_sparse, true, serves_flashinfer_sparse},
    Candidate{&flashmla_sparse, true, serves_flashmla_sparse}};
constexpr std::array blackwell_many_heads{
    Candidate{&flashmla_sparse, true, serves_flashmla_sparse},
    Candidate{&flashinfer_sparse, true, serves_flashinfer_sparse}};
constexpr std::int64_t few_heads = 16;

std::span<const Candidate> order_for(const Selection& ask) {
  switch (ask.platform.capability.major) {
    case 9:
      return hopper_order;
    case 10:
      break;
    case 12:
      return consumer_blackwell_order;
    default:
      return other_order;
  }
  if (ask.latent.shape.index_topk == 0) return blackwell_dense;
  if (!ask.native()) return blackwell_quantized;
  return ask.latent.query_heads <= few_heads ? std::span<const Candidate>(blackwell_few_heads)
                                             : std::span<const Candidate>(blackwell_many_heads);
}

}  // namespace

LatentNeeds latent_needs(const LatentAttention& latent, const Serving& serving,
                         std::optional<std::int64_t> block_size) {
  return {.shape = latent,
          .query_heads = latent.query_heads / serving.tensor_parallel,
          .kv_cache_dtype = serving.kv_cache_dtype,
          .context_parallel = serving.decode_context_parallel,
          .block_size = block_size};
}

const Backend& select_latent_backend(const AttentionNeeds& needs, const Platform& platform,
                                     std::optional<std::string_view> forced) {
  const LatentNeeds& latent = *needs.latent;
  const bool sparse = latent.shape.index_topk > 0;
  const Selection ask{needs, latent, platform};
  if (platform.is_cpu() && !sparse) return cpu_mla;
  for (const auto& [backend, is_sparse, serves] : order_for(ask)) {
    if (is_sparse != sparse || (forced && backend->name != *forced)) continue;
    if (latent.block_size && !backend->accepts(*latent.block_size)) continue;
    if (serves(ask)) return *backend;
  }
  throw invalid({"--kv-cache-dtype", ""},
                std::string("a device and a cache dtype that ") + (sparse ? "sparse " : "") +
                    "latent attention has a backend for",
                '"' + std::string(latent.kv_cache_dtype) + "\" on " + platform.name);
}

bool packs_latent(const Backend& backend, std::string_view kv_cache_dtype) {
  if (&backend == &flashmla_sparse) {
    return kv_cache_dtype.substr(0, 3) == "fp8" && kv_cache_dtype != "fp8_ds_mla";
  }
  return &backend == &flashinfer_sparse_sm120 && kv_cache_dtype != "fp8_ds_mla";
}

bool reads_plain_latents(const Backend& backend, const Platform& platform) {
  return &backend == &flashinfer_compressed && platform.capability.major != 12;
}

const Backend& indexer_backend(const IndexKeys& keys) {
  return keys.compress_ratio > 1 ? compressed_indexer : deepseek_indexer;
}

const Backend& block_sparse_backend(CacheDtype dtype, const Platform& platform) {
  const bool nvfp4 = dtype == CacheDtype::nvfp4 && platform.capability.major == 10;
  if (!is_native(dtype) && dtype != CacheDtype::fp8 && !nvfp4) {
    throw invalid({"--kv-cache-dtype", ""}, "auto, bfloat16 or fp8 (nvfp4 on SM10x) for MiniMax-M3",
                  '"' + std::string(name(dtype)) + "\" on " + platform.name);
  }
  return block_sparse_indexer;
}

const Backend& compressed_latent_backend(const Platform& platform,
                                         std::optional<std::string_view> forced) {
  if (platform.is_cpu() ||
      (forced && (*forced == flashinfer_sparse.name || *forced == flashinfer_sparse_sm120.name))) {
    throw invalid({"--attention-backend", ""}, "a backend that serves compressed latents",
                  (forced ? '"' + std::string(*forced) + '"' : "nothing") + " on " + platform.name);
  }
  if (forced && *forced == flashinfer_compressed.name) return flashinfer_compressed;
  const bool flashmla_asked =
      forced && (*forced == flashmla_compressed.name || *forced == flashmla_sparse.name);
  return platform.capability.major == 12 && !flashmla_asked ? flashinfer_compressed
                                                            : flashmla_compressed;
}

}  // namespace kvplan
