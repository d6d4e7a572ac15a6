// What Hugging Face's config classes fill in for a field that config.json does not name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kvplan/config.hpp"

namespace kvplan::families {

/// Defaults of one model_type; 0 where the class has none (null in Python).
struct HfDefaults {
  std::string_view model_type;
  std::int64_t num_hidden_layers;
  std::int64_t hidden_size;
  std::int64_t num_attention_heads;
  std::int64_t num_key_value_heads;  ///< 0: as many as attention heads
  std::int64_t head_dim;             ///< 0: hidden_size // num_attention_heads
  std::int64_t max_position_embeddings;
  std::int64_t sliding_window;
  bool window_switch;  ///< the window counts only with `use_sliding_window: true`
};

/// The row of the node's own model_type, or nullptr.
[[nodiscard]] const HfDefaults* hf_defaults(const ConfigNode& text);

}  // namespace kvplan::families
