#include "kvplan/cache_spec.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "kvplan/backend.hpp"
#include "kvplan/error.hpp"
#include "latent_backend.hpp"
#include "latent_spec.hpp"

namespace kvplan {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

constexpr std::int64_t latent_kernel = 128;         // MLA hybrids align to it since 0.27
constexpr std::int64_t gdn_checkpoint_tokens = 64;  // FlashInfer's gated-delta prefill
constexpr std::int64_t latent_measure = 256;        // a block that every latent kind divides
constexpr std::int64_t scale_bytes = 4;             // one fp32 a side, per token and head

constexpr std::int64_t even(std::int64_t n) { return n + n % 2; }
constexpr std::int64_t packed(std::int64_t dim, std::int64_t bits) {
  return ceil_div(dim * bits, 8);
}

/// K and V of one head and token (vllm.md B.2).
std::int64_t content_bytes(std::int64_t dim, std::int64_t v_dim, CacheDtype dtype) {
  switch (dtype) {
    case CacheDtype::float32: return product(dim + v_dim, 4);
    case CacheDtype::float16:
    case CacheDtype::bfloat16: return product(dim + v_dim, 2);
    case CacheDtype::fp8: return dim + v_dim;
    case CacheDtype::int8_per_token_head:
    case CacheDtype::fp8_per_token_head: return dim + v_dim + 2 * scale_bytes;
    case CacheDtype::int4_per_token_head: return dim / 2 + v_dim / 2 + 2 * scale_bytes;
    case CacheDtype::nvfp4: return 2 * (dim / 2 + dim / 16);
    case CacheDtype::turboquant_k8v4: return even(dim + packed(dim, 4) + 4);
    case CacheDtype::turboquant_4bit_nc: return even(packed(dim, 4) + 2 + packed(dim, 4) + 4);
    case CacheDtype::turboquant_k3v4_nc: return even(packed(dim, 3) + 2 + packed(dim, 4) + 4);
    case CacheDtype::turboquant_3bit_nc: return even(packed(dim, 3) + 2 + packed(dim, 3) + 4);
    case CacheDtype::ultraquant_4bit: return dim + 2 * (dim / 32);
    case CacheDtype::fp8_ds_mla:
    case CacheDtype::nvfp4_ds_mla: break;
  }
  throw invalid({"--kv-cache-dtype", ""}, "a cache dtype for keys and values",
                std::string(name(dtype)));
}

/// Heads that one rank keeps; fewer heads than ranks are replicated.
std::int64_t heads_on_rank(std::int64_t heads, std::int64_t ranks) {
  const bool divides = heads >= ranks ? heads % ranks == 0 : ranks % heads == 0;
  if (!divides) {
    throw invalid({"--tensor-parallel-size", ""},
                  "a divisor or a multiple of the " + std::to_string(heads) + " KV heads",
                  std::to_string(ranks));
  }
  return std::max<std::int64_t>(1, heads / ranks);
}

std::int64_t shard(std::int64_t count, const Serving& serving, std::string_view what) {
  if (count % serving.tensor_parallel != 0) {
    throw invalid({"--tensor-parallel-size", ""},
                  "a divisor of the " + std::to_string(count) + " " + std::string(what),
                  std::to_string(serving.tensor_parallel));
  }
  return count / serving.tensor_parallel;
}

const FullAttention* heads_of(const CacheKind& kind) {
  if (const auto* full = std::get_if<FullAttention>(&kind)) return full;
  if (const auto* window = std::get_if<SlidingWindow>(&kind)) return &window->heads;
  if (const auto* chunk = std::get_if<ChunkedAttention>(&kind)) return &chunk->heads;
  return nullptr;
}

bool is_main_attention(const CacheKind& kind) {
  return heads_of(kind) != nullptr || std::holds_alternative<LatentAttention>(kind);
}

AttentionNeeds needs_of(const CacheKind& kind, const AttentionTraits& traits,
                        const Serving& serving, const EngineOptions& options) {
  AttentionNeeds needs;
  needs.model_dtype = serving.dtype;
  needs.cache_dtype = serving.cache_dtype;
  needs.sinks = traits.sinks;
  needs.mm_prefix = traits.mm_prefix;
  needs.qsa = traits.qsa;
  if (const auto* latent = std::get_if<LatentAttention>(&kind)) {
    needs.latent = latent_needs(*latent, serving, options.block_size);
  }
  if (const FullAttention* heads = heads_of(kind)) needs.head_dim = heads->head_dim;
  return needs;
}

/// Every kind of state of the model that may need room for drafts.
template <class Use>
void for_each_kind(const std::vector<Layer>& layers, Use use) {
  for (const Layer& layer : layers) {
    for (const CacheKind& kind : layer.keeps) use(kind);
  }
}

/// Tokens between checkpoints that a state's prefill kernel can write; nothing: it writes none.
std::optional<std::int64_t> checkpoint_alignment(const CacheKind& kind, const Serving& serving) {
  if (std::holds_alternative<Mamba2State>(kind)) return 1;
  if (std::holds_alternative<GatedDeltaState>(kind) && serving.gdn_flashinfer) {
    return gdn_checkpoint_tokens;
  }
  if (const auto* conv = std::get_if<ShortConvState>(&kind); conv && conv->checkpoints) return 1;
  return std::nullopt;
}

/// What all layers of one model share when they become specs.
class SpecBuilder {
 public:
  SpecBuilder(const Architecture& model, const Serving& serving, const EngineOptions& options,
              const Platform& platform, const EngineRules& rules)
      : model_(model), serving_(serving), options_(options), platform_(platform), rules_(rules) {
    find_checkpoints();
    find_backends();
    choose_block_size();
    align_to_states();
  }

