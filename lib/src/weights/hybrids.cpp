// Families of attention and states: Jamba, Falcon-H1, Granite 4, Zamba 2, LFM2, Mamba 2.
#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/mamba.hpp"
#include "weights/models.hpp"
#include "weights/vision.hpp"

namespace kvplan::modules {
namespace {

const Layer& layer_at(Builder& b, std::int64_t i) {
  const std::vector<Layer>& layers = b.architecture().layers;
  if (i < 0 || i >= static_cast<std::int64_t>(layers.size())) throw Unknowable{};
  return layers[static_cast<std::size_t>(i)];
}

void everywhere(DecoderShape& shape) {
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
}

}  // namespace

void mamba2(Builder& b) {
  const ConfigNode& text = b.text();
  DecoderShape shape = decoder_shape(b);
  shape.prefix = "backbone";
  shape.embedding = "embeddings";
  shape.norm = "norm_f";
  shape.kind = all_alike;
  const Mamba2Options options{.conv_bias = text.boolean_or("use_conv_bias", true),
                              .bias = text.boolean_or("use_bias", false)};
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    mamba2_mixer(b, prefix + ".mixer", shape.hidden, state_of<Mamba2State>(layer_at(b, i)),
                 options);
    b.norm(prefix + ".norm", shape.hidden);
  });
}

void jamba(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  DecoderShape shape = decoder_shape(b);
  shape.norm = "final_layernorm";
  everywhere(shape);
  constexpr std::int64_t default_part = 16;
  const auto rank = text.find("mamba_dt_rank");
  const Mamba1Options options{.dt_rank = rank && rank->is_number()
                                             ? rank->as_integer()
                                             : ceil_div(shape.hidden, default_part),
                              .conv_bias = text.boolean_or("mamba_conv_bias", true),
                              .bias = text.boolean_or("mamba_proj_bias", false),
                              .norms = true};
  const AttentionShape heads = attention_shape(text);
  const std::int64_t experts = text.integer_or("num_experts", 16);
  const std::int64_t period = text.integer_or("expert_layer_period", 2);
  const std::int64_t offset = text.integer_or("expert_layer_offset", 1, 0);
  const std::int64_t wide = text.integer("intermediate_size");
  const auto routes = [&](std::int64_t i) { return experts > 1 && i % period == offset; };
  shape.kind = [&](std::int64_t i) {
    return (keeps<Mamba1State>(layer_at(b, i)) ? 1 : 0) + (routes(i) ? 2 : 0);
  };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    if (keeps<Mamba1State>(layer_at(b, i))) {
      mamba1_mixer(b, prefix + ".mamba", shape.hidden, state_of<Mamba1State>(layer_at(b, i)),
                   options);
    } else {
      attention(b, prefix, heads);
    }
    if (routes(i)) {
      b.replicated(prefix + ".feed_forward.router", WeightKind::router, {experts}, shape.hidden,
                   {.quantize = false});
      b.experts(prefix + ".feed_forward.experts.routed_experts",
                {.count = experts, .hidden = shape.hidden, .intermediate = wide});
    } else {
      mlp(b, prefix + ".feed_forward", shape.hidden, wide);
    }
    b.norm(prefix + ".input_layernorm", shape.hidden);
    b.norm(prefix + ".pre_ff_layernorm", shape.hidden);
  });
}

/// Attention and Mamba side by side. The multipliers of the projection are a buffer.
void falcon_h1(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  // Hugging Face, FalconH1Config.
  constexpr std::int64_t default_vocab = 128'000;
  constexpr std::int64_t default_width = 14'336;
  DecoderShape shape;
  shape.hidden = text.integer("hidden_size");
  shape.vocab = text.integer_or("vocab_size", default_vocab);
  shape.tied = is_tied(b.config().root, text, false);
  shape.norm = "final_layernorm";
  shape.kind = all_alike;
  const AttentionShape heads = attention_shape(text);
  const Mamba2Options options{.conv_bias = text.boolean_or("mamba_conv_bias", true),
                              .bias = text.boolean_or("mamba_proj_bias", false),
                              .norm = text.boolean_or("mamba_rms_norm", false)};
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    const auto& state = state_of<Mamba2State>(layer_at(b, i));
    mamba2_mixer(b, prefix + ".mamba.mamba", shape.hidden, state, options);
    const std::int64_t groups = state.groups % b.tp() == 0 ? state.groups / b.tp() : 1;
    const std::int64_t inner = b.share(state.inner);
    b.buffer(prefix + ".mamba.mup_vector", b.dtype(),
             {1, sum(sum(2 * inner, product(2 * groups, state.state_dim)), b.share(state.heads))});
    mlp(b, prefix + ".feed_forward", shape.hidden,
        text.integer_or("intermediate_size", default_width),
        {.bias = text.boolean_or("mlp_bias", false)});
    b.norm(prefix + ".input_layernorm", shape.hidden);
    b.norm(prefix + ".pre_ff_layernorm", shape.hidden);
  });
}

