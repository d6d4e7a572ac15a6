// Encoders: BERT, RoBERTa and their reranking head, ModernBERT. No pipeline stages.
#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

void encoder_layer(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t wide = text.integer("intermediate_size");
  const std::int64_t own = product(b.share(families::num_heads(text)), families::head_dim(text));
  b.sharded(prefix + ".attention.self.qkv_proj", WeightKind::attention, Sharding::qkv,
            {own, own, own}, hidden, {.bias = true});
  b.row(prefix + ".attention.output.dense", WeightKind::attention, hidden, hidden, {.bias = true});
  b.layer_norm(prefix + ".attention.output.LayerNorm", hidden);
  b.cache_scales(prefix + ".attention.self.attn");
  b.column(prefix + ".intermediate.dense", WeightKind::dense_mlp, {wide}, hidden, {.bias = true});
  b.row(prefix + ".output.dense", WeightKind::dense_mlp, hidden, wide, {.bias = true});
  b.layer_norm(prefix + ".output.LayerNorm", hidden);
}

void encoder(Builder& b, const std::string& prefix) {
  const ConfigNode& text = b.text();
  if (b.pp() > 1) throw Unknowable{};
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t positions = text.integer("max_position_embeddings");
  const std::string embeddings = prefix + ".embeddings";
  b.set_layers(families::num_layers(text));
  b.embedding(embeddings + ".word_embeddings", text.integer("vocab_size"), hidden);
  b.embedding(embeddings + ".position_embeddings", positions, hidden);
  b.embedding(embeddings + ".token_type_embeddings", text.integer_or("type_vocab_size", 2), hidden);
  b.layer_norm(embeddings + ".LayerNorm", hidden);
  b.buffer(embeddings + ".position_ids", StoredType::int64, {1, positions});
  for (std::int64_t i = 0; i < families::num_layers(text); ++i) {
    encoder_layer(b, prefix + ".encoder.layer." + std::to_string(i));
  }
}

}  // namespace

void bert(Builder& b) { encoder(b, "model"); }

/// The head works in float32.
void roberta_classifier(Builder& b) {
  encoder(b, "roberta");
  const ConfigNode& text = b.text();
  const std::int64_t hidden = text.integer("hidden_size");
  const auto names = text.find("id2label");
  const std::int64_t labels = names ? static_cast<std::int64_t>(names->keys().size())
                                    : text.integer_or("num_labels", 2);  // Hugging Face
  const auto add = [&](const char* name, std::vector<std::int64_t> shape) {
    b.add(std::string("classifier.") + name, WeightKind::head, Sharding::replicated,
          StoredType::float32, std::move(shape));
  };
  add("dense.weight", {hidden, hidden});
  add("dense.bias", {hidden});
  add("out_proj.weight", {labels, hidden});
  add("out_proj.bias", {labels});
}

/// The first layer reads the normed embedding and has no norm of its own.
void modernbert(Builder& b) {
  const ConfigNode& text = b.text();
  if (b.pp() > 1) throw Unknowable{};
  const std::int64_t hidden = text.integer("hidden_size");
  const std::int64_t wide = text.integer("intermediate_size");
  const std::int64_t dim = families::head_dim(text);
  const std::int64_t own = product(b.share(families::num_heads(text)), dim);
  const bool bias = text.boolean_or("attention_bias", false);
  const bool norm_bias = text.boolean_or("norm_bias", false);
  const auto types = families::layer_types(text);
  const auto ropes = text.find("rope_parameters");
  if (types.empty() || !ropes) throw Unknowable{};
  b.set_layers(families::num_layers(text));
  b.embedding("embeddings.tok_embeddings", text.integer("vocab_size"), hidden);
  b.layer_norm("embeddings.norm", hidden, norm_bias);
  for (std::int64_t i = 0; i < families::num_layers(text); ++i) {
    const std::string prefix = "encoder_layer.layers." + std::to_string(i);
    b.sharded(prefix + ".attn.Wqkv", WeightKind::attention, Sharding::qkv, {own, own, own}, hidden,
              {.bias = bias});
    b.row(prefix + ".attn.Wo", WeightKind::attention, hidden, hidden, {.bias = bias});
    b.rotary(
        prefix + ".attn.rotary_emb",
        rotary_of(text, ropes->find(types[static_cast<std::size_t>(i)]), dim, max_positions(text)));
    b.cache_scales(prefix + ".attn.attn");
    b.column(prefix + ".mlp.Wi", WeightKind::dense_mlp, {wide, wide}, hidden,
             {.bias = text.boolean_or("mlp_bias", false)});
    b.row(prefix + ".mlp.Wo", WeightKind::dense_mlp, hidden, wide,
          {.bias = text.boolean_or("mlp_bias", false)});
    if (i > 0) b.layer_norm(prefix + ".attn_norm", hidden, norm_bias);
    b.layer_norm(prefix + ".mlp_norm", hidden, norm_bias);
  }
  b.layer_norm("final_norm", hidden, norm_bias);
}

}  // namespace kvplan::modules