  /// The spec of one cache; `traits` are those of the model that the layer belongs to.
  [[nodiscard]] CacheSpec spec(const CacheKind& kind, const AttentionTraits& traits,
                               std::int64_t layer) const {
    if (auto latent = latent_kind_spec(kind, serving_, block_size_)) return *std::move(latent);
    if (const auto* ring = std::get_if<RawKeyRing>(&kind)) return raw_key_ring(*ring);
    return is_state(kind) ? state(kind) : attention(kind, traits, layer);
  }

 private:
  [[nodiscard]] std::int64_t drafts() const {
    return rules_.draft_state_rows ? serving_.num_speculative_tokens : 0;
  }

  void find_checkpoints() {
    bool all = true;
    std::int64_t alignment = 1;
    for_each_kind(model_.layers, [&](const CacheKind& kind) {
      if (!is_state(kind)) return;
      const auto own = checkpoint_alignment(kind, serving_);
      all = all && own.has_value();
      alignment = std::lcm(alignment, own.value_or(1));
    });
    all_checkpoint_ = all;
    checkpoint_tokens_ = all ? alignment : 1;
  }

  /// nullptr for caches whose kernels take any block size.
  [[nodiscard]] const Backend* backend_of(const CacheKind& kind) const {
    if (const auto* keys = std::get_if<IndexKeys>(&kind)) return &indexer_backend(*keys);
    if (std::holds_alternative<BlockIndexKeys>(kind)) {
      return &block_sparse_backend(serving_.cache_dtype, platform_);
    }
    if (std::holds_alternative<CompressedLatent>(kind)) {
      return &compressed_latent_backend(platform_, options_.attention_backend);
    }
    if (!is_main_attention(kind)) return nullptr;
    return &select_backend(needs_of(kind, model_.traits, serving_, options_), platform_,
                           options_.attention_backend);
  }

  void find_backends() {
    const auto add = [&](const CacheKind& kind) {
      if (is_main_attention(kind) && primary_ == nullptr) primary_ = &kind;
      const Backend* backend = backend_of(kind);
      if (backend == nullptr) return;
      if (std::ranges::find(backends_, backend) == backends_.end()) backends_.push_back(backend);
    };
    for_each_kind(model_.layers, add);
  }

