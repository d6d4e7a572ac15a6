// Families of grouped-query attention with a mixture of experts: Mixtral, MiniMax-M2, GLM-4.5 to
// 4.7, ERNIE 4.5, PhiMoE, MiMo-V2, OLMoE, Step 3.5, EXAONE, Cohere 2.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void uniform(Builder& b, const AttentionShape& heads, const DecoderShape& shape, Feed feed) {
  const ConfigNode& text = b.text();
  uniform_decoder(
      b, shape, families::num_layers(text),
      {.heads = heads, .rotary = rotary_table(text, heads.head_dim), .feed = std::move(feed)});
}

AttentionShape with_bias(const ConfigNode& text, std::string_view key) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = text.boolean_or(key, false);
  return heads;
}

}  // namespace

void mixtral(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const MixtureShape moe{.experts = text.integer("num_local_experts"),
                         .hidden = text.integer("hidden_size"),
                         .intermediate = text.integer("intermediate_size")};
  DecoderShape shape = decoder_shape(b);
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
  shape.kind = all_alike;
  uniform(b, attention_shape(text), shape, [&b, moe](std::int64_t, const std::string& prefix) {
    mixture(b, prefix + ".block_sparse_moe", moe);
  });
}

/// Norms of queries and keys are as wide as the heads of the rank.
void minimax_m2(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = with_bias(text, "attention_bias");
  const std::int64_t experts = text.integer("num_local_experts");
  Rotary rotary = rotary_table(text, heads.head_dim);
  if (text.has("rotary_dim")) rotary.dim = text.integer("rotary_dim");
  DecoderShape shape = decoder_shape(b);
  shape.kind = all_alike;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary);
    b.norm(prefix + ".self_attn.q_norm", product(b.share(heads.heads), heads.head_dim));
    b.norm(prefix + ".self_attn.k_norm", product(b.share_kv(heads.kv_heads), heads.head_dim));
    const std::string moe = prefix + ".block_sparse_moe";
    if (text.boolean_or("use_routing_bias", false)) {
      b.add(moe + ".e_score_correction_bias", WeightKind::router, Sharding::replicated,
            StoredType::float32, {experts});
    }
    mixture(b, moe,
            {.experts = experts,
             .hidden = heads.hidden,
             .intermediate = text.integer("intermediate_size"),
             .gate_type = StoredType::float32});
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

namespace {

AttentionShape glm4_heads(const ConfigNode& text) {
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.qk_norm = text.boolean_or("use_qk_norm", false);
  return heads;
}

void glm4_mixture(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const std::int64_t width = text.integer("moe_intermediate_size");
  mixture(b, prefix + ".mlp",
          {.experts = text.integer("n_routed_experts"),
           .hidden = text.integer("hidden_size"),
           .intermediate = width,
           .shared = product(text.integer_or("n_shared_experts", 0, 0), width),
           .gate_type = StoredType::float32,
           .correction_bias = true});
}

}  // namespace

void glm4_moe(Builder& b) { glm4_moe_text(b, ""); }

void glm4_moe_text(Builder& b, const std::string& wrapper) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const std::int64_t dense = text.integer_or("first_k_dense_replace", 0, 0);
  DecoderShape shape = decoder_shape(b);
  shape.prefix = wrapper + "model";
  shape.head = wrapper + "lm_head";
  shape.kind = [dense](std::int64_t i) { return i >= dense ? 1 : 0; };
  uniform(b, glm4_heads(text), shape, [&b, dense](std::int64_t i, const std::string& prefix) {
    if (i >= dense) {
      glm4_mixture(b, prefix);
    } else {
      mlp(b, prefix + ".mlp", b.text().integer("hidden_size"),
          b.text().integer("intermediate_size"));
    }
  });
}

