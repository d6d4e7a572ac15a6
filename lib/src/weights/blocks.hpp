// The structures that many families share: decoder, attention, MLP, mixture of experts. Each
// creates the tensors of one module tree as the engine does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weights/builder.hpp"

namespace kvplan::modules {

/// Layers with the same number have the same tensors.
using LayerKind = std::function<std::int64_t(std::int64_t layer)>;
[[nodiscard]] inline std::int64_t all_alike(std::int64_t /*layer*/) { return 0; }

struct DecoderShape {
  std::string prefix = "model";  ///< of embedding, layers and final norm
  std::string head = "lm_head";
  std::string embedding = "embed_tokens";
  std::string layers = "layers";
  std::string norm = "norm";  ///< empty: none
  std::int64_t hidden = 0;
  std::int64_t vocab = 0;
  bool tied = false;
  bool head_bias = false;
  // What the model class creates on every stage, used or not.
  bool embedding_everywhere = false;
  bool norm_everywhere = false;
  bool head_everywhere = false;
  /// Kept on the last stage for a draft that reads the target's (EAGLE, DFlash).
  bool embedding_for_draft = false;
  /// Of equal layers one is built and counted; nothing: each is built.
  LayerKind kind = nullptr;
};

/// Embedding on the first stage, layers by their stage, final norm and head on the last. A tied
/// head is the embedding, which the last stage then keeps a copy of.
/// `layer` gets the index and the prefix of each layer.
void decoder(Builder& b, const DecoderShape& shape, std::int64_t layers,
             const std::function<void(std::int64_t, const std::string&)>& layer);

/// The layers of it alone, for models whose ends are their own.
void decoder_layers(Builder& b, const DecoderShape& shape, std::int64_t layers,
                    const std::function<void(std::int64_t, const std::string&)>& layer);

/// The usual fields: hidden_size, vocab_size, tie_word_embeddings.
/// @param tied_by_default  what the model's class says where the config does not
[[nodiscard]] DecoderShape decoder_shape(const Builder& b, bool tied_by_default = false);

/// Equal modules below `prefix`, such as the layers of a tower: built once where no list of the
/// quantization tells them apart. `module` gets the prefix of each.
void repeat(Builder& b, const std::string& prefix, std::int64_t count,
            const std::function<void(const std::string&)>& module);

struct AttentionShape {
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t v_head_dim = 0;
  bool qkv_bias = false;
  bool out_bias = false;
  bool qk_norm = false;      ///< one weight for all heads
  bool output_gate = false;  ///< twice the query width
  bool quantize_out = true;
};
[[nodiscard]] AttentionShape attention_shape(const ConfigNode& text);

/// qkv_proj, o_proj, the norms of queries and keys, the scales of the cache.
void attention(Builder& b, const std::string& prefix, const AttentionShape& shape);

using Feed = std::function<void(std::int64_t layer, const std::string& prefix)>;

/// Layers alike: attention with one rotary table, then `feed`, and norms.
struct UniformLayers {
  AttentionShape heads;
  Rotary rotary;
  Feed feed;
  std::vector<std::string_view> norms{"input_layernorm", "post_attention_layernorm"};
};
void uniform_decoder(Builder& b, const DecoderShape& shape, std::int64_t layers,
                     const UniformLayers& layer);

/// q_proj, k_proj, v_proj and gate_proj, up_proj, as most checkpoints name what is fused.
void usual_fusions(Builder& b);

/// Where a multi-token-prediction layer begins: norms of embedding and hidden state, and what joins
/// the two, which no quantization takes.
void mtp_entry(Builder& b, const std::string& prefix, std::int64_t hidden);

/// As many such layers as num_nextn_predict_layers says, numbered on from the target's last one,
/// each with its beginning; with several stages an embedding of their own.
void mtp_layers(Builder& b, const Feed& layer);

/// A router with its experts, and shared ones where `shared` is a width.
struct MixtureShape {
  std::int64_t experts = 0;
  std::int64_t hidden = 0;
  std::int64_t intermediate = 0;
  std::int64_t shared = 0;
  std::optional<StoredType> gate_type = std::nullopt;
  bool correction_bias = false;  ///< one float32 number an expert, in the router
};
void mixture(Builder& b, const std::string& prefix, const MixtureShape& shape);

/// Which layers route: as mlp_layer_types says, else all behind the first dense ones.
/// @throws Unknowable when the list is shorter than the layers
[[nodiscard]] std::vector<bool> routed_layers(const ConfigNode& text, std::int64_t layers,
                                              std::int64_t dense);

struct MlpOptions {
  WeightKind kind = WeightKind::dense_mlp;
  bool bias = false;
  bool gated = true;
};
/// gate_up_proj and down_proj.
void mlp(Builder& b, const std::string& prefix, std::int64_t hidden, std::int64_t intermediate,
         const MlpOptions& options = {});

/// The rotary table of rope_parameters or rope_scaling.
/// @param head_dim   what partial_rotary_factor takes a part of
/// @param positions  of the table where no scaling lengthens it
/// @param mrope_factor  tables of multimodal positions are longer by it
[[nodiscard]] Rotary rotary_table(const ConfigNode& text, std::int64_t head_dim,
                                  std::int64_t positions, std::int64_t mrope_factor = 4);
/// The same with max_position_embeddings.
[[nodiscard]] Rotary rotary_table(const ConfigNode& text, std::int64_t head_dim);

/// The same where the node of the rope is known; nothing: a plain table.
[[nodiscard]] Rotary rotary_of(const ConfigNode& text, const std::optional<ConfigNode>& rope,
                               std::int64_t head_dim, std::int64_t positions,
                               std::int64_t mrope_factor = 4);

[[nodiscard]] std::int64_t max_positions(const ConfigNode& text, std::int64_t fallback = 8192);
[[nodiscard]] bool is_tied(const ConfigNode& root, const ConfigNode& text, bool fallback);

}  // namespace kvplan::modules