  void choose_block_size() {
    constexpr std::int64_t preferred = 16;
    constexpr std::int64_t preferred_on_cpu = 128;
    const bool latent = primary_ != nullptr && std::holds_alternative<LatentAttention>(*primary_);
    const std::int64_t wish = platform_.is_cpu() && !latent ? preferred_on_cpu : preferred;
    block_size_ = options_.block_size.value_or(default_block_size(backends_, wish));
    if (block_size_ < 1) {
      throw invalid({"--block-size", ""}, "a size ≥ 1", std::to_string(block_size_));
    }
    if (model_.has_states()) return;  // aligned below, whatever was given
    for (const Backend* backend : backends_) {
      if (backend->accepts(block_size_)) continue;
      throw invalid({"--block-size", ""}, "a size that " + std::string(backend->name) + " accepts",
                    std::to_string(block_size_));
    }
  }

  /// The attention block grows until its page holds a state page (vllm.md C.5).
  void align_to_states() {
    std::int64_t state_page = 0;
    for_each_kind(model_.layers, [&](const CacheKind& kind) {
      if (!is_state(kind)) return;
      state_page = std::max(state_page, state_bytes(kind, serving_, drafts()).count());
    });
    if (state_page == 0 || primary_ == nullptr) return;
    std::int64_t kernel = std::max(backends_.front()->smallest_block(), block_size_);
    if (std::holds_alternative<LatentAttention>(*primary_))
      kernel = std::max(kernel, latent_kernel);
    if (serving_.align_states && rules_.align_to_checkpoint) {
      kernel = std::lcm(kernel, checkpoint_tokens_);
    }
    std::int64_t all_kernels = 1;
    for (const Backend* backend : backends_) {
      all_kernels = std::lcm(all_kernels, backend->smallest_block());
    }
    const std::int64_t per_token = bytes_per_token(*primary_, serving_).amount.count();
    const std::int64_t aligned =
        round_up(product(kernel, ceil_div(state_page, product(kernel, per_token))), all_kernels);
    block_size_ = std::max(block_size_, aligned);
    attention_page_ = product(block_size_, per_token);
  }

  [[nodiscard]] TokensPerBlock block_size() const { return {Tokens{block_size_}}; }

  [[nodiscard]] CacheSpec attention(const CacheKind& kind, const AttentionTraits& traits,
                                    std::int64_t /*layer*/) const {
    const Backend& backend = select_backend(needs_of(kind, traits, serving_, options_), platform_,
                                            options_.attention_backend);
    CacheSpec spec;
    if (const FullAttention* heads = heads_of(kind)) {
      spec.heads = heads_on_rank(heads->kv_heads, serving_.tensor_parallel);
      spec.head_dim = heads->head_dim;
      spec.v_head_dim = heads->v_head_dim;
    } else {
      const auto& latent = std::get<LatentAttention>(kind);
      spec.type = SpecType::latent;
      spec.heads = 1;
      spec.head_dim = latent.kv_lora_rank + latent.rope_head_dim;
    }
    if (const auto* window = std::get_if<SlidingWindow>(&kind)) {
      spec.retention = LastTokens{window->window};
    } else if (const auto* chunk = std::get_if<ChunkedAttention>(&kind)) {
      spec.retention = PresentChunk{chunk->chunk};
    }
    spec.storage = static_cast<std::int64_t>(serving_.cache_dtype);
    spec.stride_alignment = backend.stride_alignment;
    spec.block_size = block_size();
    spec.content = {block_size_ * bytes_per_token(kind, serving_).amount};
    spec.page = spec.content;
    return spec;
  }

  [[nodiscard]] CacheSpec raw_key_ring(const RawKeyRing& ring) const {
    const std::int64_t slots =
        round_up(ring.compress_ratio + serving_.num_speculative_tokens, ring.compress_ratio);
    CacheSpec spec;
    spec.type = SpecType::ring;
    spec.retention = FixedBlocks{1_blocks};
    spec.heads = 1;
    spec.head_dim = ring.slot_dim;
    spec.storage = static_cast<std::int64_t>(CacheDtype::bfloat16);
    spec.prefix_cacheable = false;
    spec.block_size = {Tokens{slots}};
    spec.content = {Bytes{product(slots, product(ring.slot_dim, size_of(Dtype::bfloat16)))}};
    spec.page = spec.content;
    return spec;
  }

