// Whisper: a decoder whose layers keep their own keys and values and those of the encoder's output.
#include <algorithm>

#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_layers = 4;  // Hugging Face, WhisperConfig
constexpr std::int64_t default_heads = 6;
constexpr std::int64_t default_width = 384;
constexpr Tokens default_length{448};

}  // namespace

Architecture describe_whisper(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "whisper");
  if (!text.has("max_target_positions")) {
    model.derived_max_model_len = std::min(model.derived_max_model_len, default_length);
  }
  const std::int64_t heads = text.integer_or("decoder_attention_heads", default_heads);
  model.num_attention_heads = text.integer_or("encoder_attention_heads", heads);
  const std::int64_t dim = text.integer_or("d_model", default_width) / heads;
  if (dim < 1) {
    throw invalid({text.file(), text.pointer() + "/d_model"}, "at least decoder_attention_heads",
                  std::to_string(text.integer_or("d_model", default_width)));
  }
  const FullAttention own{.kv_heads = heads, .head_dim = dim, .v_head_dim = dim};
  model.layers.assign(bounded(text, "decoder_layers", default_layers),
                      Layer{{own, CrossAttention{own}}});
  return model;
}

}  // namespace kvplan::families
