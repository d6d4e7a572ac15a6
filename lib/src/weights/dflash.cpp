// DFlash, DFlash 2 and DSpark: Qwen 3's layers, which draft a block at once from hidden states of
// several layers of the target. A token of its own stands for what is not yet written.
// Source: vLLM 0.33, models/qwen3_dflash.py, qwen3_dflash2.py, qwen3_dspark.py.
#include <algorithm>

#include "families/common.hpp"
#include "weights/blocks.hpp"
#include "weights/drafts.hpp"
#include "weights/models.hpp"

namespace kvplan::modules {
namespace {

std::optional<ConfigNode> own_fields(const ConfigNode& text) {
  auto own = text.find("dflash_config");
  if (own && !own->is_object()) own.reset();
  return own;
}

std::int64_t own_number(const ConfigNode& text, std::string_view key) {
  const auto own = own_fields(text);
  if (!own || !own->has(key)) throw Unknowable{};
  return own->integer(key);
}

bool reads_target(const ConfigNode& text) {
  constexpr std::string_view key = "use_aux_hidden_state";
  const auto own = own_fields(text);
  return own && own->has(key) ? own->boolean_or(key, true) : text.boolean_or(key, true);
}

std::int64_t read_layers(const ConfigNode& text) {
  if (const auto own = own_fields(text)) {
    if (const auto ids = own->integers("target_layer_ids"); !ids.empty()) {
      return static_cast<std::int64_t>(ids.size());
    }
  }
  return families::num_layers(text);
}

/// Kernels of a layer's two convolutions over the block, and what moves them.
void convolution(Builder& b, const std::string& prefix, std::int64_t hidden) {
  const std::int64_t taps = own_number(b.text(), "conv_kernel_size");
  const std::int64_t groups = hidden / own_number(b.text(), "conv_group_size");
  b.add(prefix + ".base_kernel", WeightKind::other, Sharding::replicated, b.dtype(),
        {2, taps, hidden});
  b.replicated(prefix + ".kernel_projection", WeightKind::other, {product(2 * taps, groups)},
               hidden);
}

void backbone(Builder& b, bool convolves) {
  const ConfigNode& text = b.text();
  usual_fusions(b);
  AttentionShape heads = attention_shape(text);
  heads.qkv_bias = text.boolean_or("attention_bias", false);
  heads.out_bias = heads.qkv_bias;
  heads.qk_norm = true;
  const std::int64_t hidden = heads.hidden;
  const std::int64_t positions = std::max(max_positions(text), b.serving().max_model_len.count());
  b.add("model.mask_embedding", WeightKind::embedding, Sharding::replicated, b.dtype(), {hidden});
  for (std::int64_t i = 0; i < families::num_layers(text); ++i) {
    const std::string prefix = "model.layers." + std::to_string(i);
    attention(b, prefix + ".self_attn", heads);
    b.rotary(prefix + ".self_attn.rotary_emb", rotary_table(text, heads.head_dim, positions));
    mlp(b, prefix + ".mlp", hidden, text.integer("intermediate_size"));
    b.norm(prefix + ".input_layernorm", hidden);
    b.norm(prefix + ".post_attention_layernorm", hidden);
    if (!convolves) continue;
    convolution(b, prefix + ".attention_conv", hidden);
    convolution(b, prefix + ".mlp_conv", hidden);
  }
  if (reads_target(text)) {
    b.replicated("model.fc", WeightKind::other, {hidden},
                 product(read_layers(text), text.integer_or("target_hidden_size", hidden)));
  }
  b.norm("model.hidden_norm", hidden);
  b.norm("model.norm", hidden);
}

}  // namespace

void dflash_qwen3(Builder& b) {
  draft_vocabulary(b);
  backbone(b, false);
}

/// Convolutions over the block, and two tables that tell which token follows which.
void dflash2_qwen3(Builder& b) {
  draft_vocabulary(b);
  backbone(b, true);
  const std::int64_t hidden = b.text().integer("hidden_size");
  const std::int64_t rank = own_number(b.text(), "selector_rank");
  const std::string prefix = "model.candidate_selector";
  for (const char* table : {".predecessor_codebook", ".successor_codebook"}) {
    b.add(prefix + table, WeightKind::head, Sharding::replicated, b.dtype(),
          {b.text().integer("vocab_size"), rank});
  }
  b.replicated(prefix + ".hidden_projection", WeightKind::head, {rank}, hidden,
               {.quantize = false});
}

/// A bias from the token before, of low rank and whole on every rank, and what tells how sure a
/// token is.
void dspark_qwen3(Builder& b) {
  const ConfigNode& text = b.text();
  if (text.string_or("model_type", "") != "qwen3") throw Unknowable{};  // of other targets
  const std::int64_t vocab = text.integer("vocab_size");
  const std::int64_t own = text.integer_or("draft_vocab_size", vocab);
  if (own < vocab) {
    b.add("draft_id_to_target_id", WeightKind::head, Sharding::replicated, StoredType::int64,
          {own});
    b.head("lm_head", own, text.integer("hidden_size"));
  }
  backbone(b, false);
  const std::int64_t rank = text.integer("markov_rank");
  constexpr std::int64_t padding = 64;
  b.add("model.markov_head.markov_w1.weight", WeightKind::head, Sharding::replicated, b.dtype(),
        {vocab, rank});
  b.sharded("model.markov_head.markov_w2", WeightKind::head, Sharding::replicated,
            {round_up(own, padding)}, rank,
            {.storage = b.quantization().head("model.markov_head.markov_w2")});
  if (!text.boolean_or("enable_confidence_head", false)) return;
  const bool with_markov = text.boolean_or("confidence_head_with_markov", false);
  b.replicated("model.confidence_head.proj", WeightKind::head, {1},
               sum(text.integer("hidden_size"), with_markov ? rank : 0),
               {.bias = true, .quantize = false, .type = StoredType::float32});
}

}  // namespace kvplan::modules
