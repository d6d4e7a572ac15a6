#include "weights/blocks.hpp"

#include <algorithm>
#include <array>

#include "families/common.hpp"
#include "kvplan/error.hpp"
#include "stage_of.hpp"

namespace kvplan::modules {

bool is_tied(const ConfigNode& root, const ConfigNode& text, bool fallback) {
  for (const ConfigNode* node : {&root, &text}) {  // Transformers lets the outer one decide
    if (node->has("tie_word_embeddings")) return node->boolean_or("tie_word_embeddings", fallback);
  }
  return fallback;
}

DecoderShape decoder_shape(const Builder& b, bool tied_by_default) {
  const ConfigNode& text = b.text();
  DecoderShape shape;
  shape.hidden = families::hidden_size(text);
  shape.vocab = text.integer("vocab_size");
  shape.tied = is_tied(b.config().root, text, tied_by_default);
  return shape;
}

namespace {

bool draft_reads_embedding(const Builder& b) {
  const auto& drafting = b.options().speculative_config;
  constexpr std::array<std::string_view, 4> methods{"eagle", "eagle3", "dflash", "dspark"};
  return drafting && std::ranges::find(methods, drafting->method) != methods.end();
}

/// Layers alike by kind, stage, and what the quantization's lists say of them: the first of each.
struct LikeLayers {
  std::int64_t kind;
  std::int64_t stage;
  std::size_t listed;
  std::int64_t first;
  std::int64_t count = 1;
};

/// Of the modules "CONTAINER.0", "CONTAINER.1", …; without a kind each stands for itself.
std::vector<LikeLayers> like_layers(const Builder& b, const std::string& container,
                                    const LayerKind& kind, std::int64_t layers,
                                    std::int64_t stages) {
  constexpr std::int64_t most = 10'000;  // as families::num_layers
  if (layers > most) {
    throw invalid({b.config().root.file(), ""},
                  "at most " + std::to_string(most) + " modules " + container,
                  std::to_string(layers));
  }
  const Quantization& lists = b.quantization();
  const bool merges = kind && lists.names_layers_plainly();
  const std::vector<std::size_t>* listed =
      merges ? &lists.about_layers(container, layers) : nullptr;
  std::vector<LikeLayers> found;
  for (std::int64_t i = 0; i < layers; ++i) {
    const LikeLayers own{merges ? kind(i) : i, stage_of(i, layers, stages),
                         merges ? (*listed)[static_cast<std::size_t>(i)] : LayerLists::nothing, i};
    const auto known = std::ranges::find_if(found, [&](const LikeLayers& other) {
      return other.kind == own.kind && other.stage == own.stage && other.listed == own.listed;
    });
    if (known == found.end()) {
      found.push_back(own);
    } else {
      ++known->count;
    }
  }
  return found;
}

}  // namespace

void decoder(Builder& b, const DecoderShape& shape, std::int64_t layers,
             const std::function<void(std::int64_t, const std::string&)>& layer) {
  b.set_layers(layers);
  const std::string embedding = shape.prefix + "." + shape.embedding;
  const std::int64_t last = b.pp() - 1;
  for (std::int64_t stage = 0; stage < b.pp(); ++stage) {
    b.at_stage(stage);
    const bool copied =
        stage == last && (shape.tied || (shape.embedding_for_draft && draft_reads_embedding(b)));
    if (stage == 0 || copied || shape.embedding_everywhere) {
      b.embedding(embedding, shape.vocab, shape.hidden);
    }
    if (!shape.norm.empty() && (stage == last || shape.norm_everywhere)) {
      b.norm(shape.prefix + "." + shape.norm, shape.hidden);
    }
    if (!shape.tied && (stage == last || shape.head_everywhere)) {
      b.head(shape.head, shape.vocab, shape.hidden, shape.head_bias);
    }
  }
  decoder_layers(b, shape, layers, layer);
}

void decoder_layers(Builder& b, const DecoderShape& shape, std::int64_t layers,
                    const std::function<void(std::int64_t, const std::string&)>& layer) {
  b.set_layers(layers);
  const std::string container = shape.prefix + "." + shape.layers;
  for (const LikeLayers& own : like_layers(b, container, shape.kind, layers, b.pp())) {
    b.layer_stage(own.first);
    b.times(own.count);
    layer(own.first, container + "." + std::to_string(own.first));
  }
  b.times(1);
}

void repeat(Builder& b, const std::string& prefix, std::int64_t count,
            const std::function<void(const std::string&)>& module) {
  for (const LikeLayers& own : like_layers(b, prefix, all_alike, count, 1)) {
    b.times(own.count);
    module(prefix + "." + std::to_string(own.first));
  }
  b.times(1);
}

AttentionShape attention_shape(const ConfigNode& text) {
  const std::int64_t dim = families::head_dim(text);
  return {.hidden = families::hidden_size(text),
          .heads = families::num_heads(text),
          .kv_heads = families::num_kv_heads(text),
          .head_dim = dim,
          .v_head_dim = dim};
}

void attention(Builder& b, const std::string& prefix, const AttentionShape& shape) {
  const std::int64_t heads = b.share(shape.heads);
  const std::int64_t kv_heads = b.share_kv(shape.kv_heads);
  const std::int64_t queries = product(heads * (shape.output_gate ? 2 : 1), shape.head_dim);
  b.sharded(prefix + ".qkv_proj", WeightKind::attention, Sharding::qkv,
            {queries, product(kv_heads, shape.head_dim), product(kv_heads, shape.v_head_dim)},
            shape.hidden, {.bias = shape.qkv_bias});
  b.row(prefix + ".o_proj", WeightKind::attention, shape.hidden,
        product(shape.heads, shape.v_head_dim),
        {.bias = shape.out_bias, .quantize = shape.quantize_out});
  if (shape.qk_norm) {
    b.norm(prefix + ".q_norm", shape.head_dim);
    b.norm(prefix + ".k_norm", shape.head_dim);
  }
  b.cache_scales(prefix + ".attn");
}

void mlp(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t intermediate,
         const MlpOptions& options) {
  if (options.gated) {
    b.column(prefix + ".gate_up_proj", options.kind, {intermediate, intermediate}, hidden,
             {.bias = options.bias});
  } else {
    b.column(prefix + ".up_proj", options.kind, {intermediate}, hidden, {.bias = options.bias});
  }
  b.row(prefix + ".down_proj", options.kind, hidden, intermediate, {.bias = options.bias});
}

void uniform_decoder(Builder& b, const DecoderShape& shape, std::int64_t layers,
                     const UniformLayers& layer) {
  decoder(b, shape, layers, [&](std::int64_t i, const std::string& prefix) {
    attention(b, prefix + ".self_attn", layer.heads);
    b.rotary(prefix + ".self_attn.rotary_emb", layer.rotary);
    layer.feed(i, prefix);
    for (const std::string_view norm : layer.norms) {
      b.norm(prefix + "." + std::string(norm), layer.heads.hidden);
    }
  });
}

void usual_fusions(Builder& b) {
  b.quantization().fuse(
      {{"qkv_proj", {"q_proj", "k_proj", "v_proj"}}, {"gate_up_proj", {"gate_proj", "up_proj"}}});
}

void mtp_entry(Builder& b, const std::string& prefix, std::int64_t hidden) {
  b.norm(prefix + ".enorm", hidden);
  b.norm(prefix + ".hnorm", hidden);
  b.replicated(prefix + ".eh_proj", WeightKind::other, {hidden}, 2 * hidden, {.quantize = false});
}

void mtp_layers(Builder& b, const Feed& layer) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t first = families::num_layers(text);
  if (b.pp() > 1) b.embedding("model.embed_tokens", text.integer("vocab_size"), hidden);
  const std::int64_t behind = first + text.integer_or("num_nextn_predict_layers", 1, 0);
  for (std::int64_t i = first; i < behind; ++i) {
    const std::string prefix = "model.layers." + std::to_string(i);
    mtp_entry(b, prefix, hidden);
    layer(i, prefix);
  }
}