void granite_hybrid(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  DecoderShape shape = decoder_shape(b, true);
  shape.embedding_everywhere = shape.norm_everywhere = true;
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = text.boolean_or("attention_bias", false);
  const Mamba2Options options{.conv_bias = text.boolean_or("mamba_conv_bias", true),
                              .bias = text.boolean_or("mamba_proj_bias", false)};
  const std::int64_t experts = text.integer_or("num_local_experts", 0, 0);
  const std::int64_t shared = text.integer_or("shared_intermediate_size", 0, 0);
  const bool rope = text.string_or("position_embedding_type", "") == "rope";
  shape.kind = [&](std::int64_t i) { return keeps<Mamba2State>(layer_at(b, i)) ? 1 : 0; };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    if (keeps<Mamba2State>(layer_at(b, i))) {
      mamba2_mixer(b, prefix + ".mamba", shape.hidden, state_of<Mamba2State>(layer_at(b, i)),
                   options);
    } else {
      attention(b, prefix + ".self_attn", heads);
      if (rope) {
        b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
      }
    }
    if (experts > 0) {
      mixture(b, prefix + ".block_sparse_moe",
              {.experts = experts,
               .hidden = shape.hidden,
               .intermediate = text.integer("intermediate_size")});
    }
    if (shared > 0) {
      b.column(prefix + ".shared_mlp.input_linear", WeightKind::shared_experts, {shared, shared},
               shape.hidden);
      b.row(prefix + ".shared_mlp.output_linear", WeightKind::shared_experts, shape.hidden, shared);
    }
    b.norm(prefix + ".input_layernorm", shape.hidden);
    b.norm(prefix + ".post_attention_layernorm", shape.hidden);
  });
}

namespace {

/// One block of attention and MLP for several layers, each with an adapter of its own: with two
/// blocks every other layer.
void shared_block(Builder& b, const std::string& prefix, const ConfigNode& text,
                  std::int64_t users) {
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t wide = text.integer("intermediate_size");
  const std::int64_t input = text.integer_or("attention_hidden_size", 2 * hidden);
  const std::int64_t rank = text.integer_or("adapter_rank", 128);
  const std::int64_t own = b.share(input);
  b.sharded(prefix + ".self_attn.qkv_proj", WeightKind::attention, Sharding::qkv, {own, own, own},
            input);
  b.row(prefix + ".self_attn.o_proj", WeightKind::attention, hidden, input);
  mlp(b, prefix + ".feed_forward", hidden, wide);
  for (std::int64_t i = 0; i < users; ++i) {
    const std::string adapter =
        prefix + ".feed_forward.gate_up_proj_adapter_list." + std::to_string(i);
    b.column(adapter + ".A", WeightKind::dense_mlp, {rank}, hidden);
    b.column(adapter + ".B", WeightKind::dense_mlp, {wide, wide}, rank);
  }
  b.norm(prefix + ".input_layernorm", input);
  b.norm(prefix + ".pre_ff_layernorm", hidden);
}

}  // namespace

