// gpt-oss: attention with sinks and biases everywhere, experts in MXFP4.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {

void gpt_oss(Builder& b) {
  const ConfigNode& text = b.text();
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = heads.out_bias = text.boolean_or("attention_bias", true);
  DecoderShape shape = decoder_shape(b);
  shape.embedding = "embedding";
  shape.kind = all_alike;
  shape.embedding_everywhere = shape.norm_everywhere = shape.head_everywhere = true;
  const std::int64_t count =
      text.integer_or("num_local_experts", text.integer_or("num_experts", 0, 0));
  if (count < 1) throw Unknowable{};
  Rotary rotary = rotary_table(text, heads.head_dim);
  rotary.type = StoredType::float32;
  decoder(b, shape, families::num_layers(text), [&](std::int64_t, const std::string& prefix) {
    b.add(prefix + ".attn.sinks", WeightKind::attention, Sharding::column, b.dtype(),
          {b.share(heads.heads)});
    attention(b, prefix + ".attn", heads);
    b.rotary(prefix + ".attn.rotary_emb", rotary);
    b.replicated(prefix + ".mlp.router", WeightKind::router, {count}, heads.hidden,
                 {.bias = true, .quantize = false});
    b.experts(prefix + ".mlp.experts.routed_experts",
              {.count = count,
               .hidden = heads.hidden,
               .intermediate = text.integer("intermediate_size"),
               .bias = true});
    b.norm(prefix + ".input_layernorm", heads.hidden);
    b.norm(prefix + ".post_attention_layernorm", heads.hidden);
  });
}

}  // namespace kvplan::modules
