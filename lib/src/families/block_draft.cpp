// Source: vLLM 0.33, qwen3_dflash.py.
#include "families/block_draft.hpp"

#include <algorithm>

#include "families/common.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

/// `layer_types`; without a sliding one among them `use_swa` makes all slide.
std::vector<bool> sliding_layers(const ConfigNode& text, bool use_swa) {
  const auto types = layer_types(text);
  std::vector<bool> slides(static_cast<std::size_t>(num_layers(text)));
  for (std::size_t i = 0; i < types.size(); ++i) slides[i] = types[i] == "sliding_attention";
  if (use_swa && std::ranges::find(slides, true) == slides.end()) {
    slides.assign(slides.size(), true);
  }
  return slides;
}

Tokens window_of(const ConfigNode& text, const std::optional<ConfigNode>& draft) {
  if (draft) {
    if (const auto window = draft->maybe_integer("swa_window_size")) return Tokens{*window};
  }
  if (const auto window = sliding_window(text)) return *window;
  throw invalid({text.file(), text.pointer() + "/sliding_window"}, "a window for sliding layers",
                "nothing");
}

bool is_causal(const ConfigNode& text, const std::optional<ConfigNode>& draft, bool slides) {
  if (text.has("is_causal")) return text.boolean_or("is_causal", true);
  if (draft && draft->has("causal")) return draft->boolean_or("causal", true);
  return slides;
}

}  // namespace

bool is_block_draft(const ModelConfig& config) {
  const std::string architecture = config.architecture();
  const bool named = architecture.find("DFlash") != std::string::npos ||
                     architecture.find("DSpark") != std::string::npos;
  return named && config.model_type() == "qwen3";
}

Architecture describe_block_draft(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "block_draft");
  const FullAttention heads = grouped_query(text);
  const auto draft = text.find("dflash_config");
  for (const bool slides : sliding_layers(text, draft && draft->boolean_or("use_swa", false))) {
    model.layers.push_back(
        {{slides ? CacheKind{SlidingWindow{heads, window_of(text, draft)}} : CacheKind{heads}}});
    if (!is_causal(text, draft, slides)) model.traits.non_causal = true;
  }
  return model;
}

}  // namespace kvplan::families
