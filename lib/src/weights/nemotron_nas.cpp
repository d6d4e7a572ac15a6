// Nemotron-NAS (DeciLM): Llama's blocks, each with heads and an MLP of its own, or without one.
// Source: vLLM 0.33, models/nemotron_nas.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

/// Two thirds of a multiple of the hidden size, rounded up.
std::int64_t width_of(const ConfigNode& feed, std::int64_t hidden) {
  if (!feed.has("ffn_mult")) return feed.integer("intermediate_size");
  constexpr std::int64_t multiple = 256;
  const double wide = 2 * feed.number_or("ffn_mult", 1.0) * static_cast<double>(hidden) / 3;
  if (!(wide >= 1 && wide < 1e12)) throw Unknowable{};
  return round_up(static_cast<std::int64_t>(wide), multiple);
}

}  // namespace

void nemotron_nas(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false) || text.boolean_or("bias", false);
  heads.out_bias = heads.qkv_bias;
  const bool mlp_bias = text.boolean_or("mlp_bias", false);
  const auto blocks = text.at("block_configs").items();
  const std::int64_t layers = families::num_layers(text);
  if (static_cast<std::int64_t>(blocks.size()) < layers) throw Unknowable{};
  decoder(b, decoder_shape(b), layers, [&](std::int64_t i, const std::string& prefix) {
    const ConfigNode attends = blocks[static_cast<std::size_t>(i)].at("attention");
    const ConfigNode feeds = blocks[static_cast<std::size_t>(i)].at("ffn");
    if (!attends.boolean_or("no_op", false)) {
      AttentionShape own = heads;
      own.kv_heads = heads.heads / attends.integer("n_heads_in_group");
      attention(b, prefix + ".self_attn", own);
      b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
      b.norm(prefix + ".input_layernorm", heads.hidden);
    }
    if (!feeds.boolean_or("no_op", false)) {
      mlp(b, prefix + ".mlp", heads.hidden, width_of(feeds, heads.hidden), {.bias = mlp_bias});
      b.norm(prefix + ".post_attention_layernorm", heads.hidden);
    }
  });
}

}  // namespace kvplan::modules
