#include "kvplan/architecture.hpp"

#include <algorithm>
#include <array>

namespace kvplan {
namespace {

template <class... Kinds>
bool is_any_of(const CacheKind& kind) {
  return (std::holds_alternative<Kinds>(kind) || ...);
}

/// In the order of the CacheKind variant.
constexpr std::array<std::string_view, std::variant_size_v<CacheKind>> kind_names{
    "full_attention",
    "sliding_window",
    "chunked_attention",
    "latent_attention",
    "compressed_latent",
    "latent_window",
    "compressor_state",
    "index_keys",
    "block_index_keys",
    "compressed_index_keys",
    "index_key_ring",
    "mamba1",
    "mamba2",
    "linear_attention",
    "short_conv",
    "kimi_delta_attention",
    "lightning_attention",
    "cross_attention"};

template <class Predicate>
bool any_cache(const std::vector<Layer>& layers, Predicate predicate) {
  return std::any_of(layers.begin(), layers.end(), [&](const Layer& layer) {
    return std::any_of(layer.keeps.begin(), layer.keeps.end(), predicate);
  });
}

}  // namespace

bool is_state(const CacheKind& kind) {
  return is_any_of<Mamba1State, Mamba2State, GatedDeltaState, ShortConvState, KimiDeltaState,
                   LinearAttentionState>(kind);
}

std::string_view name(const CacheKind& kind) { return kind_names[kind.index()]; }

bool Architecture::has_states() const { return any_cache(layers, is_state); }

bool Architecture::has_attention() const {
  return any_cache(layers, [](const CacheKind& kind) { return !is_state(kind); });
}

}  // namespace kvplan
