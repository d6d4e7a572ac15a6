// Windows and full attention in turns, by `layer_types` or, without it, by the rule with which
// Hugging Face's config class fills it in: one full layer in each `period`.
#include <algorithm>
#include <array>

#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

struct WindowPattern {
  std::string_view model_type;
  std::int64_t period;   ///< 1: all full
  bool full_first;       ///< the first of a period is full, else the last
  std::string_view key;  ///< the config's own name for the period, or empty
  std::int64_t extra;    ///< added to the window: vLLM's Cohere counts the token itself too
};

// Source: transformers 5.20.2, __post_init__ of the config classes; vLLM 0.33, commandr.py.
constexpr std::array patterns{
    WindowPattern{"gemma2", 2, false, "", 0},
    WindowPattern{"vaultgemma", 2, false, "", 0},
    WindowPattern{"gemma3_text", 6, false, "sliding_window_pattern", 0},
    WindowPattern{"cohere2", 4, false, "sliding_window_pattern", 1},
    WindowPattern{"exaone4", 4, false, "sliding_window_pattern", 0},
    WindowPattern{"exaone_moe", 4, false, "sliding_window_pattern", 0},
    WindowPattern{"olmo3", 4, false, "", 0},
    WindowPattern{"afmoe", 4, false, "global_attn_every_n_layers", 0},
    WindowPattern{"kolibri1", 5, false, "", 0},
    WindowPattern{"cwm", 4, true, "", 0},
    WindowPattern{"granite_swa", 4, true, "", 0},
    WindowPattern{"granitemoe_swa", 4, true, "", 0},
    WindowPattern{"laguna", 1, false, "", 0},
    WindowPattern{"mellum", 1, false, "", 0},
    WindowPattern{"step3p5", 1, false, "", 0},
};

const WindowPattern* pattern_of(const ConfigNode& text) {
  const auto* row =
      std::ranges::find(patterns, text.string_or("model_type", ""), &WindowPattern::model_type);
  return row == patterns.end() ? nullptr : row;
}

std::int64_t period_of(const ConfigNode& text, const WindowPattern& pattern) {
  if (pattern.key.empty()) return pattern.period;
  const auto field = text.find(pattern.key);
  if (!field) return pattern.period;
  if (field->is_string()) return static_cast<std::int64_t>(field->as_string().size());  // "LLLG"
  return field->as_integer(1);
}

}  // namespace

std::vector<bool> window_pattern(const ConfigNode& text) {
  const auto types = layer_types(text);
  std::vector<bool> slides(static_cast<std::size_t>(num_layers(text)));
  const WindowPattern* pattern = pattern_of(text);
  const std::int64_t period = pattern == nullptr ? 1 : period_of(text, *pattern);
  for (std::size_t i = 0; i < slides.size(); ++i) {
    const auto layer = static_cast<std::int64_t>(i);
    if (!types.empty()) {
      slides[i] = types[i] == "sliding_attention";
    } else if (pattern != nullptr && period > 0) {
      slides[i] = pattern->full_first ? layer % period != 0 : (layer + 1) % period != 0;
    }
  }
  return slides;
}

std::vector<Layer> interleaved_layers(const ConfigNode& text, const FullAttention& heads) {
  auto window = sliding_window(text);
  const WindowPattern* pattern = pattern_of(text);
  if (window && pattern != nullptr) *window += Tokens{pattern->extra};
  std::vector<Layer> layers;
  for (const bool slides : window_pattern(text)) {
    layers.push_back({{slides && window ? CacheKind{SlidingWindow{heads, *window}} : heads}});
  }
  return layers;
}

Architecture describe_interleaved(const ModelConfig& config) {
  Architecture model = base(config, "interleaved");
  model.layers = interleaved_layers(config.text, grouped_query(config.text));
  return model;
}

}  // namespace kvplan::families
