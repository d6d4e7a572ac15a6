// What families share when they read a config: dimensions, lengths, the usual layers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/architecture.hpp"
#include "kvplan/config.hpp"

namespace kvplan::families {

/// Fields that every model has, with no layers yet: class, dtype, length, checkpoint's cache dtype.
[[nodiscard]] Architecture base(const ModelConfig& config, std::string family);

[[nodiscard]] std::int64_t num_layers(const ConfigNode& text);
/// A number of layers, within reason.
[[nodiscard]] std::size_t bounded(const ConfigNode& text, std::string_view key,
                                  std::int64_t fallback);
[[nodiscard]] std::int64_t num_heads(const ConfigNode& text);
[[nodiscard]] std::int64_t hidden_size(const ConfigNode& text);
/// The first of vLLM's names that is present, else the number of attention heads.
[[nodiscard]] std::int64_t num_kv_heads(const ConfigNode& text);
/// head_dim, else hidden_size // num_attention_heads. @throws Error where that is 0
[[nodiscard]] std::int64_t head_dim(const ConfigNode& text);
/// The whole part of the factor at `key` × hidden_size: a mixer's channels.
[[nodiscard]] std::int64_t expanded(const ConfigNode& text, std::string_view key, double fallback);
/// True for the layers whose indices, from `first` on, are listed at `key`.
[[nodiscard]] std::vector<bool> listed_layers(const ConfigNode& text, std::int64_t layers,
                                              std::string_view key, std::int64_t first = 0);
/// Keys and values of one head size, from the usual fields.
[[nodiscard]] FullAttention grouped_query(const ConfigNode& text);

/// The window of a model whose layers all slide, by vLLM's rule: `sliding_window` where
/// `use_sliding_window` does not say no.
[[nodiscard]] std::optional<Tokens> sliding_window(const ConfigNode& text);
/// `layer_types` where given, checked to have one entry a layer; else empty.
[[nodiscard]] std::vector<std::string> layer_types(const ConfigNode& text);
/// All layers alike: full attention, sliding where `layer_types` or a uniform window says so.
[[nodiscard]] std::vector<Layer> attention_layers(const ConfigNode& text,
                                                  const FullAttention& heads);

/// True where a layer slides, by `layer_types` or the model type's own pattern.
[[nodiscard]] std::vector<bool> window_pattern(const ConfigNode& text);
/// Windows and full attention in turns, by window_pattern().
[[nodiscard]] std::vector<Layer> interleaved_layers(const ConfigNode& text,
                                                    const FullAttention& heads);

/// A dtype field such as mamba_ssm_dtype. @throws Error for a word that is no dtype
[[nodiscard]] std::optional<Dtype> dtype_field(const ConfigNode& node, std::string_view key);

}  // namespace kvplan::families
