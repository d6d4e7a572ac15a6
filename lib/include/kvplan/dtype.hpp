// Vocabulary: element types of weights and states, and what the cache stores one token as.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kvplan/units.hpp"

namespace kvplan {

/// An element type, as torch and Hugging Face spell it.
enum class Dtype { float32, float16, bfloat16, fp8, uint8 };

[[nodiscard]] constexpr std::int64_t size_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::float32:
      return 4;
    case Dtype::float16:
    case Dtype::bfloat16:
      return 2;
    case Dtype::fp8:
    case Dtype::uint8:
      return 1;
  }
  return 0;
}
[[nodiscard]] std::string_view name(Dtype dtype);
/// "bfloat16", "bf16", "half", "torch.float16", … ; nothing for other words.
[[nodiscard]] std::optional<Dtype> parse_dtype(std::string_view text);

/// `--kv-cache-dtype`, as vLLM spells it ("auto" is resolved before this type is used).
enum class CacheDtype {
  float32,
  float16,
  bfloat16,
  fp8,  ///< fp8, fp8_e4m3, fp8_e5m2, fp8_inc: one byte, scales outside the cache
  int8_per_token_head,
  fp8_per_token_head,
  int4_per_token_head,
  nvfp4,  ///< fp4 with one fp8 scale per 16
  turboquant_k8v4,
  turboquant_4bit_nc,
  turboquant_k3v4_nc,
  turboquant_3bit_nc,
  ultraquant_4bit,
  fp8_ds_mla,    ///< DeepSeek's packed latent: 656 B a token
  nvfp4_ds_mla,  ///< 352 B a token
};
[[nodiscard]] std::string_view name(CacheDtype dtype);
/// Every spelling of vLLM's option but "auto".
[[nodiscard]] std::optional<CacheDtype> parse_cache_dtype(std::string_view text);
/// The cache type that stores a model's own dtype unchanged.
[[nodiscard]] CacheDtype native_cache_dtype(Dtype model_dtype);
/// True when the cache stores 16 or 32 bit numbers as the model computes them.
[[nodiscard]] bool is_native(CacheDtype dtype);

}  // namespace kvplan
