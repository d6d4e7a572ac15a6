// Gemma 3n: four streams that each layer predicts and corrects (AltUp), a low-rank side path
// (LAuReL), an embedding for each layer; the last layers share earlier ones' caches and have
// queries alone. The vision tower is MobileNet-v5 of timm, the audio tower Transformers' own: both
// whole on every rank. Source: vLLM 0.33, models/gemma3n{,_mm}.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/mobilenet.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void streams(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t count) {
  constexpr auto kind = WeightKind::other;
  b.add(prefix + ".correct_output_scale", kind, Sharding::replicated, StoredType::float32,
        {hidden});
  b.replicated(prefix + ".correction_coefs", kind, {count}, count, {.quantize = false});
  b.replicated(prefix + ".prediction_coefs", kind, {product(count, count)}, count,
               {.quantize = false});
  b.replicated(prefix + ".modality_router", kind, {count}, hidden, {.quantize = false});
  b.norm(prefix + ".router_norm", hidden);
  b.buffer(prefix + ".router_input_scale", b.dtype(), {});
}

void attends(Builder& b, const std::string& prefix, const AttentionShape& heads, bool shares) {
  if (!shares) {
    attention(b, prefix, heads);
    return;
  }
  b.column(prefix + ".q_proj", WeightKind::attention, {product(heads.heads, heads.head_dim)},
           heads.hidden);
  b.row(prefix + ".o_proj", WeightKind::attention, heads.hidden,
        product(heads.heads, heads.head_dim));
  b.norm(prefix + ".q_norm", heads.head_dim);
  b.cache_scales(prefix + ".attn");
}

/// One width for all layers, or one for each.
std::vector<std::int64_t> widths(const ConfigNode& text, std::int64_t layers) {
  const ConfigNode field = text.at("intermediate_size");
  if (field.is_number()) return std::vector(static_cast<std::size_t>(layers), field.as_integer());
  auto each = text.integers("intermediate_size", 1);
  if (static_cast<std::int64_t>(each.size()) != layers) throw Unknowable{};
  return each;
}

Rotary table_of(const ConfigNode& text, std::int64_t head_dim, bool slides) {
  const auto parts = text.find("rope_parameters");
  if (parts && parts->has("full_attention")) {
    return rotary_of(text, parts->find(slides ? "sliding_attention" : "full_attention"), head_dim,
                     max_positions(text));
  }
  Rotary table = rotary_table(text, head_dim);
  if (slides) table.key = "local";
  return table;
}