void mixture(Builder& b, const std::string& prefix, const MixtureShape& shape) {
  b.replicated(prefix + ".gate", WeightKind::router, {shape.experts}, shape.hidden,
               {.quantize = false, .type = shape.gate_type});
  if (shape.correction_bias) {
    b.add(prefix + ".gate.e_score_correction_bias", WeightKind::router, Sharding::replicated,
          StoredType::float32, {shape.experts});
  }
  if (shape.shared > 0) {
    mlp(b, prefix + ".shared_experts", shape.hidden, shape.shared,
        {.kind = WeightKind::shared_experts});
  }
  b.experts(prefix + ".experts.routed_experts",
            {.count = shape.experts, .hidden = shape.hidden, .intermediate = shape.intermediate});
}

std::vector<bool> routed_layers(const ConfigNode& text, std::int64_t layers, std::int64_t dense) {
  const auto types = text.strings("mlp_layer_types");
  if (!types.empty() && static_cast<std::int64_t>(types.size()) < layers) throw Unknowable{};
  std::vector<bool> routed;
  for (std::int64_t i = 0; i < layers; ++i) {
    routed.push_back(types.empty() ? i >= dense : types[static_cast<std::size_t>(i)] == "sparse");
  }
  return routed;
}

std::int64_t max_positions(const ConfigNode& text, std::int64_t fallback) {
  return text.integer_or("max_position_embeddings", fallback);
}

