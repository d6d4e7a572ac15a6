// Whisper: an encoder of sound and a decoder whose layers also read it. Positions are learned; the
// head is the embedding. Source: vLLM 0.33, models/whisper.py; defaults: Hugging Face,
// WhisperConfig.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

struct Half {
  std::int64_t hidden;
  std::int64_t heads;
  std::int64_t wide;
};

void attends(Builder& b, const std::string& prefix, const Half& half) {
  const std::int64_t own = product(b.share(half.heads), half.hidden / half.heads);
  b.sharded(prefix + ".qkv_proj", WeightKind::attention, Sharding::qkv, {own, own, own},
            half.hidden, {.bias = true});
  b.row(prefix + ".out_proj", WeightKind::attention, half.hidden, half.hidden, {.bias = true});
}

void reads_encoder(Builder& b, const std::string& prefix, const Half& half) {
  b.column(prefix + ".q_proj", WeightKind::attention, {half.hidden}, half.hidden, {.bias = true});
  b.column(prefix + ".kv_proj", WeightKind::attention, {half.hidden, half.hidden}, half.hidden,
           {.bias = true});
  b.row(prefix + ".out_proj", WeightKind::attention, half.hidden, half.hidden, {.bias = true});
  b.cache_scales(prefix + ".attn");
}

void feed(Builder& b, const std::string& prefix, const Half& half) {
  b.column(prefix + ".mlp.fc1", WeightKind::dense_mlp, {half.wide}, half.hidden, {.bias = true});
  b.row(prefix + ".mlp.fc2", WeightKind::dense_mlp, half.hidden, half.wide, {.bias = true});
  b.layer_norm(prefix + ".final_layer_norm", half.hidden);
}

void plain(Builder& b, const std::string& name, WeightKind kind, std::vector<std::int64_t> shape) {
  b.add("model." + name, kind, Sharding::replicated, b.dtype(), std::move(shape));
}

void encoder(Builder& b, const ConfigNode& text) {
  const Half half{text.integer("d_model"), text.integer("encoder_attention_heads"),
                  text.integer("encoder_ffn_dim")};
  constexpr auto kind = WeightKind::vision;
  plain(b, "encoder.conv1.weight", kind, {half.hidden, text.integer_or("num_mel_bins", 80), 3});
  plain(b, "encoder.conv1.bias", kind, {half.hidden});
  plain(b, "encoder.conv2.weight", kind, {half.hidden, half.hidden, 3});
  plain(b, "encoder.conv2.bias", kind, {half.hidden});
  plain(b, "encoder.embed_positions.weight", kind,
        {text.integer_or("max_source_positions", 1500), half.hidden});
  repeat(b, "model.encoder.layers", text.integer("encoder_layers"), [&](const std::string& prefix) {
    attends(b, prefix + ".self_attn", half);
    b.layer_norm(prefix + ".self_attn_layer_norm", half.hidden);
    feed(b, prefix, half);
  });
  b.layer_norm("model.encoder.layer_norm", half.hidden);
}

void decoder_half(Builder& b, const ConfigNode& text) {
  const Half half{text.integer("d_model"), text.integer("decoder_attention_heads"),
                  text.integer("decoder_ffn_dim")};
  plain(b, "decoder.embed_tokens.weight", WeightKind::embedding,
        {text.integer("vocab_size"), half.hidden});
  plain(b, "decoder.embed_positions.weight", WeightKind::embedding,
        {text.integer_or("max_target_positions", 448), half.hidden});
  repeat(b, "model.decoder.layers", text.integer("decoder_layers"), [&](const std::string& prefix) {
    attends(b, prefix + ".self_attn", half);
    b.cache_scales(prefix + ".self_attn.attn");
    b.layer_norm(prefix + ".self_attn_layer_norm", half.hidden);
    reads_encoder(b, prefix + ".encoder_attn", half);
    b.layer_norm(prefix + ".encoder_attn_layer_norm", half.hidden);
    feed(b, prefix, half);
  });
  b.layer_norm("model.decoder.layer_norm", half.hidden);
}

}  // namespace

void whisper(Builder& b) {
  if (b.pp() > 1) throw Unknowable{};
  b.quantization().fuse(
      {{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}, {"kv_proj", {"k_proj", "v_proj"}}});
  b.first_stage();
  encoder(b, b.text());
  decoder_half(b, b.text());
}

}  // namespace kvplan::modules
