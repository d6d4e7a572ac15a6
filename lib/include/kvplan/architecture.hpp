// Step "describe": what each layer of a model keeps for a request, before any sharding.
//
// Families differ in what a layer keeps: keys and values of every token, a window of them, a
// latent vector, a state per request. Each is a small struct with only its own fields; a layer
// lists those it keeps, in the order in which the engine registers them: none for a layer that
// shares an earlier one's cache, two for attention and Mamba side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kvplan/dtype.hpp"
#include "kvplan/units.hpp"

namespace kvplan {

/// Keys and values of every token (multi-head, grouped-query and multi-query attention).
struct FullAttention {
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t v_head_dim = 0;
  friend bool operator==(const FullAttention&, const FullAttention&) = default;
};

/// Keys and values of the last `window` tokens.
struct SlidingWindow {
  FullAttention heads;
  Tokens window;
  friend bool operator==(const SlidingWindow&, const SlidingWindow&) = default;
};

/// Keys and values of the present chunk (Llama 4).
struct ChunkedAttention {
  FullAttention heads;
  Tokens chunk;
  friend bool operator==(const ChunkedAttention&, const ChunkedAttention&) = default;
};

/// Keys and values of the encoder's output, which a decoder's cross attention reads (Whisper).
/// vLLM sets aside room for as many encoder tokens as one batch holds, at any request length.
struct CrossAttention {
  FullAttention heads;
  friend bool operator==(const CrossAttention&, const CrossAttention&) = default;
};

/// One latent vector a token instead of keys and values (multi-head latent attention, MLA).
/// Every tensor-parallel rank holds all of it.
struct LatentAttention {
  std::int64_t kv_lora_rank = 0;
  std::int64_t rope_head_dim = 0;
  /// Not in the cache, but kernels ask for them: the rest of a query's width, the query's heads
  /// (of all ranks), and the tokens that an indexer selects (0: attends to all).
  std::int64_t nope_head_dim = 0;
  std::int64_t query_heads = 0;
  std::int64_t index_topk = 0;
  friend bool operator==(const LatentAttention&, const LatentAttention&) = default;
};

/// One latent of `head_dim` numbers for every `compress_ratio` tokens (DeepSeek-V4); replicated.
struct CompressedLatent {
  std::int64_t head_dim = 0;
  std::int64_t compress_ratio = 1;
  friend bool operator==(const CompressedLatent&, const CompressedLatent&) = default;
};

/// The uncompressed latents of the last `window` tokens (DeepSeek-V4); replicated.
struct LatentWindow {
  std::int64_t head_dim = 0;
  Tokens window;
  friend bool operator==(const LatentWindow&, const LatentWindow&) = default;
};

/// What a compressor still has to fold (DeepSeek-V4): `width` fp32 numbers for each of the last
/// `window` tokens, in blocks of `block` tokens; replicated.
struct CompressorState {
  std::int64_t width = 0;
  Tokens window;
  Tokens block;
  friend bool operator==(const CompressorState&, const CompressorState&) = default;
};

/// Index keys by which sparse attention (DSA, DeepSeek-V3.2) selects tokens: fp8 with one fp32
/// scale for every 128 numbers, whatever the cache dtype; replicated on every rank. DeepSeek-V4
/// keeps one for every `compress_ratio` tokens.
struct IndexKeys {
  std::int64_t head_dim = 0;
  std::int64_t compress_ratio = 1;
  friend bool operator==(const IndexKeys&, const IndexKeys&) = default;
};

/// Index keys by which block-sparse attention (MiniMax-M3) selects blocks of 128 tokens: bf16,
/// one a token, whatever the cache dtype; replicated.
struct BlockIndexKeys {
  std::int64_t head_dim = 0;
  friend bool operator==(const BlockIndexKeys&, const BlockIndexKeys&) = default;
};

/// Index keys of Qwen's sparse attention (QSA): one bf16 key for every `compress_ratio` tokens,
/// whatever the cache dtype; replicated on every rank.
struct CompressedIndexKeys {
  std::int64_t head_dim = 0;
  std::int64_t compress_ratio = 1;
  friend bool operator==(const CompressedIndexKeys&, const CompressedIndexKeys&) = default;
};

/// The raw keys that QSA has not compressed yet: a ring of round_up(compress_ratio + drafts,
/// compress_ratio) slots, one block a request. `slot_dim` counts bf16 numbers of a slot.
struct RawKeyRing {
  std::int64_t slot_dim = 0;
  std::int64_t compress_ratio = 1;
  friend bool operator==(const RawKeyRing&, const RawKeyRing&) = default;
};

/// Mamba 1: convolution and state-space state of `inner` channels.
struct Mamba1State {
  std::int64_t inner = 0;
  std::int64_t state_dim = 0;
  std::int64_t conv_kernel = 0;
  friend bool operator==(const Mamba1State&, const Mamba1State&) = default;
};

/// Mamba 2: heads × head_dim × state_dim, with `groups` of B and C in the convolution.
struct Mamba2State {
  std::int64_t inner = 0;
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t groups = 0;
  std::int64_t state_dim = 0;
  std::int64_t conv_kernel = 0;
  friend bool operator==(const Mamba2State&, const Mamba2State&) = default;
};

/// Gated delta net (GDN): value_heads × value_dim × key_dim.
struct GatedDeltaState {
  std::int64_t key_heads = 0;
  std::int64_t value_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  std::int64_t conv_kernel = 0;
  bool flashinfer = true;  ///< the engine's layer knows FlashInfer's prefill (OLMo's does not)
  friend bool operator==(const GatedDeltaState&, const GatedDeltaState&) = default;
};

/// Kimi delta attention (KDA): heads × head_dim × head_dim; query, key and value are as wide.
struct KimiDeltaState {
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t conv_kernel = 0;
  /// Kimi-K3's own layer. The shared one keeps its state in float32 whatever the option says.
  bool full_rank_gate = false;
  bool bounded_gate = false;  ///< with the full-rank gate: FlashKDA serves it, with checkpoints
  friend bool operator==(const KimiDeltaState&, const KimiDeltaState&) = default;
};

/// Lightning (linear) attention: heads × head_dim × head_dim, and no convolution.
struct LinearAttentionState {
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  friend bool operator==(const LinearAttentionState&, const LinearAttentionState&) = default;
};

/// A short convolution's last inputs: `rows` × `channels`.
struct ShortConvState {
  std::int64_t channels = 0;
  std::int64_t rows = 0;
  bool replicated = false;  ///< on every tensor-parallel rank (Qwen4-exp's PLE)
  /// The engine can write a checkpoint of it at any token (vLLM: alignment 1), which counts
  /// for the blocks of every state group of the model.
  bool checkpoints = false;
  friend bool operator==(const ShortConvState&, const ShortConvState&) = default;
};

using CacheKind =
    std::variant<FullAttention, SlidingWindow, ChunkedAttention, LatentAttention, CompressedLatent,
                 LatentWindow, CompressorState, IndexKeys, BlockIndexKeys, CompressedIndexKeys,
                 RawKeyRing, Mamba1State, Mamba2State, GatedDeltaState, ShortConvState,
                 KimiDeltaState, LinearAttentionState, CrossAttention>;

/// True for what a request keeps once, whatever its length, in a block of its own.
[[nodiscard]] bool is_state(const CacheKind& kind);
/// "full_attention", "sliding_window", … as the JSON and the text name it.
[[nodiscard]] std::string_view name(const CacheKind& kind);

struct Layer {
  std::vector<CacheKind> keeps;
  friend bool operator==(const Layer&, const Layer&) = default;
};

/// The recurrent state's element type when neither the user nor the config names one.
enum class StateDtype {
  model,    ///< the model's dtype
  float32,  ///< Nemotron-H since vLLM 0.20, Kimi's KDA
};

/// How a kernel choice of the engine depends on the model.
struct AttentionTraits {
  bool sinks = false;            ///< learned attention sinks (gpt-oss)
  bool mm_prefix = false;        ///< bidirectional attention inside images (Gemma 3)
  bool softcap = false;          ///< attention logits are capped (Gemma 2)
  bool non_causal = false;       ///< a draft that sees its block in both directions (DFlash)
  bool mixed_head_dims = false;  ///< full and sliding heads differ in size (Gemma 4)
  /// With mm_prefix an image or video is prefilled in one piece; 0: vLLM does not bound it.
  Tokens largest_mm_item;
  bool block_outermost = false;     ///< caches packed block by block (Qwen4-exp, DeepSeek-V4)
  bool qsa = false;                 ///< Qwen4-exp's own sparse attention kernels
  bool one_stage = false;           ///< the engine refuses pipeline stages (n-gram embeddings)
  bool compressed_latents = false;  ///< DeepSeek-V4's own kernels
  bool bfloat16_is_auto = false;    ///< --kv-cache-dtype bfloat16 means "auto" (DeepSeek-V3.2)
  bool fp8_on_sm10x = false;        ///< "auto" is fp8_e4m3 on compute capability 10.x (GLM-5)
  friend bool operator==(const AttentionTraits&, const AttentionTraits&) = default;
};

/// What the engine reads of a checkpoint's quantization to choose the cache dtype for "auto".
struct CheckpointCache {
  std::optional<CacheDtype> dtype;  ///< nothing: the model's own dtype
  std::string spelling;             ///< as the engine shows it: "fp8_e4m3", "fp8", …
  std::string source;               ///< the config field, for people
  bool compressed_tensors = false;  ///< that format's kv_cache_scheme; else ModelOpt's
  friend bool operator==(const CheckpointCache&, const CheckpointCache&) = default;
};

/// The whole model, before any sharding.
struct Architecture {
  std::string family;       ///< the row of the family table
  std::string model_class;  ///< config.json architectures[0]
  Dtype dtype = Dtype::bfloat16;
  Tokens derived_max_model_len;  ///< vLLM's derivation from the config
  bool names_length = true;      ///< false: the config has no length, that one is a fallback
  std::optional<Tokens> yarn_max_model_len;  ///< original length × factor: up to vLLM 0.29
  std::int64_t num_attention_heads = 0;      ///< must divide by the tensor parallelism
  std::vector<Layer> layers;
  std::vector<Layer> mtp_layers;    ///< the checkpoint's own draft (method "mtp"); may be empty
  std::optional<Dtype> ssm_dtype;   ///< the config's own choice for the recurrent state
  std::int64_t state_chunk = 2048;  ///< tokens of a chunk of the states' prefill kernel
  StateDtype default_ssm_dtype = StateDtype::model;
  bool fixed_ssm_dtype = false;  ///< --mamba-ssm-cache-dtype changes nothing
  AttentionTraits traits;
  CheckpointCache checkpoint_cache;
  bool pooling = false;  ///< an embedding or reranking model
  /// The last vLLM release that serves it, as numbers (EngineRules::release).
  std::optional<std::array<int, 4>> served_until;
  friend bool operator==(const Architecture&, const Architecture&) = default;

  [[nodiscard]] bool has_states() const;     ///< any layer with a state
  [[nodiscard]] bool has_attention() const;  ///< any layer with a cache that grows
};

}  // namespace kvplan