namespace {

std::int64_t scaled(std::int64_t positions, double factor) {
  const double length = static_cast<double>(positions) * factor;
  if (!(length >= 1 && length < 9e15)) throw Unknowable{};
  return static_cast<std::int64_t>(length);
}

std::optional<ConfigNode> rope_node(const ConfigNode& text) {
  for (const std::string_view key : {"rope_parameters", "rope_scaling"}) {
    if (auto node = text.find(key); node && node->is_object()) return node;
  }
  return std::nullopt;
}

double given_rotary_share(const ConfigNode& text, const std::optional<ConfigNode>& rope) {
  if (rope && rope->has("partial_rotary_factor")) {
    return rope->number_or("partial_rotary_factor", 1.0);
  }
  for (const std::string_view key :
       {"partial_rotary_factor", "rotary_pct", "rotary_emb_fraction"}) {
    if (text.has(key)) return text.number_or(key, 1.0);
  }
  return 1.0;
}

double rotary_share(const ConfigNode& text, const std::optional<ConfigNode>& rope) {
  const double share = given_rotary_share(text, rope);
  if (!(share >= 0 && share <= 1)) throw Unknowable{};
  return share;
}

}  // namespace

Rotary rotary_of(const ConfigNode& text, const std::optional<ConfigNode>& rope,
                 std::int64_t head_dim, std::int64_t positions, std::int64_t mrope_factor) {
  Rotary table{
      .positions = positions,
      .dim = static_cast<std::int64_t>(static_cast<double>(head_dim) * rotary_share(text, rope))};
  constexpr double default_theta = 10'000;
  const double theta = rope && rope->has("rope_theta")
                           ? rope->number_or("rope_theta", default_theta)
                           : text.number_or("rope_theta", default_theta);
  table.key = "default " + std::to_string(theta);
  if (!rope) return table;
  const std::string type = rope->string_or("rope_type", rope->string_or("type", "default"));
  const double factor = rope->number_or("factor", 1.0);
  const std::int64_t original =
      rope->integer_or("original_max_position_embeddings",
                       text.integer_or("original_max_position_embeddings", positions));
  const bool mrope = rope->has("mrope_section");
  if (type == "yarn" || type == "deepseek_yarn" || type == "deepseek_llama_scaling") {
    table.positions = scaled(original, factor);
  } else if (type == "linear") {
    table.positions = scaled(positions, factor);
  } else if (type == "dynamic") {
    table.positions = rope->has("alpha") ? positions : scaled(positions, factor);
  } else if (type == "longrope" || type == "su") {
    table.positions = sum(original, positions);
  } else if (type != "default" && type != "mrope" && type != "llama3" && type != "proportional") {
    throw Unknowable{};
  }
  if (type != "default") table.key = rope->text();
  if (mrope) table.positions = product(table.positions, mrope_factor);
  return table;
}

Rotary rotary_table(const ConfigNode& text, std::int64_t head_dim, std::int64_t positions,
                    std::int64_t mrope_factor) {
  return rotary_of(text, rope_node(text), head_dim, positions, mrope_factor);
}

Rotary rotary_table(const ConfigNode& text, std::int64_t head_dim) {
  return rotary_table(text, head_dim, max_positions(text));
}

}  // namespace kvplan::modules
