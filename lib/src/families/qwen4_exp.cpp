// Qwen4-exp (Qwen3.8-Flash-Next): gated-delta layers, and full attention with sparse selection
// (QSA). A full layer keeps three caches: the ring of raw index keys, the compressed index keys,
// keys and values. A layer with n-gram embeddings (PLE) keeps a short convolution's inputs too.
#include "families/families.hpp"
#include "families/gated_delta.hpp"

namespace kvplan::families {
namespace {

/// Three int64 M-RoPE positions stored beside a raw key, counted in bf16 numbers.
constexpr std::int64_t mrope_slots = 12;
constexpr std::int64_t slot_alignment = 4;

Layer sparse_attention_layer(const ConfigNode& text) {
  const std::int64_t key_dim = text.integer("indexer_head_dim");
  const std::int64_t ratio = text.integer("indexer_compress_ratio");
  const auto rope = text.find("rope_parameters");
  const bool mrope = rope && rope->has("mrope_section");
  const std::int64_t slot = round_up(key_dim, slot_alignment) + (mrope ? mrope_slots : 0);
  return {{RawKeyRing{.slot_dim = slot, .compress_ratio = ratio},
           CompressedIndexKeys{.head_dim = key_dim, .compress_ratio = ratio}, grouped_query(text)}};
}

ShortConvState ngram_convolution(const ConfigNode& text) {
  return {.channels = product(text.integer("hidden_size"), text.integer("hc_count")),
          .rows = product(text.integer("ple_conv_kernel_size") - 1, text.integer("ngram_size")),
          .replicated = true,
          .checkpoints = true};
}

}  // namespace

Architecture describe_qwen4_exp(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "qwen4_exp");
  const Layer sparse = sparse_attention_layer(text);
  const Layer linear{{gated_delta(text)}};
  const auto pattern = full_attention_pattern(text);
  const auto embeds =
      listed_layers(text, static_cast<std::int64_t>(pattern.size()), "ple_layer_ids", 1);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    Layer layer = pattern[i] ? sparse : linear;
    if (embeds[i]) layer.keeps.insert(layer.keeps.begin(), ngram_convolution(text));
    model.layers.push_back(std::move(layer));
  }
  model.mtp_layers.assign(bounded(text, "mtp_num_hidden_layers", 0), sparse);
  model.ssm_dtype = dtype_field(text, "mamba_ssm_dtype");
  model.traits.block_outermost = true;
  model.traits.qsa = true;
  model.traits.one_stage = text.has("ple_layer_ids");
  return model;
}

}  // namespace kvplan::families
