// Qwen 2 and 3, dense and mixture of experts, with and without a vision tower. Qwen 2 has a bias
// on queries, keys and values, Qwen 3 a norm on queries and keys.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"
#include "weights/qwen_layers.hpp"
#include "weights/qwen_moe.hpp"
#include "weights/qwen_vision.hpp"
#include "weights/sound.hpp"

namespace kvplan::modules {
namespace {

struct Variant {
  AttentionShape heads;
  bool routed = false;
  std::string wrapper;            ///< "language_model." inside a multimodal model
  std::int64_t mrope_factor = 4;  ///< vLLM: 1 where the positions never leave the length
};

void layers(Builder& b, const Variant& variant) {
  const ConfigNode& text = b.text();
  const AttentionShape& heads = variant.heads;
  b.quantization().fuse(
      {{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}, {"gate_up_proj", {"gate_proj", "up_proj"}}});
  DecoderShape shape = decoder_shape(b);
  shape.prefix = variant.wrapper + "model";
  shape.head = variant.wrapper + "lm_head";
  shape.embedding_for_draft = !variant.routed;
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = variant.routed;
  const auto routed = variant.routed ? std::optional<RoutedLayers>(text) : std::nullopt;
  const auto is_routed = [&](std::int64_t i) { return routed && routed->has(i); };
  shape.kind = [&](std::int64_t i) { return is_routed(i) ? 1 : 0; };
  const Rotary rotary =
      rotary_table(text, heads.head_dim, max_positions(text), variant.mrope_factor);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary);
    if (is_routed(i)) {
      qwen_experts(b, prefix + ".mlp", text, heads.qk_norm);
    } else {
      mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    }
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

AttentionShape qwen2_heads(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = true;
  return heads;
}

AttentionShape qwen3_heads(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.qk_norm = true;
  return heads;
}

constexpr std::int64_t qwen3_vl_deepstack = 3;  // Hugging Face, Qwen3VLVisionConfig

void qwen3_multimodal(Builder& b, bool routed) {
  b.quantization().rename({{"model.visual.", "visual."},
                           {"lm_head.", "language_model.lm_head."},
                           {"model.language_model.", "language_model.model."}});
  qwen3_vision(b, qwen3_vl_deepstack);
  layers(b, {.heads = qwen3_heads(b.text()),
             .routed = routed,
             .wrapper = "language_model.",
             .mrope_factor = 1});
}

}  // namespace

void qwen_layers(Builder& b, const AttentionShape& heads, const std::string& wrapper) {
  layers(b, {.heads = heads, .wrapper = wrapper});
}

void qwen2(Builder& b) { layers(b, {.heads = qwen2_heads(b.text()), .wrapper = ""}); }

/// MiMo's own draft: a layer of Qwen 2 behind a projection of embedding and hidden state.
/// Source: vLLM 0.33, models/mimo_mtp.py.
void mimo_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = qwen2_heads(text);
  const std::int64_t hidden = heads.hidden;
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), hidden);
  for (std::int64_t i = 0; i < text.integer_or("num_nextn_predict_layers", 1, 0); ++i) {
    const std::string prefix = "model.mtp_layers." + std::to_string(i);
    b.replicated(prefix + ".input_proj", WeightKind::other, {hidden}, 2 * hidden,
                 {.quantize = false});
    const std::string block = prefix + ".mtp_block";
    attention(b, block + ".self_attn", heads);
    b.rotary(block + ".self_attn.rotary_emb",
             rotary_table(text, heads.head_dim, max_positions(text)));
    mlp(b, block + ".mlp", hidden, text.integer("intermediate_size"));
    b.norm(block + ".input_layernorm", hidden);
    b.norm(block + ".post_attention_layernorm", hidden);
    for (const char* norm : {".token_layernorm", ".hidden_layernorm", ".final_layernorm"}) {
      b.norm(prefix + norm, hidden);
    }
  }
}

void qwen2_moe(Builder& b) {
  layers(b, {.heads = qwen2_heads(b.text()), .routed = true, .wrapper = ""});
}
void qwen3(Builder& b) { layers(b, {.heads = qwen3_heads(b.text()), .wrapper = ""}); }
void qwen3_moe(Builder& b) {
  layers(b, {.heads = qwen3_heads(b.text()), .routed = true, .wrapper = ""});
}

namespace {

void qwen2_multimodal(Builder& b, void (*tower)(Builder&)) {
  b.quantization().rename({{"model.language_model.", "language_model.model."},
                           {"model.visual.", "visual."},
                           {"lm_head.", "language_model.lm_head."},
                           {"model.", "language_model.model."}});
  tower(b);
  layers(b, {.heads = qwen2_heads(b.text()), .wrapper = "language_model."});
}

}  // namespace