void zamba2(Builder& b) {
  const ConfigNode& text = b.text();
  if (b.pp() > 1 || text.boolean_or("use_shared_attention_adapter", false)) throw Unknowable{};
  usual_fusions(b);
  DecoderShape shape = decoder_shape(b, true);
  shape.norm = "final_layernorm";
  const auto types = text.at("layers_block_type").items();
  const auto is_hybrid = [](const ConfigNode& type) { return type.as_string() == "hybrid"; };
  const auto hybrids = static_cast<std::int64_t>(std::ranges::count_if(types, is_hybrid));
  const Mamba2State state =
      state_of<Mamba2State>(layer_at(b, static_cast<std::int64_t>(types.size()) - 1));
  const Mamba2Options options{.conv_bias = text.boolean_or("use_conv_bias", true),
                              .bias = text.boolean_or("add_bias_linear", false)};
  const std::int64_t blocks = std::min(text.integer_or("num_mem_blocks", 1), hybrids);
  b.first_stage();
  for (std::int64_t i = 0; i < blocks; ++i) {
    shared_block(b, "model.shared_transformer." + std::to_string(i), text,
                 ceil_div(hybrids - i, blocks));
  }
  decoder(b, shape, static_cast<std::int64_t>(types.size()),
          [&](std::int64_t i, const std::string& prefix) {
            std::string mixer = prefix;
            if (is_hybrid(types[static_cast<std::size_t>(i)])) {
              b.replicated(prefix + ".linear", WeightKind::dense_mlp, {shape.hidden}, shape.hidden);
              b.cache_scales(prefix + ".shared_transformer.self_attn.attn");
              if (text.boolean_or("use_mem_rope", false)) {
                const std::int64_t heads = families::num_heads(text);
                b.rotary(prefix + ".rotary_emb", rotary_table(text, 2 * shape.hidden / heads));
              }
              mixer += ".mamba_decoder";
            }
            mamba2_mixer(b, mixer + ".mamba", shape.hidden, state, options);
            b.norm(mixer + ".input_layernorm", shape.hidden);
          });
}

namespace {

/// block_ff_dim, which block_auto_adjust_ff_dim turns into two thirds, rounded up.
std::int64_t lfm2_width(const ConfigNode& text) {
  std::int64_t width =
      text.integer_or("intermediate_size", text.integer_or("block_ff_dim", 12'288));
  if (text.has("block_ff_dim")) width = text.integer("block_ff_dim");
  if (!text.boolean_or("block_auto_adjust_ff_dim", true)) return width;
  width = 2 * width / 3;
  const double factor = text.number_or("block_ffn_dim_multiplier", 1.0);
  const double scaled = static_cast<double>(width) * factor;
  if (!(scaled >= 1 && scaled < 1e12)) throw Unknowable{};
  return round_up(static_cast<std::int64_t>(scaled), text.integer_or("block_multiple_of", 256));
}

}  // namespace

namespace {

/// The width of a dense layer's MLP, and the first layers that have one where the rest routes.
struct Lfm2Feed {
  std::int64_t width = 0;
  std::optional<std::int64_t> dense_layers = std::nullopt;
};

void lfm2_mixture(Builder& b, const std::string& prefix, std::int64_t hidden) {
  const ConfigNode& text = b.text();
  const std::int64_t experts = text.integer("num_experts");
  b.replicated(prefix + ".gate", WeightKind::router, {experts}, hidden, {.quantize = false});
  if (text.boolean_or("use_expert_bias", true)) {
    b.add(prefix + ".gate.e_score_correction_bias", WeightKind::router, Sharding::replicated,
          StoredType::float32, {experts});
  }
  b.experts(
      prefix + ".experts.routed_experts",
      {.count = experts, .hidden = hidden, .intermediate = text.integer("moe_intermediate_size")});
}

void lfm2_layers(Builder& b, const std::string& wrapper, const Lfm2Feed& feed) {
  const ConfigNode& text = b.text();
  b.quantization().fuse({{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}, {"w13", {"w1", "w3"}}});
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  shape.norm = "embedding_norm";
  const AttentionShape heads = attention_shape(text);
  const std::int64_t width = feed.width;
  const auto routes = [&](std::int64_t i) { return feed.dense_layers && i >= *feed.dense_layers; };
  shape.kind = [&](std::int64_t i) {
    return (keeps<ShortConvState>(layer_at(b, i)) ? 1 : 0) + (routes(i) ? 2 : 0);
  };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    if (keeps<ShortConvState>(layer_at(b, i))) {
      const auto& conv = state_of<ShortConvState>(layer_at(b, i));
      const std::string own = prefix + ".short_conv";
      const bool bias = text.boolean_or("conv_bias", false);
      b.add(own + ".conv.weight", WeightKind::state, Sharding::column, b.dtype(),
            {b.share(conv.channels), 1, conv.rows + 1});
      if (bias) {
        b.add(own + ".conv.bias", WeightKind::state, Sharding::column, b.dtype(),
              {b.share(conv.channels)});
      }
      b.column(own + ".in_proj", WeightKind::state, {conv.channels, conv.channels, conv.channels},
               shape.hidden, {.bias = bias});
      b.row(own + ".out_proj", WeightKind::state, shape.hidden, conv.channels, {.bias = bias});
    } else {
      attention(b, prefix + ".self_attn", heads);
      b.norm(prefix + ".self_attn.q_layernorm", heads.head_dim);
      b.norm(prefix + ".self_attn.k_layernorm", heads.head_dim);
      b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    }
    if (routes(i)) {
      lfm2_mixture(b, prefix + ".feed_forward", shape.hidden);
    } else {
      b.column(prefix + ".feed_forward.w13", WeightKind::dense_mlp, {width, width}, shape.hidden);
      b.row(prefix + ".feed_forward.w2", WeightKind::dense_mlp, shape.hidden, width);
    }
    b.norm(prefix + ".operator_norm", shape.hidden);
    b.norm(prefix + ".ffn_norm", shape.hidden);
  });
}

}  // namespace

