// Gemma 4: full layers have heads of their own size, the last layers share earlier ones' caches
// and have queries alone, some sizes have experts beside the MLP, others an embedding for each
// layer. The tower is Transformers' own, repeated on every rank.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

constexpr auto vision_kind = WeightKind::vision;

struct Clip {
  bool on;
};

/// Of a tower, of pictures or of sound.
void tower_linear(Builder& b, const std::string& prefix, std::int64_t out, std::int64_t in,
                  Clip clip) {
  b.replicated(prefix + ".linear", vision_kind, {out}, in);
  if (!clip.on) return;
  for (const char* limit : {".input_min", ".input_max", ".output_min", ".output_max"}) {
    b.buffer(prefix + limit, b.dtype(), {});
  }
}

void vision_layer(Builder& b, const std::string& prefix, const ConfigNode& vision) {
  const std::int64_t hidden = vision.integer("hidden_size");
  const std::int64_t dim = vision.integer("head_dim");
  const std::int64_t queries = product(vision.integer("num_attention_heads"), dim);
  const std::int64_t keys = product(vision.integer("num_key_value_heads"), dim);
  const std::int64_t wide = vision.integer("intermediate_size");
  const Clip clip{vision.boolean_or("use_clipped_linears", false)};
  tower_linear(b, prefix + ".self_attn.q_proj", queries, hidden, clip);
  tower_linear(b, prefix + ".self_attn.k_proj", keys, hidden, clip);
  tower_linear(b, prefix + ".self_attn.v_proj", keys, hidden, clip);
  tower_linear(b, prefix + ".self_attn.o_proj", hidden, queries, clip);
  b.norm(prefix + ".self_attn.q_norm", dim);
  b.norm(prefix + ".self_attn.k_norm", dim);
  tower_linear(b, prefix + ".mlp.gate_proj", wide, hidden, clip);
  tower_linear(b, prefix + ".mlp.up_proj", wide, hidden, clip);
  tower_linear(b, prefix + ".mlp.down_proj", hidden, wide, clip);
  for (const char* norm : {".input_layernorm", ".post_attention_layernorm",
                           ".pre_feedforward_layernorm", ".post_feedforward_layernorm"}) {
    b.norm(prefix + norm, hidden);
  }
}

void vision_tower(Builder& b, const ConfigNode& vision) {
  const std::int64_t hidden = vision.integer("hidden_size");
  const std::int64_t patch = vision.integer("patch_size");
  b.first_stage();
  b.add("vision_tower.patch_embedder.position_embedding_table", vision_kind, Sharding::replicated,
        b.dtype(), {2, vision.integer("position_embedding_size"), hidden});
  b.replicated("vision_tower.patch_embedder.input_proj", vision_kind, {hidden},
               product(3, product(patch, patch)));
  repeat(b, "vision_tower.encoder.layers", vision.integer("num_hidden_layers"),
         [&](const std::string& layer) { vision_layer(b, layer, vision); });
  if (vision.boolean_or("standardize", false)) {
    b.buffer("vision_tower.std_bias", b.dtype(), {hidden});
    b.buffer("vision_tower.std_scale", b.dtype(), {hidden});
  }
  // Rows and columns take half of a head each.
  const std::int64_t frequencies = vision.integer("head_dim") / 4;
  b.buffer("vision_tower.encoder.rotary_emb.inv_freq", StoredType::float32, {frequencies});
  b.buffer("vision_tower.encoder.rotary_emb.original_inv_freq", StoredType::float32, {frequencies});
  b.replicated("embed_vision.embedding_projection", vision_kind, {b.text().integer("hidden_size")},
               hidden);
}

void plain(Builder& b, const std::string& name, std::vector<std::int64_t> shape) {
  b.add(name, vision_kind, Sharding::replicated, b.dtype(), std::move(shape));
}