void qwen2_vl(Builder& b) { qwen2_multimodal(b, qwen2_vision); }
void qwen2_5_vl(Builder& b) { qwen2_multimodal(b, qwen2_5_vision); }

void qwen3_vl(Builder& b) { qwen3_multimodal(b, false); }
void qwen3_vl_moe(Builder& b) { qwen3_multimodal(b, true); }

namespace {

/// Source: Hugging Face, Qwen2_5OmniAudioEncoder.
void qwen2_5_sound(Builder& b) {
  if (b.options().language_model_only) return;
  const ConfigNode audio = b.config().root.at("thinker_config").at("audio_config");
  const SoundTower own = sound_tower(audio);
  const std::int64_t out = audio.integer("output_dim");
  b.first_stage();
  whisper_encoder(b, "audio_tower", own, audio.integer_or("num_mel_bins", 128));
  sound_part(b, "audio_tower.audio_bos_eos_token", {2, out}, false);
  b.layer_norm("audio_tower.ln_post", own.hidden);
  sound_part(b, "audio_tower.proj", {out, own.hidden});
  b.buffer("audio_tower.positional_embedding.positional_embedding", StoredType::float32,
           {own.positions, own.hidden});
}

/// Three convolutions halve what is heard; the layers divide over the ranks.
/// Source: vLLM 0.33, models/qwen3_omni_moe_thinker.py.
void qwen3_sound(Builder& b) {
  if (b.options().language_model_only) return;
  constexpr auto kind = WeightKind::vision;
  const ConfigNode audio = b.config().root.at("thinker_config").at("audio_config");
  const SoundTower own = sound_tower(audio);
  const std::int64_t channels = audio.integer_or("downsample_hidden_size", 480);
  constexpr std::int64_t width = 3;
  constexpr std::int64_t halved = 8;
  b.first_stage();
  sound_part(b, "audio_tower.conv2d1", {channels, 1, width, width});
  sound_part(b, "audio_tower.conv2d2", {channels, channels, width, width});
  sound_part(b, "audio_tower.conv2d3", {channels, channels, width, width});
  b.replicated("audio_tower.conv_out", kind, {own.hidden},
               product(channels, ceil_div(audio.integer_or("num_mel_bins", 128), halved)));
  const std::int64_t width_on_rank = b.share(own.hidden);
  repeat(b, "audio_tower.layers", own.layers, [&](const std::string& prefix) {
    b.sharded(prefix + ".self_attn.qkv_proj", kind, Sharding::qkv,
              {width_on_rank, width_on_rank, width_on_rank}, own.hidden, {.bias = true});
    b.row(prefix + ".self_attn.out_proj", kind, own.hidden, own.hidden, {.bias = true});
    b.column(prefix + ".fc1", kind, {own.wide}, own.hidden, {.bias = true});
    b.row(prefix + ".fc2", kind, own.hidden, own.wide, {.bias = true});
    b.layer_norm(prefix + ".self_attn_layer_norm", own.hidden);
    b.layer_norm(prefix + ".final_layer_norm", own.hidden);
  });
  b.layer_norm("audio_tower.ln_post", own.hidden);
  b.replicated("audio_tower.proj1", kind, {own.hidden}, own.hidden, {.bias = true});
  b.replicated("audio_tower.proj2", kind, {audio.integer("output_dim")}, own.hidden,
               {.bias = true});
  b.buffer("audio_tower.positional_embedding.positional_embedding", StoredType::float32,
           {own.positions, own.hidden});
}

/// The part that thinks; what it speaks with is not loaded.
void thinker_names(Builder& b) {
  b.quantization().rename({{"thinker.lm_head.", "language_model.lm_head."},
                           {"thinker.model.", "language_model.model."},
                           {"thinker.", ""}});
}

}  // namespace

void qwen3_omni(Builder& b) {
  thinker_names(b);
  qwen3_sound(b);
  qwen3_vision(b, qwen3_vl_deepstack);
  layers(b, {.heads = qwen3_heads(b.text()), .routed = true, .wrapper = "language_model."});
}

void qwen2_5_omni(Builder& b) {
  thinker_names(b);
  qwen2_5_sound(b);
  qwen2_5_vision(b);
  layers(b, {.heads = qwen2_heads(b.text()), .wrapper = "language_model."});
}

}  // namespace kvplan::modules
