// Windows and full attention in turns, by `layer_types` or, without it, by the rule with which
// Hugging Face's config class fills it in: one full layer in each `period`.
#include <algorithm>
#include <array>

#include "families/common.hpp"
#include "families/families.hpp"
#include "families/hf_defaults.hpp"
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
    WindowPattern{"cohere2_moe", 4, false, "sliding_window_pattern", 1},
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

/// Layers of the checkpoint's own draft: by `mtp_layer_types`, else of the main pattern's types.
std::vector<Layer> draft_layers(const ConfigNode& text, const FullAttention& heads) {
  const std::string type = text.string_or("model_type", "");
  if (type != "step3p5" && type != "exaone_moe") return {};
  const std::int64_t fallback = type == "exaone_moe" ? 1 : 0;
  const std::size_t count = bounded(text, "num_nextn_predict_layers", fallback);
  auto types = text.strings("mtp_layer_types");
  if (types.empty()) types = text.strings("layer_types");
  const auto main = static_cast<std::ptrdiff_t>(num_layers(text));
  if (static_cast<std::ptrdiff_t>(types.size()) > main)
    types.erase(types.begin(), types.begin() + main);
  const auto window = sliding_window(text);
  std::vector<Layer> layers;
  for (std::size_t i = 0; i < count; ++i) {
    const bool slides = window && i < types.size() && types[i] == "sliding_attention";
    layers.push_back({{slides ? CacheKind{SlidingWindow{heads, *window}} : heads}});
  }
  return layers;
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
  const ConfigNode& text = config.text;
  const FullAttention heads = grouped_query(text);
  model.layers = interleaved_layers(text, heads);
  model.mtp_layers = draft_layers(text, heads);
  const std::string type = text.string_or("model_type", "");
  const bool granite = type == "granite_swa" || type == "granitemoe_swa";
  model.traits.sinks = granite && text.boolean_or("attention_sinks", true);
  model.traits.softcap = type == "gemma2" && (text.has("attn_logit_softcapping") ||
                                              !text.contains("attn_logit_softcapping"));
  return model;
}

}  // namespace kvplan::families