/// Layers after the last one of the model. The projection of embedding and hidden state is never
/// quantized or divided.
void glm4_moe_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = glm4_heads(text);
  mtp_layers(b, [&](std::int64_t, const std::string& prefix) {
    b.norm(prefix + ".shared_head.norm", heads.hidden);
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    glm4_mixture(b, prefix);
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

void ernie4_5_moe(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = with_bias(text, "use_bias");
  const std::int64_t layers = families::num_layers(text);
  const std::int64_t width = text.integer("moe_intermediate_size");
  const MixtureShape moe{.experts = text.integer("moe_num_experts"),
                         .hidden = heads.hidden,
                         .intermediate = width,
                         .shared = product(text.integer_or("moe_num_shared_experts", 0, 0), width),
                         .gate_type = StoredType::float32,
                         .correction_bias = true};
  const std::int64_t first = text.integer_or("moe_layer_start_index", 0, 0);
  const std::int64_t last = text.integer_or("moe_layer_end_index", layers - 1, -1);
  const std::int64_t interval = text.integer_or("moe_layer_interval", 1);
  uniform(b, heads, decoder_shape(b, true), [=, &b](std::int64_t i, const std::string& prefix) {
    const bool routed =
        (i + 1) % interval == 0 && i >= first && i <= (last < 0 ? layers - 1 : last);
    if (routed) {
      mixture(b, prefix + ".mlp", moe);
    } else {
      mlp(b, prefix + ".mlp", moe.hidden, b.text().integer("intermediate_size"),
          {.bias = b.text().boolean_or("use_bias", false)});
    }
  });
}

/// One of Llama's layers, dense, behind the projection of embedding and hidden state.
/// Source: vLLM 0.33, models/ernie_mtp.py.
void ernie4_5_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias =
      text.boolean_or("attention_bias", false) || text.boolean_or("bias", false);
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), heads.hidden);
  const std::int64_t first = families::num_layers(text);
  for (std::int64_t i = 0; i < text.integer_or("num_nextn_predict_layers", 1, 0); ++i) {
    const std::string prefix = "model.layers." + std::to_string(first + i);
    const std::string block = prefix + ".mtp_block";
    b.norm(prefix + ".mtp_emb_norm", heads.hidden);
    b.norm(prefix + ".mtp_hidden_norm", heads.hidden);
    b.replicated(prefix + ".mtp_linear_proj", WeightKind::other, {heads.hidden}, 2 * heads.hidden,
                 {.quantize = false});
    attention(b, block + ".self_attn", heads);
    // Pairs lie apart here, side by side in the model: another table.
    Rotary table = rotary_table(text, heads.head_dim);
    table.key += " apart";
    b.rotary(block + ".self_attn.rotary_emb", table);
    mlp(b, block + ".mlp", heads.hidden, text.integer("intermediate_size"),
        {.bias = text.boolean_or("mlp_bias", false)});
    b.norm(block + ".input_layernorm", heads.hidden);
    b.norm(block + ".post_attention_layernorm", heads.hidden);
  }
}

