// GPT-2, GPT-J, OPT, StableLM: LayerNorms with biases, MLPs without a gate, learned positions in
// two of them. Source: vLLM 0.33, models/{gpt2,gpt_j,opt,stablelm}.py.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void learned_positions(Builder& b, const std::string& name, std::int64_t count,
                       std::int64_t hidden) {
  b.add(name + ".weight", WeightKind::embedding, Sharding::replicated, b.dtype(), {count, hidden});
}

void heads_alike(Builder& b, const std::string& prefix, const char* qkv, const char* out,
                 const AttentionShape& heads) {
  const std::int64_t own = product(b.share(heads.heads), heads.head_dim);
  b.sharded(prefix + qkv, WeightKind::attention, Sharding::qkv, {own, own, own}, heads.hidden,
            {.bias = heads.qkv_bias});
  b.row(prefix + out, WeightKind::attention, heads.hidden, heads.hidden, {.bias = heads.out_bias});
  b.cache_scales(prefix + ".attn");
}

}  // namespace

void gpt2(Builder& b) {
  const ConfigNode& text = b.text();
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = true;
  const std::int64_t hidden = heads.hidden;
  const std::int64_t wide = text.integer_or("n_inner", product(4, hidden));
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = "transformer";
  shape.embedding = "wte";
  shape.layers = "h";
  shape.norm = "";
  shape.kind = all_alike;
  shape.embedding_everywhere = true;
  b.all_stages(true);
  learned_positions(b, "transformer.wpe", text.integer_or("n_positions", max_positions(text, 1024)),
                    hidden);
  b.layer_norm("transformer.ln_f", hidden);
  b.all_stages(false);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    heads_alike(b, prefix + ".attn", ".c_attn", ".c_proj", heads);
    b.column(prefix + ".mlp.c_fc", WeightKind::dense_mlp, {wide}, hidden, {.bias = true});
    b.row(prefix + ".mlp.c_proj", WeightKind::dense_mlp, hidden, wide, {.bias = true});
    b.layer_norm(prefix + ".ln_1", hidden);
    b.layer_norm(prefix + ".ln_2", hidden);
  });
}

void opt(Builder& b) {
  const ConfigNode& text = b.text();
  AttentionShape heads = attention_shape(text);
  const bool bias = text.boolean_or("enable_bias", true);
  heads.qkv_bias = heads.out_bias = bias;
  const std::int64_t hidden = heads.hidden;
  if (text.integer_or("word_embed_proj_dim", hidden) != hidden ||
      !text.boolean_or("do_layer_norm_before", true)) {
    throw Unknowable{};
  }
  const std::int64_t wide = text.integer("ffn_dim");
  constexpr std::int64_t offset = 2;  // OPT's positions begin behind two that are never used
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = "model.decoder";
  shape.norm = "";
  shape.kind = all_alike;
  shape.embedding_everywhere = shape.head_everywhere = true;
  b.all_stages(true);
  learned_positions(b, "model.decoder.embed_positions", sum(max_positions(text, 2048), offset),
                    hidden);
  b.layer_norm("model.decoder.final_layer_norm", hidden);
  b.all_stages(false);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    heads_alike(b, prefix + ".self_attn", ".qkv_proj", ".out_proj", heads);
    b.column(prefix + ".fc1", WeightKind::dense_mlp, {wide}, hidden, {.bias = bias});
    b.row(prefix + ".fc2", WeightKind::dense_mlp, hidden, wide, {.bias = bias});
    b.layer_norm(prefix + ".self_attn_layer_norm", hidden);
    b.layer_norm(prefix + ".final_layer_norm", hidden);
  });
}

void gpt_j(Builder& b) {
  const ConfigNode& text = b.text();
  const AttentionShape heads = attention_shape(text);
  const std::int64_t hidden = heads.hidden;
  const std::int64_t wide = text.integer_or("n_inner", product(4, hidden));
  DecoderShape shape = decoder_shape(b);
  shape.prefix = "transformer";
  shape.embedding = "wte";
  shape.layers = "h";
  shape.norm = "";
  shape.kind = all_alike;
  shape.head_bias = true;
  shape.embedding_everywhere = shape.head_everywhere = true;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    heads_alike(b, prefix + ".attn", ".qkv_proj", ".out_proj", heads);
    b.rotary(prefix + ".attn.rotary_emb",
             {.positions = text.integer_or("n_positions", max_positions(text, 2048)),
              .dim = text.integer_or("rotary_dim", 64),
              .key = "default"});
    b.column(prefix + ".mlp.fc_in", WeightKind::dense_mlp, {wide}, hidden, {.bias = true});
    b.row(prefix + ".mlp.fc_out", WeightKind::dense_mlp, hidden, wide, {.bias = true});
    b.layer_norm(prefix + ".ln_1", hidden);
  });
  b.all_stages(true);
  b.layer_norm("transformer.ln_f", hidden);
  b.all_stages(false);
}

void stablelm(Builder& b) {
  const ConfigNode& text = b.text();
  if (text.boolean_or("qk_layernorm", false)) throw Unknowable{};
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("use_qkv_bias", false);
  const std::int64_t hidden = heads.hidden;
  DecoderShape shape = decoder_shape(b);
  shape.norm = "";
  shape.kind = all_alike;
  shape.embedding_everywhere = shape.head_everywhere = true;
  Rotary table = rotary_table(text, heads.head_dim);
  const auto rope = text.find("rope_parameters");
  const bool said =
      text.has("partial_rotary_factor") || (rope && rope->has("partial_rotary_factor"));
  constexpr std::int64_t part = 4;  // Hugging Face, StableLmConfig
  if (!said) table.dim = heads.head_dim / part;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", table);
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
    b.layer_norm(prefix + ".input_layernorm", hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", hidden);
  });
  b.all_stages(true);
  b.layer_norm("model.norm", hidden);
  b.all_stages(false);
}

}  // namespace kvplan::modules