void sound_layer(Builder& b, const std::string& prefix, const ConfigNode& audio) {
  const std::int64_t hidden = audio.integer("hidden_size");
  const std::int64_t heads = audio.integer("num_attention_heads");
  const Clip clip{audio.boolean_or("use_clipped_linears", true)};
  for (const char* half : {".feed_forward1", ".feed_forward2"}) {
    tower_linear(b, prefix + half + ".ffw_layer_1", product(4, hidden), hidden, clip);
    tower_linear(b, prefix + half + ".ffw_layer_2", hidden, product(4, hidden), clip);
    b.norm(prefix + half + ".pre_layer_norm", hidden);
    b.norm(prefix + half + ".post_layer_norm", hidden);
  }
  const std::string attends = prefix + ".self_attn";
  plain(b, attends + ".per_dim_scale", {hidden / heads});
  for (const char* name : {".q_proj", ".k_proj", ".v_proj", ".post"}) {
    tower_linear(b, attends + name, hidden, hidden, clip);
  }
  b.replicated(attends + ".relative_k_proj", vision_kind, {hidden}, hidden);
  b.buffer(attends + ".softcap", b.dtype(), {});
  const std::string convolves = prefix + ".lconv1d";
  tower_linear(b, convolves + ".linear_start", product(2, hidden), hidden, clip);
  tower_linear(b, convolves + ".linear_end", hidden, hidden, clip);
  plain(b, convolves + ".depthwise_conv1d.weight",
        {hidden, 1, audio.integer_or("conv_kernel_size", 5)});
  b.norm(convolves + ".pre_layer_norm", hidden);
  b.norm(convolves + ".conv_norm", hidden);
  for (const char* norm : {".norm_pre_attn", ".norm_post_attn", ".norm_out"}) {
    b.norm(prefix + norm, hidden);
  }
}

/// What is heard has 128 bands, which two convolutions halve.
void sound_tower(Builder& b, const ConfigNode& audio) {
  constexpr std::int64_t bands = 128;
  const std::int64_t hidden = audio.integer("hidden_size");
  const auto channels = audio.integers("subsampling_conv_channels", 1);
  if (channels.size() != 2) throw Unknowable{};
  const std::string front = "audio_tower.subsample_conv_projection";
  std::int64_t in = 1;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::string layer = front + ".layer" + std::to_string(i);
    plain(b, layer + ".conv.weight", {channels[i], in, 3, 3});
    plain(b, layer + ".norm.weight", {channels[i]});
    in = channels[i];
  }
  b.replicated(front + ".input_proj_linear", vision_kind, {hidden}, product(in, bands / 4));
  repeat(b, "audio_tower.layers", audio.integer("num_hidden_layers"),
         [&](const std::string& layer) { sound_layer(b, layer, audio); });
  const std::int64_t out = audio.integer_or("output_proj_dims", 1536);
  b.replicated("audio_tower.output_proj", vision_kind, {out}, hidden, {.bias = true});
  b.buffer("audio_tower.rel_pos_enc.inv_timescales", b.dtype(), {1, 1, hidden / 2});
  b.replicated("embed_audio.embedding_projection", vision_kind, {b.text().integer("hidden_size")},
               out);
}

/// Without a tower: patches and sound are projected as they are, and loaded for text alone too.
void unified_embedders(Builder& b, const ConfigNode& root) {
  const ConfigNode vision = root.at("vision_config");
  const std::int64_t hidden = b.text().integer("hidden_size");
  const std::int64_t side =
      product(vision.integer_or("patch_size", 16), vision.integer_or("pooling_kernel_size", 3));
  const std::int64_t pixels = product(3, product(side, side));
  const std::int64_t width = vision.integer("mm_embed_dim");
  b.first_stage();
  plain(b, "vision_embedder.pos_embedding", {vision.integer("mm_posemb_size"), 2, width});
  b.column("vision_embedder.patch_dense", vision_kind, {width}, pixels, {.bias = true});
  b.layer_norm("vision_embedder.patch_ln1", pixels);
  b.layer_norm("vision_embedder.patch_ln2", width);
  b.layer_norm("vision_embedder.pos_norm", width);
  b.replicated("embed_vision.embedding_projection", vision_kind, {hidden},
               vision.integer_or("output_proj_dims", width), {.quantize = false});
  if (const auto audio = root.find("audio_config"); audio && audio->is_object()) {
    b.replicated("embed_audio.embedding_projection", vision_kind, {hidden},
                 audio->integer_or("audio_embed_dim", 640), {.quantize = false});
  }
}

