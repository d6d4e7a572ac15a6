// Nemotron-H and Nemotron 3 (Nano, Super, Ultra, Lightning): a pattern with one letter a layer,
// M Mamba 2, * attention, - dense and E expert MLP (which keep nothing). The state is float32
// unless the config names a dtype. The draft (MTP) has a pattern of its own.
#include <string>

#include "families/common.hpp"
#include "families/families.hpp"
#include "families/nemotron_h.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

// Hugging Face, NemotronHConfig.
constexpr std::int64_t default_heads = 128;
constexpr std::int64_t default_head_dim = 64;
constexpr std::int64_t default_groups = 8;
constexpr std::int64_t default_state_size = 128;
constexpr std::int64_t default_conv_kernel = 4;
constexpr std::string_view default_draft_pattern = "*E";

char letter(const ConfigNode& type) {
  const std::string name = type.as_string();
  if (name == "mamba" || name == "linear_attention") return 'M';
  if (name == "attention" || name == "full_attention") return '*';
  if (name == "moe") return 'E';
  if (name == "mlp") return '-';
  throw unknown({type.file(), type.pointer()}, "mamba, attention, moe or mlp", type.text());
}

/// The pattern as letters: spelt out in `list`, or written as one word in `word`.
std::string pattern_of(const ConfigNode& text, std::string_view list, std::string_view word,
                       std::string_view fallback) {
  const auto types = text.find(list);
  if (!types) return text.string_or(word, fallback);
  std::string pattern;
  for (const ConfigNode& type : types->items()) pattern += letter(type);
  return pattern;
}

Mamba2State mamba_state(const ConfigNode& text) {
  const std::int64_t heads = text.integer_or("mamba_num_heads", default_heads);
  const std::int64_t head_dim = text.integer_or("mamba_head_dim", default_head_dim);
  return {.inner = product(heads, head_dim),
          .heads = heads,
          .head_dim = head_dim,
          .groups = text.integer_or("mamba_n_groups", text.integer_or("n_groups", default_groups)),
          .state_dim = text.integer_or("ssm_state_size", default_state_size),
          .conv_kernel =
              text.integer_or("mamba_d_conv", text.integer_or("conv_kernel", default_conv_kernel))};
}

CacheKind attention(const ConfigNode& text) {
  const FullAttention heads = grouped_query(text);
  const auto window = sliding_window(text);
  return window ? CacheKind{SlidingWindow{heads, *window}} : CacheKind{heads};
}

std::vector<Layer> layers_of(const ConfigNode& text, const std::string& pattern,
                             std::string_view field) {
  const Layer attends{{attention(text)}};
  const Layer scans{{mamba_state(text)}};
  std::vector<Layer> layers;
  for (const char letter : pattern) {
    switch (letter) {
      case 'M':
        layers.push_back(scans);
        break;
      case '*':
        layers.push_back(attends);
        break;
      case '-':
      case 'E':
        layers.push_back({});
        break;
      default:
        throw unknown({text.file(), text.pointer() + "/" + std::string(field)},
                      "a pattern of M, *, - and E", '"' + std::string(1, letter) + '"');
    }
  }
  return layers;
}

}  // namespace

std::string nemotron_pattern(const ConfigNode& text) {
  return pattern_of(text, "layers_block_type", "hybrid_override_pattern", "");
}

std::string nemotron_draft_pattern(const ConfigNode& text) {
  return pattern_of(text, "mtp_layers_block_type", "mtp_hybrid_override_pattern",
                    default_draft_pattern);
}

Architecture describe_nemotron_h(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "nemotron_h");
  const std::string pattern = nemotron_pattern(text);
  if (pattern.empty()) {
    throw invalid({text.file(), text.pointer() + "/hybrid_override_pattern"},
                  "a letter for each layer", "nothing");
  }
  model.layers = layers_of(text, pattern, "hybrid_override_pattern");
  if (text.integer_or("num_nextn_predict_layers", 0, 0) > 0) {
    const std::string drafts = nemotron_draft_pattern(text);
    model.mtp_layers = layers_of(text, drafts, "mtp_hybrid_override_pattern");
  }
  model.ssm_dtype = dtype_field(text, "mamba_ssm_cache_dtype");
  model.default_ssm_dtype = StateDtype::float32;
  model.traits.one_stage = config.root.has("vision_config");
  return model;
}

}  // namespace kvplan::families