void ends(Builder& b, const std::string& model, std::int64_t hidden, std::int64_t layers) {
  const ConfigNode& text = b.text();
  const std::int64_t each = text.integer_or("hidden_size_per_layer_input", 256);
  const std::int64_t others = text.integer_or("altup_num_inputs", 4, 2) - 1;
  const std::string own = model + ".self_decoder";
  b.embedding(own + ".embed_tokens", text.integer("vocab_size"), hidden);
  b.embedding(own + ".embed_tokens_per_layer",
              text.integer_or("vocab_size_per_layer_input", 262'144), product(layers, each));
  b.column(own + ".per_layer_model_projection", WeightKind::embedding, {product(layers, each)},
           hidden, {.quantize = false});
  b.norm(own + ".per_layer_projection_norm", each);
  for (const char* scale : {".embed_scale", ".embed_scale_per_layer", ".per_layer_input_scale",
                            ".per_layer_projection_scale"}) {
    b.buffer(own + scale, b.dtype(), {});
  }
  for (const auto& name : {own + ".altup_projections.", model + ".altup_unembed_projections."}) {
    for (std::int64_t i = 0; i < others; ++i) {
      b.column(name + std::to_string(i), WeightKind::other, {hidden}, hidden, {.quantize = false});
    }
  }
  b.norm(model + ".norm", hidden);
}

void text_model(Builder& b, const std::string& wrapper) {
  const ConfigNode& text = b.text();
  if (b.pp() > 1) throw Unknowable{};
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qk_norm = true;
  const std::int64_t layers = families::num_layers(text);
  const std::int64_t hidden = heads.hidden;
  const auto types = families::layer_types(text);
  const auto wide = widths(text, layers);
  const std::int64_t own = layers - text.integer_or("num_kv_shared_layers", 15, 0);
  const std::int64_t rank = text.integer_or("laurel_rank", 64);
  const std::int64_t each = text.integer_or("hidden_size_per_layer_input", 256);
  const auto slides = [&](std::int64_t i) {
    constexpr std::int64_t period = 5;  // Hugging Face, Gemma3nTextConfig
    return types.empty() ? (i + 1) % period != 0
                         : types[static_cast<std::size_t>(i)] == "sliding_attention";
  };
  DecoderShape shape;
  shape.prefix = wrapper + "model";
  shape.norm = "";
  shape.kind = [&](std::int64_t i) {
    return wide[static_cast<std::size_t>(i)] * 4 + (slides(i) ? 2 : 0) + (i >= own ? 1 : 0);
  };
  b.first_stage();
  ends(b, shape.prefix, hidden, layers);
  decoder_layers(b, shape, layers, [&](std::int64_t i, const std::string& prefix) {
    streams(b, prefix + ".altup", hidden, text.integer_or("altup_num_inputs", 4, 2));
    attends(b, prefix + ".self_attn", heads, i >= own);
    b.rotary(prefix + ".self_attn.rotary_emb", table_of(text, heads.head_dim, slides(i)));
    mlp(b, prefix + ".mlp", hidden, wide[static_cast<std::size_t>(i)]);
    b.column(prefix + ".laurel.linear_left", WeightKind::other, {rank}, hidden,
             {.quantize = false});
    b.row(prefix + ".laurel.linear_right", WeightKind::other, hidden, rank, {.quantize = false});
    b.norm(prefix + ".laurel.post_laurel_norm", hidden);
    b.replicated(prefix + ".per_layer_input_gate", WeightKind::embedding, {each}, hidden);
    b.replicated(prefix + ".per_layer_projection", WeightKind::embedding, {hidden}, each);
    for (const char* norm :
         {".input_layernorm", ".post_attention_layernorm", ".pre_feedforward_layernorm",
          ".post_feedforward_layernorm", ".post_per_layer_input_norm"}) {
      b.norm(prefix + norm, hidden);
    }
  });
}

/// Hard tokens of a modality, and soft ones projected.
void embedder(Builder& b, const std::string& name, const ConfigNode& modality) {
  const std::int64_t width = modality.integer("hidden_size");
  b.embedding(name + ".embedding", modality.integer_or("vocab_size", 128), width);
  b.norm(name + ".hard_embedding_norm", width);
  b.norm(name + ".soft_embedding_norm", width);
  b.row(name + ".embedding_projection", WeightKind::vision, b.text().integer("hidden_size"), width,
        {.quantize = false});
}

void plain(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  b.add(name, WeightKind::vision, Sharding::replicated, b.dtype(), std::move(shape));
}

void feed_forward(Builder& b, const std::string& prefix, std::int64_t hidden) {
  b.norm(prefix + ".pre_layer_norm", hidden);
  plain(b, prefix + ".ffw_layer_1.weight", {4 * hidden, hidden});
  plain(b, prefix + ".ffw_layer_2.weight", {hidden, 4 * hidden});
  b.norm(prefix + ".post_layer_norm", hidden);
  b.buffer(prefix + ".gradient_clipping", b.dtype(), {});
}

void conformer(Builder& b, const std::string& prefix, const ConfigNode& audio) {
  const std::int64_t hidden = audio.integer("hidden_size");
  const std::int64_t heads = audio.integer("conf_num_attention_heads");
  const std::int64_t chunk = audio.integer("conf_attention_chunk_size");
  const std::int64_t left = audio.integer("conf_attention_context_left", 1) - 1;
  const std::int64_t right = audio.integer("conf_attention_context_right", 0);
  feed_forward(b, prefix + ".ffw_layer_start", hidden);
  const std::string attends = prefix + ".attention";
  b.norm(attends + ".pre_attn_norm", hidden);
  plain(b, attends + ".attn.per_dim_scale", {hidden / heads});
  for (const char* name : {".attn.relative_position_embedding.pos_proj", ".attn.q_proj",
                           ".attn.k_proj", ".attn.v_proj", ".post"}) {
    plain(b, attends + name + ".weight", {hidden, hidden});
  }
  b.norm(attends + ".post_norm", hidden);
  b.buffer(attends + ".gradient_clipping", b.dtype(), {});
  b.buffer(attends + ".attn.local_causal_valid_mask", StoredType::boolean,
           {chunk, sum(chunk, sum(left, right))});
  b.buffer(attends + ".attn.softcap", StoredType::float32, {});
  b.buffer(attends + ".attn.q_scale", b.dtype(), {});
  b.buffer(attends + ".attn.relative_position_embedding.inv_timescales", StoredType::float32,
           {1, 1, hidden / 2});
  const std::string conv = prefix + ".lconv1d";
  b.norm(conv + ".pre_layer_norm", hidden);
  plain(b, conv + ".linear_start.weight", {2 * hidden, hidden});
  plain(b, conv + ".depthwise_conv1d.weight", {hidden, 1, audio.integer("conf_conv_kernel_size")});
  b.norm(conv + ".conv_norm", hidden);
  plain(b, conv + ".linear_end.weight", {hidden, hidden});
  b.buffer(conv + ".gradient_clipping", b.dtype(), {});
  feed_forward(b, prefix + ".ffw_layer_end", hidden);
  b.norm(prefix + ".norm", hidden);
  b.buffer(prefix + ".gradient_clipping", b.dtype(), {});
}

void audio_tower(Builder& b, const ConfigNode& audio) {
  const auto channels = audio.integers("sscp_conv_channel_size", 1);
  if (channels.size() != 2) throw Unknowable{};
  const std::string prefix = "audio_tower.subsample_conv_projection";
  std::int64_t bins = audio.integer("input_feat_size");
  std::int64_t in = 1;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    // Kernels of 3 × 3 that halve, as all published sizes have them.
    const std::string conv = prefix + ".conv_" + std::to_string(i);
    plain(b, conv + ".conv.weight", {channels[i], in, 3, 3});
    b.norm(conv + ".norm", channels[i]);
    in = channels[i];
    bins = ceil_div(bins, 2);
  }
  plain(b, prefix + ".input_proj_linear.weight", {audio.integer("hidden_size"), product(in, bins)});
  repeat(b, "audio_tower.conformer", audio.integer("conf_num_hidden_layers"),
         [&](const std::string& layer) { conformer(b, layer, audio); });
}

}  // namespace

void gemma3n_text(Builder& b) { text_model(b, ""); }

void gemma3n(Builder& b) {
  b.quantization().rename({{"model.language_model.", "language_model.model."},
                           {"model.vision_tower.", "vision_tower."},
                           {"model.audio_tower.", "audio_tower."},
                           {"lm_head.", "language_model.lm_head."}});
  const ConfigNode& root = b.config().root;
  if (!b.options().language_model_only) {
    const ConfigNode vision = root.at("vision_config");
    if (vision.string_or("architecture", "mobilenetv5_300m_enc") != "mobilenetv5_300m_enc") {
      throw Unknowable{};
    }
    b.first_stage();
    mobilenet_v5(b, "vision_tower.timm_model");
    embedder(b, "embed_vision", vision);
    const ConfigNode audio = root.at("audio_config");
    audio_tower(b, audio);
    embedder(b, "embed_audio", audio);
  }
  text_model(b, "language_model.");
}

}  // namespace kvplan::modules
