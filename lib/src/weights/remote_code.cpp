// Families whose config class comes with the model (remote code): EXAONE 3, InternLM 2, Orion,
// MiniCPM, and BLOOM beside them. Source: vLLM 0.33, models/{exaone,internlm2,orion,minicpm,
// bloom}.py; read there, for no run of the engine creates them without that code.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void everywhere(DecoderShape& shape) {
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
}

/// A last norm with a bias, which every stage has.
void last_norm(Builder& b, const std::string& name, std::int64_t hidden) {
  b.all_stages(true);
  b.layer_norm(name, hidden);
  b.all_stages(false);
}

}  // namespace

void exaone(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias =
      text.boolean_or("attention_bias", false) || text.boolean_or("bias", false);
  DecoderShape shape = decoder_shape(b);
  shape.prefix = "transformer";
  shape.embedding = "wte";
  shape.layers = "h";
  shape.norm = "ln_f";
  shape.kind = all_alike;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".attn.attention", heads);
    b.rotary(prefix + ".attn.attention.rotary_emb", rotary_table(text, heads.head_dim));
    mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"),
        {.bias = text.boolean_or("mlp_bias", false)});
    b.norm(prefix + ".ln_1", heads.hidden);
    b.norm(prefix + ".ln_2", heads.hidden);
  });
}

void internlm2(Builder& b) {
  const ConfigNode& text = b.text();
  b.quantization().fuse({{"gate_up_proj", {"w1", "w3"}}});
  const AttentionShape heads = attention_shape(text);
  DecoderShape shape = decoder_shape(b);
  shape.embedding = "tok_embeddings";
  shape.head = "output";
  shape.kind = all_alike;
  everywhere(shape);
  uniform_decoder(b, shape, families::num_layers(text),
                  {.heads = heads,
                   .rotary = rotary_table(text, heads.head_dim),
                   .feed =
                       [&](std::int64_t, const std::string& prefix) {
                         mlp(b, prefix + ".feed_forward", heads.hidden,
                             text.integer("intermediate_size"));
                       },
                   .norms = {"attention_norm", "ffn_norm"}});
}

void orion(Builder& b) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  DecoderShape shape = decoder_shape(b);
  shape.norm = "";
  shape.kind = all_alike;
  everywhere(shape);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim));
    mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
    b.layer_norm(prefix + ".input_layernorm", heads.hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
  last_norm(b, "model.norm", heads.hidden);
}

void minicpm(Builder& b) {
  const ConfigNode& text = b.text();
  if (text.integer_or("num_experts", 0, 0) > 0) throw Unknowable{};
  usual_fusions(b);
  const AttentionShape heads = attention_shape(text);
  DecoderShape shape = decoder_shape(b, true);
  shape.kind = all_alike;
  everywhere(shape);
  uniform_decoder(b, shape, families::num_layers(text),
                  {.heads = heads,
                   .rotary = rotary_table(text, heads.head_dim),
                   .feed = [&](std::int64_t, const std::string& prefix) {
                     mlp(b, prefix + ".mlp", heads.hidden, text.integer("intermediate_size"));
                   }});
}

/// Slopes instead of a rotary table, and a norm behind the embedding.
void bloom(Builder& b) {
  const ConfigNode& text = b.text();
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = true;
  const std::int64_t hidden = heads.hidden;
  DecoderShape shape = decoder_shape(b, true);
  shape.prefix = "transformer";
  shape.embedding = "word_embeddings";
  shape.layers = "h";
  shape.norm = "";
  shape.kind = all_alike;
  everywhere(shape);
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    attention(b, prefix + ".self_attention", heads);
    b.column(prefix + ".mlp.dense_h_to_4h", WeightKind::dense_mlp, {product(4, hidden)}, hidden,
             {.bias = true});
    b.row(prefix + ".mlp.dense_4h_to_h", WeightKind::dense_mlp, hidden, product(4, hidden),
          {.bias = true});
    b.layer_norm(prefix + ".input_layernorm", hidden);
    b.layer_norm(prefix + ".post_attention_layernorm", hidden);
  });
  last_norm(b, "transformer.word_embeddings_layernorm", hidden);
  last_norm(b, "transformer.ln_f", hidden);
}

}  // namespace kvplan::modules