/// Norms with biases, and a head with one.
void phimoe(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = with_bias(text, "attention_bias");
  DecoderShape shape = decoder_shape(b);
  shape.norm = "";
  shape.head_bias = true;
  shape.embedding_everywhere = shape.head_everywhere = true;
  const MixtureShape moe{.experts = text.integer("num_local_experts"),
                         .hidden = heads.hidden,
                         .intermediate = text.integer("intermediate_size")};
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    mixture(b, prefix + ".block_sparse_moe", moe);
    b.layer_norm(prefix + ".input_layernorm", heads.hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  b.all_stages(true);
  b.layer_norm("model.norm", heads.hidden);
  b.all_stages(false);
}

namespace {

/// Sliding layers of MiMo-V2 have heads, a rotary base and a sink of their own.
AttentionShape mimo_heads(const ConfigNode& text, bool slides) {
  AttentionShape heads = attention_shape(text);
  heads.v_head_dim = text.integer_or("v_head_dim", heads.head_dim);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  if (!slides) return heads;
  heads.heads = text.integer_or("swa_num_attention_heads", heads.heads);
  heads.kv_heads = text.integer_or("swa_num_key_value_heads", heads.kv_heads);
  heads.head_dim = text.integer_or("swa_head_dim", heads.head_dim);
  heads.v_head_dim = text.integer_or("swa_v_head_dim", heads.v_head_dim);
  return heads;
}

void mimo_sinks(Builder& b, const std::string& prefix, const AttentionShape& heads, bool slides) {
  const char* sinks = slides ? "add_swa_attention_sink_bias" : "add_full_attention_sink_bias";
  if (!b.text().boolean_or(sinks, false)) return;
  b.add(prefix + ".attention_sink_bias", WeightKind::attention, Sharding::column, b.dtype(),
        {b.share(heads.heads)});
}

Rotary mimo_table(const ConfigNode& text, const AttentionShape& heads, bool slides) {
  Rotary table = rotary_table(text, heads.head_dim);
  if (slides) table.key += " sliding";
  return table;
}

}  // namespace

void mimo_v2(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const auto pattern = text.integers("hybrid_layer_pattern");
  const auto sparse = text.integers("moe_layer_freq");
  const auto layers = static_cast<std::size_t>(families::num_layers(text));
  if (pattern.size() != layers || sparse.size() != layers) throw Unknowable{};
  const std::int64_t width = text.integer("moe_intermediate_size");
  const DecoderShape shape = decoder_shape(b);
  decoder(b, shape, static_cast<std::int64_t>(layers),
          [&](std::int64_t i, const std::string& prefix) {
            const bool slides = pattern[static_cast<std::size_t>(i)] == 1;
            const AttentionShape heads = mimo_heads(text, slides);
            mimo_sinks(b, prefix + ".self_attn", heads, slides);
            attention(b, prefix + ".self_attn", heads);
            b.rotary(prefix + ".self_attn.rotary_emb", mimo_table(text, heads, slides));
            if (sparse[static_cast<std::size_t>(i)] != 0) {
              mixture(b, prefix + ".mlp",
                      {.experts = text.integer("n_routed_experts"),
                       .hidden = shape.hidden,
                       .intermediate = width,
                       .shared = product(text.integer_or("n_shared_experts", 0, 0), width),
                       .gate_type = StoredType::float32,
                       .correction_bias = true});
            } else {
              mlp(b, prefix + ".mlp", shape.hidden, text.integer("intermediate_size"));
            }
            b.norm(prefix + ".input_layernorm", shape.hidden);
            b.norm(prefix + ".post_attention_layernorm", shape.hidden);
          });
}

/// Norms over all heads at once, whole on every rank.
void olmoe(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = with_bias(text, "attention_bias");
  const MixtureShape moe{.experts = text.integer("num_experts"),
                         .hidden = heads.hidden,
                         .intermediate = text.integer("intermediate_size")};
  DecoderShape shape = decoder_shape(b);
  shape.kind = all_alike;
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.norm(prefix + ".self_attn.q_norm", product(heads.heads, heads.head_dim));
    b.norm(prefix + ".self_attn.k_norm", product(heads.kv_heads, heads.head_dim));
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    mixture(b, prefix + ".mlp", moe);
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

namespace {

/// A sliding layer of Step 3.5 may have other heads than a full one.
AttentionShape step_heads(const ConfigNode& text, bool slides) {
  AttentionShape heads = attention_shape(text);
  heads.kv_heads = text.integer("num_attention_groups");
  heads.qk_norm = true;
  const auto other = text.find("attention_other_setting");
  if (!slides || !other) return heads;
  heads.heads = other->integer("num_attention_heads");
  heads.kv_heads = other->integer("num_attention_groups");
  heads.head_dim = heads.v_head_dim = other->integer_or("head_dim", heads.head_dim);
  return heads;
}

/// "3,4,5": layers that route.
std::vector<bool> step_routes(const ConfigNode& text, std::int64_t layers) {
  const std::string list = text.string_or("moe_layers_enum", "");
  std::vector<bool> routes(static_cast<std::size_t>(layers), list.empty());
  if (list.empty()) routes.front() = false;
  std::int64_t number = 0;
  bool digits = false;
  for (const char c : list + ",") {
    if (c >= '0' && c <= '9') {
      number = sum(product(number, 10), c - '0');
      digits = true;
    } else if (c == ',' && digits) {
      if (number < layers) routes[static_cast<std::size_t>(number)] = true;
      number = 0;
      digits = false;
    } else if (c != ' ') {
      throw Unknowable{};
    }
  }
  return routes;
}

void step_attention(Builder& b, const std::string& prefix, bool slides) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = step_heads(text, slides);
  attention(b, prefix + ".self_attn", heads);
  if (text.boolean_or("use_head_wise_attn_gate", false)) {
    b.column(prefix + ".self_attn.g_proj", WeightKind::attention, {heads.heads}, heads.hidden);
  }
  b.rotary(prefix + ".self_attn.rotary_emb",
           {.positions = max_positions(text), .dim = heads.head_dim, .key = "step"});
}

}  // namespace

void step3p5(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const std::int64_t layers = families::num_layers(text);
  const auto types = families::layer_types(text);
  const auto routes = step_routes(text, layers);
  if (types.empty()) throw Unknowable{};
  const auto slides = [&](std::int64_t i) {
    return types[static_cast<std::size_t>(i)] == "sliding_attention";
  };
  DecoderShape shape = decoder_shape(b);
  shape.kind = [&](std::int64_t i) {
    return (slides(i) ? 1 : 0) + (routes[static_cast<std::size_t>(i)] ? 2 : 0);
  };
  // One table for all where bases and shares are alike, as a list says.
  for (const char* each : {"rope_theta", "partial_rotary_factors"}) {
    const auto list = text.find(each);
    if (!list || !list->is_array()) continue;
    for (const ConfigNode& item : list->items()) {
      if (item.dump() != list->items().front().dump()) throw Unknowable{};
    }
  }
  decoder(b, shape, layers, [&](std::int64_t i, const std::string& prefix) {
    const AttentionShape heads = step_heads(text, slides(i));
    step_attention(b, prefix, slides(i));
    if (routes[static_cast<std::size_t>(i)]) {
      const std::int64_t experts = text.integer("moe_num_experts");
      const std::string moe = prefix + ".moe";
      if (text.boolean_or("use_moe_router_bias", false)) {
        b.add(moe + ".router_bias", WeightKind::router, Sharding::replicated, StoredType::float32,
              {experts});
      }
      b.replicated(
          moe + ".gate", WeightKind::router, {experts}, heads.hidden,
          {.quantize = false,
           .type = text.boolean_or("need_fp32_gate", false) ? std::optional{StoredType::float32}
                                                            : std::nullopt});
      mlp(b, moe + ".share_expert", heads.hidden, text.integer("share_expert_dim"),
          {.kind = WeightKind::shared_experts});
      b.experts(moe + ".experts.routed_experts",
                {.count = experts,
                 .hidden = heads.hidden,
                 .intermediate = text.integer("moe_intermediate_size")});
    } else {
      mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    }
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

/// Exaone's mixture: a correction beside the router, dense layers as `mlp_layer_types` says.
void exaone_moe(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qk_norm = true;
  const std::int64_t layers = families::num_layers(text);
  const auto routed = routed_layers(text, layers, text.integer_or("first_k_dense_replace", 1, 0));
  const auto routes = [&](std::int64_t i) { return routed[static_cast<std::size_t>(i)]; };
  const std::int64_t width = text.integer("moe_intermediate_size");
  const MixtureShape moe{.experts = text.integer("num_experts"),
                         .hidden = heads.hidden,
                         .intermediate = width,
                         .shared = product(text.integer_or("num_shared_experts", 0, 0), width)};
  DecoderShape shape = decoder_shape(b);
  shape.kind = [&](std::int64_t i) { return routes(i) ? 1 : 0; };
  uniform(b, heads, shape, [&](std::int64_t i, const std::string& prefix) {
    if (!routes(i)) {
      mlp(b, prefix + ".mlp", moe.hidden, text.integer("intermediate_size"));
      return;
    }
    b.add(prefix + ".mlp.e_score_correction_bias", WeightKind::router, Sharding::replicated,
          StoredType::float32, {moe.experts});
    mixture(b, prefix + ".mlp", moe);
  });
}

/// Dense layers behind the projection of embedding and hidden state.
/// Source: vLLM 0.33, models/exaone_moe_mtp.py.
void exaone_moe_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qk_norm = true;
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), heads.hidden);
  b.column("mtp.fc", WeightKind::other, {heads.hidden}, 2 * heads.hidden);
  for (std::int64_t i = 0; i < text.integer_or("num_nextn_predict_layers", 1, 0); ++i) {
    const std::string prefix = "mtp.layers." + std::to_string(i);
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  }
  for (const char* norm : {"norm", "pre_fc_norm_hidden", "pre_fc_norm_embedding"}) {
    b.norm("mtp." + std::string(norm), heads.hidden);
  }
}

/// Cohere 2 with experts: one norm a layer, without a bias, and a head that is the embedding.
/// Source: vLLM 0.33, models/cohere2_moe.py.
void cohere2_moe(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = with_bias(text, "attention_bias");
  const std::int64_t layers = families::num_layers(text);
  const auto routed = routed_layers(text, layers, text.integer_or("first_k_dense_replace", 0, 0));
  const std::int64_t width = text.integer("intermediate_size");
  const MixtureShape moe{.experts = text.integer("num_experts"),
                         .hidden = heads.hidden,
                         .intermediate = width,
                         .shared = product(text.integer_or("num_shared_experts", 0, 0), width)};
  DecoderShape shape = decoder_shape(b, true);
  shape.tied = true;
  shape.embedding_everywhere = shape.norm_everywhere = true;
  shape.kind = [&](std::int64_t i) { return routed[static_cast<std::size_t>(i)] ? 1 : 0; };
  decoder(b, shape, layers, [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    if (routed[static_cast<std::size_t>(i)]) {
      mixture(b, prefix + ".mlp", moe);
    } else {
      mlp(b, prefix + ".mlp", heads.hidden,
          text.integer_or("prefix_dense_intermediate_size", width));
    }
    b.norm(prefix + ".input_layernorm", heads.hidden);
  });
}

/// A layer that slides, with a dense MLP. The draft has one, however many the checkpoint keeps.
/// Source: vLLM 0.33, models/mimo_v2_mtp.py.
void mimo_v2_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const std::int64_t hidden = text.integer("hidden_size");
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), hidden);
  const std::string prefix = "model.mtp.layers.0";
  AttentionShape heads = mimo_heads(text, true);
  mtp_entry(b, prefix, hidden);
  mimo_sinks(b, prefix + ".self_attn", heads, true);
  heads.quantize_out = false;  // whatever the lists say
  attention(b, prefix + ".self_attn", heads);
  b.rotary(prefix + ".self_attn.rotary_emb", mimo_table(text, heads, true));
  mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
  for (const char* norm : {".input_layernorm", ".pre_mlp_layernorm", ".final_layernorm"}) {
    b.norm(prefix + norm, hidden);
  }
}