struct Text {
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t shared_layers = 0;  ///< at the end, without keys and values of their own
  std::int64_t per_layer = 0;      ///< width of the embedding for each layer; 0: none
  bool experts = false;
};

constexpr std::int64_t default_global_head_dim = 512;  // Hugging Face, Gemma4TextConfig

AttentionShape heads_of(const ConfigNode& text, bool full) {
  AttentionShape heads = attention_shape(text);
  if (full) {
    heads.head_dim = text.integer_or("global_head_dim", default_global_head_dim);
    heads.v_head_dim = heads.head_dim;
    if (text.boolean_or("attention_k_eq_v", false)) {
      heads.kv_heads = text.integer_or("num_global_key_value_heads", heads.kv_heads);
    }
  }
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.out_bias = heads.qkv_bias;
  heads.qk_norm = true;
  return heads;
}

void queries_alone(Builder& b, const std::string& prefix, const AttentionShape& heads) {
  b.column(prefix + ".q_proj", WeightKind::attention, {product(heads.heads, heads.head_dim)},
           heads.hidden, {.bias = heads.qkv_bias});
  b.row(prefix + ".o_proj", WeightKind::attention, heads.hidden,
        product(heads.heads, heads.head_dim), {.bias = heads.out_bias});
  b.norm(prefix + ".q_norm", heads.head_dim);
  b.cache_scales(prefix + ".attn");
}

void experts(Builder& b, const std::string& prefix, const Text& t) {
  const ConfigNode& text = b.text();
  const std::int64_t count = text.integer("num_experts");
  for (const auto& [name, size] :
       {std::pair{".router.scale", t.hidden}, std::pair{".router.per_expert_scale", count}}) {
    b.add(prefix + name, WeightKind::router, Sharding::replicated, b.dtype(), {size});
  }
  b.replicated(prefix + ".router.proj", WeightKind::router, {count}, t.hidden, {.quantize = false});
  b.buffer(prefix + ".router.root_size", b.dtype(), {});
  b.experts(
      prefix + ".experts.routed_experts",
      {.count = count, .hidden = t.hidden, .intermediate = text.integer("moe_intermediate_size")});
  for (const char* norm : {".post_feedforward_layernorm_1", ".post_feedforward_layernorm_2",
                           ".pre_feedforward_layernorm_2"}) {
    b.norm(prefix + norm, t.hidden);
  }
}

void per_layer_input(Builder& b, const std::string& prefix, const Text& t) {
  b.replicated(prefix + ".per_layer_input_gate", WeightKind::embedding, {t.per_layer}, t.hidden);
  b.replicated(prefix + ".per_layer_projection", WeightKind::embedding, {t.hidden}, t.per_layer);
  b.norm(prefix + ".post_per_layer_input_norm", t.hidden);
}

void layer(Builder& b, const std::string& prefix, const Text& t, std::int64_t i, bool full) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = heads_of(text, full);
  const bool shares = i >= t.layers - t.shared_layers;
  if (shares) {
    queries_alone(b, prefix + ".self_attn", heads);
  } else {
    attention(b, prefix + ".self_attn", heads);
  }
  const auto ropes = text.find("rope_parameters");
  const auto rope = ropes ? ropes->find(full ? "full_attention" : "sliding_attention")
                          : std::optional<ConfigNode>{};
  Rotary table = rotary_of(text, rope, heads.head_dim, max_positions(text));
  table.dim = heads.head_dim;  // the full layers' part is spread over the whole width
  b.rotary(prefix + ".self_attn.rotary_emb", table);
  const std::int64_t widths = shares && text.boolean_or("use_double_wide_mlp", false) ? 2 : 1;
  mlp(b, prefix + ".mlp", t.hidden, product(widths, text.integer("intermediate_size")));
  for (const char* norm : {".input_layernorm", ".post_attention_layernorm",
                           ".pre_feedforward_layernorm", ".post_feedforward_layernorm"}) {
    b.norm(prefix + norm, t.hidden);
  }
  if (t.experts) experts(b, prefix, t);
  if (t.per_layer > 0) per_layer_input(b, prefix, t);
  b.buffer(prefix + ".layer_scalar", b.dtype(), {1});
}

