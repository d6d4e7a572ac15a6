// Step "shard": each layer's cache as one rank keeps it, with its page and block size.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "kvplan/architecture.hpp"
#include "kvplan/serving.hpp"

namespace kvplan {

/// How the blocks of one request grow with its length.
struct EveryToken {
  friend bool operator==(EveryToken, EveryToken) = default;
};
struct LastTokens {
  Tokens window;
  friend bool operator==(LastTokens, LastTokens) = default;
};
struct PresentChunk {
  Tokens chunk;
  friend bool operator==(PresentChunk, PresentChunk) = default;
};
struct FixedBlocks {
  Blocks blocks;  ///< a request holds so many, whatever its length
  friend bool operator==(FixedBlocks, FixedBlocks) = default;
};
/// A state kept at the end of every block ("all" of mamba_cache_mode), and some more.
struct EveryBlock {
  Blocks more;
  friend bool operator==(EveryBlock, EveryBlock) = default;
};
using Retention = std::variant<EveryToken, LastTokens, PresentChunk, FixedBlocks, EveryBlock>;

/// The classes by which vLLM decides what may share a group.
enum class SpecType { attention, latent, state, ring };

/// What one block of one layer holds. Two specs that are equal may share a group.
struct CacheSpec {
  SpecType type = SpecType::attention;
  Retention retention;
  std::int64_t heads = 0;  ///< on this rank; 0 for a state
  std::int64_t head_dim = 0;
  std::int64_t v_head_dim = 0;
  std::int64_t storage = 0;  ///< tells element types apart (fp8 from bf16)
  std::int64_t tokens_per_state = 1;
  std::int64_t stride_alignment = 0;  ///< of the backend; see Backend
  std::int64_t page_alignment = 1;    ///< a page is padded to a multiple of so many bytes
  bool replicated = false;            ///< a state on every rank
  bool dcp_sharded = true;
  bool prefix_cacheable = true;
  bool page_is_fixed = false;  ///< padded beside skipped layers; a longer block cannot fill it
  TokensPerBlock block_size;
  BytesPerBlock content;  ///< bytes used
  BytesPerBlock page;     ///< bytes taken: content and padding
  friend bool operator==(const CacheSpec&, const CacheSpec&) = default;
};

/// One cache of one layer, and where it lives.
struct LayerSpec {
  CacheSpec spec;
  std::int64_t layer = 0;  ///< index; draft layers count on after the model's
  std::int64_t stage = 0;  ///< pipeline stage
  bool draft = false;
  friend bool operator==(const LayerSpec&, const LayerSpec&) = default;
};

/// Bytes that the distance of two blocks must be a multiple of, for whole kernel blocks.
[[nodiscard]] std::int64_t block_stride_alignment(const CacheSpec& spec);

/// Bytes of a state on one rank, with room for `drafts` more convolution rows.
/// Qwen3.8-Flash-Next, one rank, no drafts: 48·128·128·4 + 10,240·3·2 = 3,207,168 B.
/// @throws Error (invalid) when the tensor parallelism does not divide its heads
[[nodiscard]] Bytes state_bytes(const CacheKind& kind, const Serving& serving, std::int64_t drafts);

/// What one token adds to one attention layer's cache on one rank.
/// kv_heads × (head_dim + v_head_dim) × bytes per element, for full attention; heads fewer than
/// the ranks are replicated. Llama-3.1-8B, bf16, one rank: 8 × (128 + 128) × 2 = 4,096 B.
[[nodiscard]] BytesPerToken bytes_per_token(const CacheKind& kind, const Serving& serving);

/// The layers that a pipeline stage holds: [first, last). vLLM gives the remainder to the stages
/// before the last. @throws Error (invalid) when there are more stages than layers
[[nodiscard]] std::int64_t pipeline_stage(std::int64_t layer, std::int64_t layers,
                                          std::int64_t stages);

/// @param draft  the draft model's own architecture (eagle3, draft_model, …), or nullptr
/// @throws Error (invalid) for options that the engine refuses
[[nodiscard]] std::vector<LayerSpec> cache_specs(const Architecture& model,
                                                 const Architecture* draft, const Serving& serving,
                                                 const EngineOptions& options,
                                                 const Platform& platform,
                                                 const EngineRules& rules);

}  // namespace kvplan
