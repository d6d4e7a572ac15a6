#include "kvplan/dtype.hpp"

#include <array>
#include <utility>

namespace kvplan {
namespace {

using DtypeName = std::pair<std::string_view, Dtype>;
constexpr std::array<DtypeName, 14> dtype_names{{{"float32", Dtype::float32},
                                                 {"float", Dtype::float32},
                                                 {"fp32", Dtype::float32},
                                                 {"float16", Dtype::float16},
                                                 {"half", Dtype::float16},
                                                 {"fp16", Dtype::float16},
                                                 {"bfloat16", Dtype::bfloat16},
                                                 {"bf16", Dtype::bfloat16},
                                                 {"fp8", Dtype::fp8},
                                                 {"float8_e4m3fn", Dtype::fp8},
                                                 {"float8_e5m2", Dtype::fp8},
                                                 {"uint8", Dtype::uint8},
                                                 {"fp8_e4m3", Dtype::fp8},
                                                 {"fp8_e5m2", Dtype::fp8}}};

using CacheName = std::pair<std::string_view, CacheDtype>;
constexpr std::array<CacheName, 20> cache_names{{
    {"float32", CacheDtype::float32},
    {"float16", CacheDtype::float16},
    {"bfloat16", CacheDtype::bfloat16},
    {"fp8", CacheDtype::fp8},
    {"fp8_e4m3", CacheDtype::fp8},
    {"fp8_e5m2", CacheDtype::fp8},
    {"fp8_inc", CacheDtype::fp8},
    {"int8_per_token_head", CacheDtype::int8_per_token_head},
    {"fp8_per_token_head", CacheDtype::fp8_per_token_head},
    {"int4_per_token_head", CacheDtype::int4_per_token_head},
    {"nvfp4", CacheDtype::nvfp4},
    {"nvfp4_4over6", CacheDtype::nvfp4},
    {"turboquant_k8v4", CacheDtype::turboquant_k8v4},
    {"turboquant_4bit_nc", CacheDtype::turboquant_4bit_nc},
    {"turboquant_k3v4_nc", CacheDtype::turboquant_k3v4_nc},
    {"turboquant_3bit_nc", CacheDtype::turboquant_3bit_nc},
    {"ultraquant_4bit", CacheDtype::ultraquant_4bit},
    {"fp8_ds_mla", CacheDtype::fp8_ds_mla},
    {"nvfp4_ds_mla", CacheDtype::nvfp4_ds_mla},
    {"fp32", CacheDtype::float32},
}};

}  // namespace

std::string_view name(Dtype dtype) {
  for (const auto& [text, value] : dtype_names) {
    if (value == dtype) return text;
  }
  return "?";
}

std::optional<Dtype> parse_dtype(std::string_view text) {
  constexpr std::string_view torch_prefix = "torch.";
  if (text.substr(0, torch_prefix.size()) == torch_prefix) text.remove_prefix(torch_prefix.size());
  for (const auto& [known, value] : dtype_names) {
    if (known == text) return value;
  }
  return std::nullopt;
}

std::string_view name(CacheDtype dtype) {
  for (const auto& [text, value] : cache_names) {
    if (value == dtype) return text;
  }
  return "?";
}

std::optional<CacheDtype> parse_cache_dtype(std::string_view text) {
  for (const auto& [known, value] : cache_names) {
    if (known == text) return value;
  }
  return std::nullopt;
}

CacheDtype native_cache_dtype(Dtype model_dtype) {
  switch (model_dtype) {
    case Dtype::float32:
      return CacheDtype::float32;
    case Dtype::float16:
      return CacheDtype::float16;
    default:
      return CacheDtype::bfloat16;
  }
}

bool is_native(CacheDtype dtype) {
  return dtype == CacheDtype::float32 || dtype == CacheDtype::float16 ||
         dtype == CacheDtype::bfloat16;
}

}  // namespace kvplan
