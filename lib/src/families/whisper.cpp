// Whisper: a decoder whose layers keep their own keys and values and those of the encoder's output.
#include "families/common.hpp"
#include "families/families.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {

Architecture describe_whisper(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "whisper");
  const std::int64_t heads = text.integer("decoder_attention_heads");
  model.num_attention_heads = text.integer_or("encoder_attention_heads", heads);
  const std::int64_t dim = text.integer("d_model") / heads;
  if (dim < 1) {
    throw invalid({text.file(), text.pointer() + "/d_model"}, "at least decoder_attention_heads",
                  text.at("d_model").text());
  }
  constexpr std::int64_t most_layers = 10'000;
  const std::int64_t layers = text.integer("decoder_layers");
  if (layers > most_layers) {
    throw invalid({text.file(), text.pointer() + "/decoder_layers"},
                  "at most " + std::to_string(most_layers), std::to_string(layers));
  }
  const FullAttention own{.kv_heads = heads, .head_dim = dim, .v_head_dim = dim};
  model.layers.assign(static_cast<std::size_t>(layers), Layer{{own, CrossAttention{own}}});
  return model;
}

}  // namespace kvplan::families
