// MiniCPM-V and MiniCPM-o: a SigLIP tower and what joins it to a language model. Up to 4.5 a
// resampler, before Llama's, Qwen 2's or Qwen 3's; in 4.6 a merger of windows inside the tower and
// one behind it, before Qwen 3.5's. Source: vLLM 0.33, models/minicpmv.py, minicpmv4_6.py.

#include "checked.hpp"
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"
#include "weights/qwen_layers.hpp"
#include "weights/sound.hpp"
#include "weights/vision.hpp"

namespace kvplan::modules {
namespace {

constexpr auto kind = WeightKind::vision;

/// Attention within 2 × 2 patches, then an MLP over the four of them.
void window_merger(Builder& b, const std::string& prefix, const ConfigNode& vision) {
  const std::int64_t hidden = vision.integer("hidden_size");
  const std::int64_t heads = vision.integer("num_attention_heads");
  const std::int64_t own = product(b.share(heads), hidden / heads);
  const std::int64_t wide = product(vision.integer("intermediate_size"), 4);
  b.sharded(prefix + ".self_attn.qkv_proj", kind, Sharding::qkv, {own, own, own}, hidden,
            {.bias = true});
  b.row(prefix + ".self_attn.out_proj", kind, hidden, hidden, {.bias = true});
  b.layer_norm(prefix + ".layer_norm1", hidden);
  b.layer_norm(prefix + ".pre_norm", 4 * hidden);
  b.replicated(prefix + ".linear_1", kind, {wide}, 4 * hidden, {.bias = true, .quantize = false});
  b.replicated(prefix + ".linear_2", kind, {hidden}, wide, {.bias = true, .quantize = false});
}

void merger(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t out) {
  const ConfigNode& root = b.config().root;
  auto kernel = root.integers("merge_kernel_size", 1);
  if (kernel.empty()) kernel = {2, 2};
  if (kernel.size() != 2) throw Unknowable{};
  const std::int64_t merged = product(hidden, product(kernel[0], kernel[1]));
  const std::int64_t times = root.integer_or("merger_times", 1);
  if (times > 100) throw Unknowable{};
  for (std::int64_t i = 0; i < times; ++i) {
    const std::string own = prefix + ".mlp." + std::to_string(i);
    b.layer_norm(own + ".pre_norm", merged);
    b.replicated(own + ".linear_1", kind, {merged}, merged, {.bias = true, .quantize = false});
    b.replicated(own + ".linear_2", kind, {i + 1 == times ? out : hidden}, merged,
                 {.bias = true, .quantize = false});
  }
}

void plain(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  b.add("resampler." + name, kind, Sharding::replicated, b.dtype(), std::move(shape));
}

/// Queries that read the patches, with tables of places, and of times where it knows of video.
void resampler(Builder& b, std::int64_t from, bool times) {
  const std::int64_t to = b.text().integer("hidden_size");
  constexpr std::int64_t side = 70;
  constexpr std::int64_t longest = 36'000;
  plain(b, "query", {b.config().root.integer("query_num"), to});
  plain(b, "proj", {to, to});
  if (from != to) b.replicated("resampler.kv_proj", kind, {to}, from);
  plain(b, "attn.in_proj_weight", {3 * to, to});
  plain(b, "attn.in_proj_bias", {3 * to});
  plain(b, "attn.out_proj.weight", {to, to});
  plain(b, "attn.out_proj.bias", {to});
  for (const char* norm : {"ln_q", "ln_kv", "ln_post"}) {
    b.layer_norm("resampler." + std::string(norm), to);
  }
  b.buffer("resampler.pos_embed", b.dtype(), {side, side, to});
  if (times) b.buffer("resampler.temporal_pos_embed", b.dtype(), {longest, to});
}

/// 2.6, 4.0 and 4.5 in tenths; the config has a number or a text.
std::int64_t version_of(const ConfigNode& root) {
  constexpr std::int64_t first_with_sound = 26;
  const auto node = root.find("version");
  if (!node && root.has("audio_config")) return first_with_sound;
  if (node && node->is_string()) {
    const std::string text = node->as_string();
    for (const std::int64_t tenths : {26, 40, 45}) {
      if (text == std::to_string(tenths / 10) + "." + std::to_string(tenths % 10)) return tenths;
    }
  }
  if (!node || !node->is_number()) throw Unknowable{};
  const auto tenths = nearest(root.number_or("version", 0) * 10);
  if (!tenths) throw Unknowable{};
  return *tenths;
}

/// MiniCPM-o hears by Whisper's encoder, whose output it projects twice.
/// Source: vLLM 0.33, models/minicpmo.py.
void hearing(Builder& b, const ConfigNode& audio) {
  const SoundTower tower = sound_tower(audio);
  const std::int64_t to = b.text().integer("hidden_size");
  whisper_encoder(b, "apm", tower, audio.integer_or("num_mel_bins", 80));
  sound_part(b, "apm.embed_positions", {tower.positions, tower.hidden}, false);
  b.layer_norm("apm.layer_norm", tower.hidden);
  sound_part(b, "audio_projection_layer.linear1", {to, tower.wide / 4});
  sound_part(b, "audio_projection_layer.linear2", {to, to});
}

}  // namespace

void minicpmv(Builder& b) {
  const ConfigNode& root = b.config().root;
  const ConfigNode& text = b.text();
  constexpr std::int64_t with_qwen2 = 26;
  constexpr std::int64_t with_llama = 40;
  constexpr std::int64_t with_qwen3 = 45;
  const std::int64_t version = version_of(root);
  if (version != with_qwen2 && version != with_llama && version != with_qwen3) throw Unknowable{};
  if (!b.options().language_model_only) {
    const ConfigNode vision = root.at("vision_config");
    const std::int64_t layers = vision.integer("num_hidden_layers");
    b.first_stage();
    idefics2(b, "vpm", vision,
             root.boolean_or("drop_vision_last_layer", false) ? layers - 1 : layers);
    resampler(b, vision.integer("hidden_size"), version == with_qwen3);
    if (b.config().architecture() == "MiniCPMO") hearing(b, root.at("audio_config"));
  }
  AttentionShape heads = attention_shape(text);
  heads.qk_norm = version == with_qwen3;
  heads.qkv_bias = version == with_qwen2 || text.boolean_or("attention_bias", false);
  qwen_layers(b, heads, "llm.");
}

void minicpmv4_6(Builder& b) {
  const ConfigNode& root = b.config().root;
  if (!b.options().language_model_only) {
    const ConfigNode vision = root.at("vision_config");
    const std::int64_t layers = vision.integer("num_hidden_layers");
    b.first_stage();
    idefics2(b, "vpm", vision,
             root.boolean_or("drop_vision_last_layer", false) ? layers - 1 : layers);
    window_merger(b, "vit_merger", vision);
    merger(b, "merger", vision.integer("hidden_size"), b.text().integer("hidden_size"));
  }
  qwen3_5_language(b, "language_model.");
}

}  // namespace kvplan::modules