  [[nodiscard]] Blocks state_blocks(const CacheKind& kind) const {
    if (!serving_.align_states) return Blocks{1 + drafts()};
    const bool checkpoints = std::holds_alternative<Mamba2State>(kind)
                                 ? rules_.checkpoint.mamba2
                                 : rules_.checkpoint.gated_delta && all_checkpoint_ &&
                                       checkpoint_alignment(kind, serving_).has_value();
    return Blocks{2 + drafts() + (checkpoints ? 1 : 0)};
  }

  [[nodiscard]] CacheSpec state(const CacheKind& kind) const {
    const auto* conv = std::get_if<ShortConvState>(&kind);
    CacheSpec spec;
    spec.type = SpecType::state;
    spec.retention = FixedBlocks{state_blocks(kind)};
    spec.replicated = conv != nullptr && conv->replicated;
    spec.head_dim = static_cast<std::int64_t>(kind.index());  // states of two kinds never mix
    spec.block_size = serving_.align_states && primary_ != nullptr
                          ? block_size()
                          : TokensPerBlock{serving_.max_model_len};
    spec.content = {state_bytes(kind, serving_, drafts())};
    spec.page = {std::max(spec.content.amount, Bytes{attention_page_})};
    return spec;
  }

  const Architecture& model_;
  const Serving& serving_;
  const EngineOptions& options_;
  const Platform& platform_;
  const EngineRules& rules_;
  const CacheKind* primary_ = nullptr;    // the attention whose page states are padded to
  std::vector<const Backend*> backends_;  // of the model's own attention layers, in order
  std::int64_t block_size_ = 0;
  std::int64_t attention_page_ = 0;  // bytes of a primary block, where states align to it
  bool all_checkpoint_ = false;
  std::int64_t checkpoint_tokens_ = 1;
};

/// Which layers the draft adds, by speculative method (vllm.md E.1).
struct DraftLayers {
  const std::vector<Layer>* layers = nullptr;
  AttentionTraits traits;
};

DraftLayers draft_layers(const Architecture& model, const Architecture* draft,
                         const EngineOptions& options) {
  if (!options.speculative_config) return {};
  const std::string& method = options.speculative_config->method;
  if (method == "ngram" || method == "ngram_gpu" || method == "suffix") return {};
  if (method == "mtp") {
    if (model.mtp_layers.empty()) {
      throw invalid({"--speculative-config", "/method"},
                    "a method that " + model.model_class + " has a draft for", "\"mtp\"");
    }
    return {&model.mtp_layers, model.traits};
  }
  if (draft == nullptr) {
    throw invalid({"--speculative-config", "/model"}, "the draft model's config", "nothing");
  }
  return {&draft->layers, draft->traits};
}

}  // namespace

std::int64_t block_stride_alignment(const CacheSpec& spec) {
  const std::int64_t block = spec.block_size.amount.count();
  if (spec.stride_alignment == 0) return 1;
  const std::int64_t kernel = std::gcd(spec.stride_alignment, block);
  if (kernel == block) return 1;
  return round_up(spec.content.amount.count() / (block / kernel), spec.page_alignment);
}