void per_layer_tables(Builder& b, const std::string& prefix, const Text& t) {
  const ConfigNode& text = b.text();
  const std::int64_t width = product(t.layers, t.per_layer);
  b.all_stages(true);
  b.embedding(prefix + ".embed_tokens_per_layer", text.integer("vocab_size_per_layer_input"),
              width);
  b.column(prefix + ".per_layer_model_projection", WeightKind::embedding, {width}, t.hidden);
  b.norm(prefix + ".per_layer_projection_norm", t.per_layer);
  for (const char* scale :
       {".embed_scale_per_layer", ".per_layer_input_scale", ".per_layer_projection_scale"}) {
    b.buffer(prefix + scale, b.dtype(), {});
  }
  b.all_stages(false);
}

void text_model(Builder& b, const std::string& wrapper) {
  const ConfigNode& text = b.text();
  const Text t{.layers = families::num_layers(text),
               .hidden = text.integer("hidden_size"),
               .shared_layers = text.integer_or("num_kv_shared_layers", 0, 0),
               .per_layer = text.integer_or("hidden_size_per_layer_input", 0, 0),
               .experts = text.boolean_or("enable_moe_block", false)};
  const auto types = families::layer_types(text);
  // Where none are named: every sixth is full, and the last. Hugging Face, Gemma4TextConfig.
  constexpr std::int64_t period = 6;
  const auto full = [&](std::int64_t i) {
    return types.empty() ? (i + 1) % period == 0 || i + 1 == t.layers
                         : types[static_cast<std::size_t>(i)] == "full_attention";
  };
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = wrapper + "model";
  shape.embedding_everywhere = shape.norm_everywhere = true;
  shape.head = wrapper + "lm_head";
  if (t.per_layer > 0) per_layer_tables(b, shape.prefix, t);
  decoder(b, shape, t.layers,
          [&](std::int64_t i, const std::string& prefix) { layer(b, prefix, t, i, full(i)); });
  for (std::int64_t stage = 0; stage < b.pp(); ++stage) {
    b.at_stage(stage);
    b.buffer(shape.prefix + ".normalizer", b.dtype(), {});
  }
}

}  // namespace

void gemma4_text(Builder& b) {
  usual_fusions(b);
  text_model(b, "");
}

namespace {

void multimodal_names(Builder& b) {
  usual_fusions(b);
  b.quantization().rename({{"model.vision_tower", "vision_tower"},
                           {"model.audio_tower", "audio_tower"},
                           {"model.vision_embedder", "vision_embedder"},
                           {"model.embed_vision", "embed_vision"},
                           {"model.embed_audio", "embed_audio"},
                           {"model.language_model.", "language_model.model."},
                           {"lm_head.", "language_model.lm_head."},
                           {"model", "language_model.model"}});
}

}  // namespace

void gemma4(Builder& b) {
  multimodal_names(b);
  const ConfigNode& root = b.config().root;
  if (!b.options().language_model_only) {
    vision_tower(b, root.at("vision_config"));
    const auto audio = root.find("audio_config");
    if (audio && audio->is_object()) sound_tower(b, *audio);
  }
  text_model(b, "language_model.");
}

/// Source: vLLM 0.33, models/gemma4_unified.py.
void gemma4_unified(Builder& b) {
  multimodal_names(b);
  unified_embedders(b, b.config().root);
  text_model(b, "language_model.");
}

}  // namespace kvplan::modules