/// Layers behind the last, each with a head of its own. Source: vLLM 0.33, models/step3p5_mtp.py.
void step3p5_mtp(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const std::int64_t hidden = text.integer("hidden_size");
  const auto types = text.strings("layer_types");
  mtp_layers(b, [&](std::int64_t i, const std::string& prefix) {
    if (i >= static_cast<std::int64_t>(types.size())) throw Unknowable{};
    b.norm(prefix + ".shared_head.norm", hidden);
    b.head(prefix + ".shared_head.head", text.integer("vocab_size"), hidden);
    const std::string block = prefix + ".mtp_block";
    step_attention(b, block, types[static_cast<std::size_t>(i)] == "sliding_attention");
    mlp(b, block + ".mlp", hidden, text.integer("intermediate_size"));
    b.norm(block + ".input_layernorm", hidden);
    b.norm(block + ".post_attention_layernorm", hidden);
  });
}

/// Trinity: a gate over the attention's output, norms before and after each half.
/// Source: vLLM 0.33, models/afmoe.py.
void afmoe(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qk_norm = true;
  const std::int64_t dense = text.integer_or("num_dense_layers", 0, 0);
  const std::int64_t width = text.integer("moe_intermediate_size");
  const MixtureShape moe{.experts = text.integer("num_experts"),
                         .hidden = heads.hidden,
                         .intermediate = width,
                         .shared = product(text.integer_or("num_shared_experts", 0, 0), width),
                         .gate_type = StoredType::float32};
  DecoderShape shape = decoder_shape(b);
  shape.kind = [dense](std::int64_t i) { return i >= dense ? 1 : 0; };
  decoder(b, shape, families::num_layers(text), [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.column(prefix + ".self_attn.gate_proj", WeightKind::attention,
             {product(heads.heads, heads.head_dim)}, heads.hidden);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    if (i >= dense) {
      b.add(prefix + ".mlp.expert_bias", WeightKind::router, Sharding::replicated,
            StoredType::float32, {moe.experts});
      mixture(b, prefix + ".mlp", moe);
    } else {
      mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    }
    for (const char* norm : {".input_layernorm", ".post_attention_layernorm", ".pre_mlp_layernorm",
                             ".post_mlp_layernorm"}) {
      b.norm(prefix + norm, heads.hidden);
    }
  });
}

}  // namespace kvplan::modules