void lfm2(Builder& b) { lfm2_layers(b, "", {.width = lfm2_width(b.text())}); }

namespace {

Lfm2Feed lfm2_moe_feed(const ConfigNode& text) {
  return {.width = text.integer("intermediate_size"),
          .dense_layers = text.integer_or("num_dense_layers", 2, 0)};
}

}  // namespace

void lfm2_moe(Builder& b) { lfm2_layers(b, "", lfm2_moe_feed(b.text())); }

/// SigLIP 2 before it; the projector reads squares of patches side by side.
/// Source: vLLM 0.33, models/lfm2_vl.py; defaults: Hugging Face, Lfm2VlConfig.
void lfm2_vl(Builder& b) {
  const ConfigNode& root = b.config().root;
  const ConfigNode& text = b.text();
  if (!b.options().language_model_only) {
    constexpr auto kind = WeightKind::vision;
    const ConfigNode vision = root.at("vision_config");
    if (vision.string_or("model_type", "siglip2_vision_model") != "siglip2_vision_model") {
      throw Unknowable{};
    }
    b.first_stage();
    siglip2(b, "vision_tower.vision_model", vision);
    const std::int64_t factor = root.integer_or("downsample_factor", 2);
    const std::int64_t in = product(vision.integer("hidden_size"), product(factor, factor));
    const std::int64_t wide = root.integer_or("projector_hidden_size", 2560);
    const bool bias = root.boolean_or("projector_bias", true);
    if (root.boolean_or("projector_use_layernorm", true)) {
      b.layer_norm("multi_modal_projector.layer_norm", in);
    }
    b.replicated("multi_modal_projector.linear_1", kind, {wide}, in, {.bias = bias});
    b.replicated("multi_modal_projector.linear_2", kind, {text.integer("hidden_size")}, wide,
                 {.bias = bias});
  }
  const bool routed = text.string_or("model_type", "") == "lfm2_moe";
  lfm2_layers(b, "language_model.",
              routed ? lfm2_moe_feed(text) : Lfm2Feed{.width = lfm2_width(text)});
}

/// Mamba 1 alone, and Falcon-Mamba, whose norms have no weights.
void mamba1(Builder& b) {
  const ConfigNode& text = b.text();
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = "backbone";
  shape.embedding = "embeddings";
  shape.norm = "norm_f";
  shape.norm_everywhere = true;
  shape.kind = all_alike;
  constexpr std::int64_t default_part = 16;
  const auto rank = text.find("time_step_rank");
  const Mamba1Options options{.dt_rank = rank && rank->is_number()
                                             ? rank->as_integer()
                                             : ceil_div(shape.hidden, default_part),
                              .conv_bias = text.boolean_or("use_conv_bias", true),
                              .bias = text.boolean_or("use_bias", false),
                              .norms = false};
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    mamba1_mixer(b, prefix + ".mixer", shape.hidden, state_of<Mamba1State>(layer_at(b, i)),
                 options);
    b.norm(prefix + ".norm", shape.hidden);
  });
}

}  // namespace kvplan::modules