Bytes state_bytes(const CacheKind& kind, const Serving& serving, std::int64_t drafts) {
  const std::int64_t conv_size = size_of(serving.conv_dtype);
  const std::int64_t ssm_size = size_of(serving.ssm_dtype);
  const std::int64_t ranks = serving.tensor_parallel;
  return std::visit(
      Overloaded{
          [&](const Mamba1State& s) {
            const std::int64_t inner = shard(s.inner, serving, "channels");
            return Bytes{product(product(inner, s.conv_kernel - 1), conv_size)} +
                   Bytes{product(product(inner, s.state_dim), ssm_size)};
          },
          [&](const Mamba2State& s) {
            // Groups that the ranks do not divide are replicated up to one a rank.
            const std::int64_t groups = s.groups % ranks == 0 ? s.groups : ranks;
            const std::int64_t channels =
                shard(s.inner + product(2 * groups, s.state_dim), serving, "channels");
            const std::int64_t heads = shard(s.heads, serving, "state heads");
            return Bytes{product(product(channels, s.conv_kernel - 1 + drafts), conv_size)} +
                   Bytes{product(product(product(heads, s.head_dim), s.state_dim), ssm_size)};
          },
          [&](const GatedDeltaState& s) {
            const std::int64_t channels =
                shard(product(2 * s.key_heads, s.key_dim) + product(s.value_heads, s.value_dim),
                      serving, "channels");
            const std::int64_t heads = shard(s.value_heads, serving, "value heads");
            return Bytes{product(product(channels, s.conv_kernel - 1 + drafts), conv_size)} +
                   Bytes{product(product(product(heads, s.value_dim), s.key_dim), ssm_size)};
          },
          [&](const ShortConvState& s) {
            const std::int64_t channels =
                s.replicated ? s.channels : shard(s.channels, serving, "channels");
            return Bytes{product(product(channels, s.rows + drafts), conv_size)};
          },
          [](const auto&) { return Bytes{0}; }},
      kind);
}

BytesPerToken bytes_per_token(const CacheKind& kind, const Serving& serving) {
  if (const auto* latent = std::get_if<LatentAttention>(&kind)) {
    return {Bytes{latent_bytes(*latent, serving.cache_dtype)}};
  }
  if (const auto latent = latent_kind_spec(kind, serving, latent_measure)) {
    return {Bytes{latent->content.amount.count() / latent->block_size.amount.count()}};
  }
  if (const FullAttention* heads = heads_of(kind)) {
    return {Bytes{product(heads_on_rank(heads->kv_heads, serving.tensor_parallel),
                          content_bytes(heads->head_dim, heads->v_head_dim, serving.cache_dtype))}};
  }
  return {Bytes{0}};
}

std::int64_t pipeline_stage(std::int64_t layer, std::int64_t layers, std::int64_t stages) {
  if (stages > layers) {
    throw invalid({"--pipeline-parallel-size", ""},
                  "at most one stage for each of the " + std::to_string(layers) + " layers",
                  std::to_string(stages));
  }
  const std::int64_t each = layers / stages;
  const std::int64_t rest = layers % stages;
  std::int64_t first = 0;
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    const std::int64_t from_end = stages - 1 - stage;  // the last stage takes none of the rest
    first += each + (from_end >= 1 && from_end <= rest ? 1 : 0);
    if (layer < first) return stage;
  }
  return stages - 1;
}

std::vector<LayerSpec> cache_specs(const Architecture& model, const Architecture* draft,
                                   const Serving& serving, const EngineOptions& options,
                                   const Platform& platform, const EngineRules& rules) {
  const SpecBuilder builder(model, serving, options, platform, rules);
  const auto layers = static_cast<std::int64_t>(model.layers.size());
  std::vector<LayerSpec> specs;
  specs.reserve(model.layers.size() * 3);
  for (std::int64_t i = 0; i < layers; ++i) {
    const std::int64_t stage = pipeline_stage(i, layers, serving.pipeline_parallel);
    for (const CacheKind& kind : model.layers[static_cast<std::size_t>(i)].keeps) {
      specs.push_back({builder.spec(kind, model.traits, i), i, stage, false});
    }
  }
  const DraftLayers drafts = draft_layers(model, draft, options);
  if (drafts.layers == nullptr) return specs;
  std::int64_t index = layers;
  for (const Layer& layer : *drafts.layers) {
    for (const CacheKind& kind : layer.keeps) {
      specs.push_back(
          {builder.spec(kind, drafts.traits, index), index, serving.pipeline_parallel - 1, true});
    }
    ++index;
  }
  return specs;
}

}  // namespace kvplan
