#include "kvplan/cache_spec.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "checked.hpp"
#include "kvplan/backend.hpp"
#include "kvplan/error.hpp"
#include "latent_backend.hpp"
#include "latent_spec.hpp"
#include "overloaded.hpp"
#include "stage_of.hpp"

namespace kvplan {
namespace {

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
    case CacheDtype::float32:
      return product(dim + v_dim, 4);
    case CacheDtype::float16:
    case CacheDtype::bfloat16:
      return product(dim + v_dim, 2);
    case CacheDtype::fp8:
      return dim + v_dim;
    case CacheDtype::int8_per_token_head:
    case CacheDtype::fp8_per_token_head:
      return dim + v_dim + 2 * scale_bytes;
    case CacheDtype::int4_per_token_head:
      return dim / 2 + v_dim / 2 + 2 * scale_bytes;
    case CacheDtype::nvfp4:
      return 2 * (dim / 2 + dim / 16);
    case CacheDtype::turboquant_k8v4:
      return even(dim + packed(dim, 4) + 4);
    case CacheDtype::turboquant_4bit_nc:
      return even(packed(dim, 4) + 2 + packed(dim, 4) + 4);
    case CacheDtype::turboquant_k3v4_nc:
      return even(packed(dim, 3) + 2 + packed(dim, 4) + 4);
    case CacheDtype::turboquant_3bit_nc:
      return even(packed(dim, 3) + 2 + packed(dim, 3) + 4);
    case CacheDtype::ultraquant_4bit:
      return dim + 2 * (dim / 32);
    case CacheDtype::fp8_ds_mla:
    case CacheDtype::nvfp4_ds_mla:
      break;
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
  if (const auto* cross = std::get_if<CrossAttention>(&kind)) return &cross->heads;
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
  needs.kv_cache_dtype = serving.kv_cache_dtype;
  needs.sinks = traits.sinks;
  needs.mm_prefix = traits.mm_prefix && !options.language_model_only;
  needs.qsa = traits.qsa;
  needs.softcap = traits.softcap;
  needs.mixed_head_dims = traits.mixed_head_dims;
  needs.non_causal = traits.non_causal;
  needs.context_parallel = serving.decode_context_parallel > 1;
  needs.sliding = std::holds_alternative<SlidingWindow>(kind);
  needs.block_size = options.block_size;
  if (const auto* latent = std::get_if<LatentAttention>(&kind)) {
    needs.latent = latent_needs(*latent, serving, options.block_size);
  }
  if (const FullAttention* heads = heads_of(kind)) {
    needs.head_dim = heads->head_dim;
    needs.v_head_dim = heads->v_head_dim;
  }
  return needs;
}

/// TurboQuant and UltraQuant: K and V packed in one slot; the outermost layers stay native.
bool is_packed(CacheDtype dtype) {
  return dtype == CacheDtype::turboquant_k8v4 || dtype == CacheDtype::turboquant_4bit_nc ||
         dtype == CacheDtype::turboquant_k3v4_nc || dtype == CacheDtype::turboquant_3bit_nc ||
         dtype == CacheDtype::ultraquant_4bit;
}

/// --kv-cache-dtype-skip-layers, and the layers that vLLM adds to it itself.
std::vector<std::string> skipped_layers(const Architecture& model, const Serving& serving,
                                        const EngineOptions& options) {
  constexpr std::int64_t outermost = 2;  // on each side
  std::vector<std::string> skipped = options.kv_cache_dtype_skip_layers;
  if (!is_packed(serving.cache_dtype) || model.has_states()) return skipped;
  const auto layers = static_cast<std::int64_t>(model.layers.size());
  const std::int64_t each = std::min(outermost, layers / 2);
  for (std::int64_t i = 0; i < each; ++i) {
    skipped.push_back(std::to_string(i));
    skipped.push_back(std::to_string(layers - 1 - i));
  }
  return skipped;
}

/// The same serving with the cache in the model's own dtype, for skipped layers.
Serving with_native_cache(const Serving& serving) {
  Serving native = serving;
  native.cache_dtype = native_cache_dtype(serving.dtype);
  native.kv_cache_dtype = "auto";
  return native;
}

/// Bytes of one token where no kernel packs K and V: the numbers alone.
std::int64_t unpacked_bytes(CacheDtype dtype, std::int64_t dims) {
  switch (dtype) {
    case CacheDtype::float32:
      return product(dims, 4);
    case CacheDtype::float16:
    case CacheDtype::bfloat16:
      return product(dims, 2);
    default:
      return dims;
  }
}

/// Tokens between checkpoints that a state's prefill kernel can write; nothing: it writes none.
std::optional<std::int64_t> checkpoint_alignment(const CacheKind& kind, const Serving& serving) {
  if (std::holds_alternative<Mamba2State>(kind)) return 1;
  if (const auto* delta = std::get_if<GatedDeltaState>(&kind)) {
    if (delta->flashinfer && serving.gdn_flashinfer) return gdn_checkpoint_tokens;
  }
  if (const auto* conv = std::get_if<ShortConvState>(&kind); conv && conv->checkpoints) return 1;
  return std::nullopt;
}

/// Which layers the draft adds, by speculative method (vllm.md E.1).
struct DraftLayers {
  const std::vector<Layer>* layers = nullptr;
  AttentionTraits traits;
  bool chained = false;    ///< each layer drafts one token more (multi-token prediction)
  bool own_names = false;  ///< they count from 0, as a model's own; else on from the model's
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
    return {&model.mtp_layers, model.traits, true};
  }
  if (draft == nullptr) {
    throw invalid({"--speculative-config", "/model"}, "the draft model's config", "nothing");
  }
  return {&draft->layers, draft->traits, false, method == "draft_model"};
}

/// Source: vLLM's FlashKDA requirements (kimi_k3/nvidia/kda.py).
bool flash_kda_serves(const KimiDeltaState& state, const Serving& serving,
                      const Platform& platform) {
  const int major = platform.capability.major;
  return state.full_rank_gate && state.bounded_gate && state.head_dim == 128 &&
         serving.dtype == Dtype::bfloat16 && (major == 9 || major == 10 || major == 12);
}

/// The caches of a model's layers. Layers repeat, and what holds for one holds for all like it.
struct LayerCaches {
  struct Cache {
    const CacheKind* kind;
    bool native;  ///< keeps the model's own dtype whatever --kv-cache-dtype says
  };
  std::vector<Cache> distinct;    ///< in order of appearance
  std::vector<std::size_t> each;  ///< of every layer in turn: which of them

  void add(const CacheKind& kind, bool native) {
    const auto known = std::ranges::find_if(distinct, [&](const Cache& cache) {
      return cache.native == native && *cache.kind == kind;
    });
    each.push_back(static_cast<std::size_t>(known - distinct.begin()));
    if (known == distinct.end()) distinct.push_back({&kind, native});
  }
};

/// What all layers of one model share when they become specs.
class SpecBuilder {
 public:
  SpecBuilder(const Architecture& model, const DraftLayers& drafts, const Serving& serving,
              const EngineOptions& options, const Platform& platform, const EngineRules& rules)
      : model_(model),
        serving_(serving),
        native_(with_native_cache(serving)),
        skipped_(skipped_layers(model, serving, options)),
        options_(options),
        platform_(platform),
        rules_(rules),
        own_(caches(model.layers, 0)) {
    const auto layers = static_cast<std::int64_t>(model.layers.size());
    if (drafts.layers != nullptr) {
      drafted_ = caches(*drafts.layers, drafts.own_names ? 0 : layers);
    }
    // A chain of draft modules reads ahead of the window that it keeps.
    const bool chain = drafts.chained && drafts.layers->size() > 1;
    read_ahead_ = chain ? serving.num_speculative_tokens - 1 : 0;
    find_checkpoints();
    find_backends(drafts);
    choose_block_size();
    align_to_states();
    align_to_skipped();
  }

  [[nodiscard]] const LayerCaches& own() const { return own_; }
  [[nodiscard]] const LayerCaches& drafted() const { return drafted_; }

  /// Of the distinct caches; `traits` are those of the model that the layers belong to.
  [[nodiscard]] std::vector<CacheSpec> specs(const LayerCaches& caches,
                                             const AttentionTraits& traits) const {
    std::vector<CacheSpec> specs;
    for (const Cache& cache : caches.distinct) specs.push_back(spec(cache, traits));
    return specs;
  }

 private:
  using Cache = LayerCaches::Cache;

  [[nodiscard]] CacheSpec spec(const Cache& cache, const AttentionTraits& traits) const {
    const CacheKind& kind = *cache.kind;
    if (const auto latent = latent_kind_spec(kind, serving_, block_size_)) return *latent;
    if (const auto* ring = std::get_if<RawKeyRing>(&kind)) return raw_key_ring(*ring);
    return is_state(kind) ? state(kind) : attention(cache, traits);
  }

  [[nodiscard]] LayerCaches caches(const std::vector<Layer>& layers, std::int64_t first) const {
    LayerCaches caches;
    caches.each.reserve(layers.size());
    for (const Layer& layer : layers) {
      for (const CacheKind& kind : layer.keeps) caches.add(kind, skips(kind, first));
      ++first;
    }
    return caches;
  }

  [[nodiscard]] std::int64_t drafts() const {
    return rules_.draft_state_rows ? serving_.num_speculative_tokens : 0;
  }

  void find_checkpoints() {
    bool all = true;
    std::int64_t alignment = 1;
    for (const Cache& cache : own_.distinct) {
      if (!is_state(*cache.kind)) continue;
      const auto own = checkpoint_alignment(*cache.kind, serving_);
      all = all && own.has_value();
      alignment = common_multiple(alignment, own.value_or(1));
    }
    all_checkpoint_ = all;
    checkpoint_tokens_ = all ? alignment : 1;
  }

  /// True for a layer that keeps the model's own dtype whatever --kv-cache-dtype says.
  [[nodiscard]] bool skips(const CacheKind& kind, std::int64_t layer) const {
    const auto named = [&](std::string_view name) {
      return std::ranges::find(skipped_, name) != skipped_.end();
    };
    if (skipped_.empty() || !is_main_attention(kind)) return false;
    if (std::holds_alternative<LatentAttention>(kind)) {
      return named(std::to_string(layer)) && !packs_when_native(kind);
    }
    return named(std::to_string(layer)) ||
           (std::holds_alternative<SlidingWindow>(kind) && named("sliding_window"));
  }

  /// Sparse kernels of SM12x read "auto" as packed latents too, so there is nothing to skip.
  [[nodiscard]] bool packs_when_native(const CacheKind& latent) const {
    return packs_latent(attention_backend(needs_of(latent, model_.traits, native_, options_)),
                        native_.kv_cache_dtype);
  }

  [[nodiscard]] const Serving& serving_of(const Cache& cache) const {
    return cache.native ? native_ : serving_;
  }

  [[nodiscard]] AttentionNeeds needs(const Cache& cache, const AttentionTraits& traits) const {
    AttentionNeeds needs = needs_of(*cache.kind, traits, serving_of(cache), options_);
    needs.packed_elsewhere = is_packed(serving_.cache_dtype);
    return needs;
  }

  [[nodiscard]] const Backend& attention_backend(const AttentionNeeds& needs) const {
    return select_backend(needs, platform_, options_.attention_backend);
  }

  /// nullptr for caches whose kernels take any block size.
  [[nodiscard]] const Backend* backend_of(const Cache& cache, const AttentionTraits& traits) const {
    const CacheKind& kind = *cache.kind;
    if (const auto* keys = std::get_if<IndexKeys>(&kind)) return &indexer_backend(*keys);
    if (std::holds_alternative<BlockIndexKeys>(kind)) {
      return &block_sparse_backend(serving_.cache_dtype, platform_);
    }
    if (std::holds_alternative<CompressedLatent>(kind)) {
      return &compressed_latent_backend(platform_, options_.attention_backend);
    }
    if (!is_main_attention(kind)) return nullptr;
    return &attention_backend(needs(cache, traits));
  }

  void find_primary() {
    const auto primary = std::ranges::find_if(
        own_.distinct, [](const Cache& cache) { return is_main_attention(*cache.kind); });
    if (primary != own_.distinct.end()) primary_ = primary->kind;
  }

  void find_backends(const DraftLayers& drafts) {
    find_primary();
    const auto add = [&](const LayerCaches& caches, const AttentionTraits& traits) {
      for (const Cache& cache : caches.distinct) {
        const Backend* backend = backend_of(cache, traits);
        if (backend == nullptr || std::ranges::find(backends_, backend) != backends_.end()) {
          continue;
        }
        backends_.push_back(backend);
      }
    };
    add(own_, model_.traits);
    add(drafted_, drafts.traits);
  }

  void choose_block_size() {
    constexpr std::int64_t preferred = 16;
    constexpr std::int64_t preferred_on_cpu = 128;
    const bool latent = primary_ != nullptr && std::holds_alternative<LatentAttention>(*primary_);
    const std::int64_t wish = platform_.is_cpu() && !latent ? preferred_on_cpu : preferred;
    const bool by_device = latent && rules_.latent_block == LatentBlockRule::by_device;
    block_size_ = options_.block_size.value_or(
        by_device ? latent_block_by_device() : default_block_size(asked_for_block(latent), wish));
    if (block_size_ < 1) {
      throw invalid({"--block-size", ""}, "a size ≥ 1", std::to_string(block_size_));
    }
    const auto is_one = [](const Cache& cache) { return is_state(*cache.kind); };
    if (std::ranges::any_of(own_.distinct, is_one)) return;  // aligned below, whatever was given
    if (by_device) return;  // backends of such releases took other sizes than today's
    for (const Backend* backend : backends_) {
      if (backend->accepts(block_size_)) continue;
      throw invalid({"--block-size", ""}, "a size that " + std::string(backend->name) + " accepts",
                    std::to_string(block_size_));
    }
  }

  /// The backends that the default block size is chosen from.
  [[nodiscard]] std::span<const Backend* const> asked_for_block(bool latent) const {
    const std::span<const Backend* const> all(backends_);
    const bool every = !latent || rules_.latent_block == LatentBlockRule::every_backend;
    return every || all.empty() ? all : all.first(1);
  }

  /// Chosen before there was a backend: FlashMLA's or CUTLASS's block where the device has them.
  [[nodiscard]] std::int64_t latent_block_by_device() const {
    const bool sparse = std::get<LatentAttention>(*primary_).index_topk > 0;
    if (sparse || platform_.capability.major == 9) return 64;
    if (platform_.capability.major != 10) return 16;
    switch (rules_.latent_blackwell) {
      case LatentBackendRule::none:
        return 16;
      case LatentBackendRule::cutlass:
        return 128;
      case LatentBackendRule::flashinfer:
        break;
    }
    return 64;
  }

  /// A state as the model's class declares it, by which the engine aligns; the layers may keep
  /// more: LFM2's class does not count drafts, Kimi-Linear's believes the option for the dtype.
  [[nodiscard]] Bytes declared_bytes(const CacheKind& kind) const {
    if (const auto* conv = std::get_if<ShortConvState>(&kind); conv && !conv->replicated) {
      return state_bytes(kind, serving_, 0);
    }
    if (const auto* kimi = std::get_if<KimiDeltaState>(&kind)) {
      KimiDeltaState declared = *kimi;
      declared.full_rank_gate = true;
      return state_bytes(declared, serving_, drafts());
    }
    return state_bytes(kind, serving_, drafts());
  }

  /// The attention block grows until its page holds a state page (vllm.md C.5).
  void align_to_states() {
    std::int64_t state_page = 0;
    for (const Cache& cache : own_.distinct) {
      if (!is_state(*cache.kind)) continue;
      state_page = std::max(state_page, declared_bytes(*cache.kind).count());
    }
    if (state_page == 0 || primary_ == nullptr) return;
    const std::int64_t per_token = bytes_per_token(*primary_, serving_).amount.count();
    if (rules_.align == AlignRule::none) {
      refuse_larger_state(state_page, product(block_size_, per_token));
      return;
    }
    const std::int64_t step = align_step();
    const std::int64_t grown = product(step, ceil_div(state_page, product(step, per_token)));
    const std::int64_t aligned = round_up(grown, every_kernel());
    block_size_ = std::max(block_size_, aligned);
    attention_page_ = product(block_size_, per_token);
  }

  /// Before the block grew a state had to be no larger than an attention page, and equal to it.
  static void refuse_larger_state(std::int64_t state_page, std::int64_t attention_page) {
    if (state_page == attention_page) return;
    throw invalid(
        {"--block-size", ""}, "an attention page of the state's size",
        std::to_string(attention_page) + " B beside " + std::to_string(state_page) + " B");
  }

  /// The attention block grows by so many tokens (vllm-versions.md 2.5).
  [[nodiscard]] std::int64_t align_step() const {
    const bool latent = std::holds_alternative<LatentAttention>(*primary_);
    std::int64_t step = 0;
    if (rules_.align == AlignRule::fixed) {
      step = latent ? fixed_latent_step() : fixed_step();
    } else {
      step = std::max(backends_.front()->smallest_block(), block_size_);
      if (latent) step = std::max(step, rules_.latent_step);
    }
    if (serving_.align_states && rules_.align_to_checkpoint) {
      step = common_multiple(step, checkpoint_tokens_);
    }
    const bool by_chunk = serving_.keep_states && rules_.step_by_state_chunk;
    return by_chunk ? common_multiple(step, model_.state_chunk) : step;
  }

  [[nodiscard]] std::int64_t fixed_step() const {
    constexpr std::int64_t flash_attention_step = 16;
    const FullAttention* heads = heads_of(*primary_);
    const auto& forced = options_.attention_backend;
    const bool flashinfer = platform_.capability.major == 10 && heads != nullptr &&
                            heads->head_dim == 256 && (!forced || *forced == "FLASHINFER");
    return rules_.flashinfer_step_32 && flashinfer ? 2 * flash_attention_step
                                                   : flash_attention_step;
  }

  [[nodiscard]] std::int64_t fixed_latent_step() const {
    return options_.attention_backend == "CUTLASS_MLA" ? 2 * rules_.latent_step
                                                       : rules_.latent_step;
  }

  [[nodiscard]] std::int64_t every_kernel() const {
    std::int64_t all = 1;
    if (rules_.align != AlignRule::every_backend) return all;
    for (const Backend* backend : backends_) all = common_multiple(all, backend->smallest_block());
    return all;
  }

  [[nodiscard]] TokensPerBlock block_size() const { return {Tokens{block_size_}}; }

  /// One head size and number of KV heads for the whole model, as the engine sees it: the largest
  /// where layers differ by design (Gemma 4), else those of full attention.
  [[nodiscard]] CacheKind model_attention() const {
    if (heads_of(*primary_) == nullptr) return *primary_;
    FullAttention heads = *heads_of(*primary_);
    bool full = std::holds_alternative<FullAttention>(*primary_);
    for (const Cache& cache : own_.distinct) {
      const FullAttention* own = heads_of(*cache.kind);
      if (own == nullptr) continue;
      if (model_.traits.mixed_head_dims) {
        heads.kv_heads = std::max(heads.kv_heads, own->kv_heads);
        heads.head_dim = std::max(heads.head_dim, own->head_dim);
      } else if (!full && std::holds_alternative<FullAttention>(*cache.kind)) {
        heads = *own;
        full = true;
      }
    }
    heads.v_head_dim = heads.head_dim;
    return heads;
  }

  /// Skipped layers need a longer block of the others to fill their pages (vllm.md B.5, phase 3).
  /// The first backend decides what a token takes, also where it is not the packing one.
  void align_to_skipped() {
    if (skipped_.empty() || primary_ == nullptr) return;
    const Backend& first = *backends_.front();
    const CacheKind attention = model_attention();
    const std::int64_t native = bytes_per_token(attention, native_).amount.count();
    const std::int64_t own = bytes_of_token(first, attention);
    if (own > native) {
      throw invalid({"--kv-cache-dtype-skip-layers", ""},
                    "a cache dtype that takes less than the model's own", serving_.kv_cache_dtype);
    }
    if (own == native) return;
    const std::int64_t kernel = first.smallest_block();
    const std::int64_t step = std::max(kernel, block_size_);
    const std::int64_t page = std::max(product(native, kernel), attention_page_);
    block_size_ = std::max(block_size_, product(step, ceil_div(page, product(step, own))));
    skipped_page_ = product(block_size_, own);
    if (attention_page_ != 0) attention_page_ = skipped_page_;
  }

  [[nodiscard]] std::int64_t bytes_of_token(const Backend& first, const CacheKind& kind) const {
    const bool packs =
        first.name == "FLASHINFER" || first.name == "TRITON_ATTN" || first.name == "TURBOQUANT";
    if (packs) return bytes_per_token(kind, serving_).amount.count();
    if (const auto* latent = std::get_if<LatentAttention>(&kind)) {
      return unpacked_bytes(serving_.cache_dtype, latent->kv_lora_rank + latent->rope_head_dim);
    }
    const FullAttention& heads = *heads_of(kind);
    return product(heads_on_rank(heads.kv_heads, serving_.tensor_parallel),
                   unpacked_bytes(serving_.cache_dtype, heads.head_dim + heads.v_head_dim));
  }

  /// A window takes the longest kernel block within the page of the others.
  [[nodiscard]] std::int64_t window_block_size(const Backend& backend,
                                               std::int64_t per_token) const {
    const std::int64_t budget =
        skipped_page_ != 0 ? skipped_page_ : product(per_token, block_size_);
    const std::int64_t longest = budget / per_token;
    std::int64_t best = 0;
    for (const KernelBlock& kernel : backend.blocks) {
      const std::int64_t size =
          kernel.multiple ? longest / kernel.tokens * kernel.tokens : kernel.tokens;
      if (size <= longest) best = std::max(best, size);
    }
    return best == 0 ? backend.smallest_block() : best;
  }

  /// Before they stored a V head of its own size, layers kept two heads of K's size.
  [[nodiscard]] CacheKind as_stored(CacheKind kind) const {
    if (auto* full = std::get_if<FullAttention>(&kind); full && !rules_.v_head_dim_full) {
      full->v_head_dim = full->head_dim;
    }
    if (auto* window = std::get_if<SlidingWindow>(&kind); window && !rules_.v_head_dim_window) {
      window->heads.v_head_dim = window->heads.head_dim;
    }
    return kind;
  }

  [[nodiscard]] CacheSpec attention(const Cache& cache, const AttentionTraits& traits) const {
    const CacheKind kind = as_stored(*cache.kind);
    const Serving& serving = serving_of(cache);
    const AttentionNeeds asked = needs({&kind, cache.native}, traits);
    const Backend& backend = spec_kernels(attention_backend(asked), asked, platform_);
    const std::int64_t per_token = bytes_per_token(kind, serving).amount.count();
    const bool slides = std::holds_alternative<SlidingWindow>(kind);
    CacheSpec spec;
    if (const FullAttention* heads = heads_of(kind)) {
      spec.heads = heads_on_rank(heads->kv_heads, serving.tensor_parallel);
      spec.head_dim = heads->head_dim;
      spec.v_head_dim = heads->v_head_dim;
    } else {
      const auto& latent = std::get<LatentAttention>(kind);
      spec.type = SpecType::latent;
      spec.heads = 1;
      spec.head_dim = latent.kv_lora_rank + latent.rope_head_dim;
    }
    if (const auto* window = std::get_if<SlidingWindow>(&kind)) {
      spec.retention = LastTokens{window->window + Tokens{read_ahead_}};
    } else if (const auto* chunk = std::get_if<ChunkedAttention>(&kind)) {
      spec.retention = PresentChunk{chunk->chunk};
    } else if (std::holds_alternative<CrossAttention>(kind)) {
      spec.retention = FixedBlocks{blocks_for(serving.max_num_batched_tokens, block_size())};
    }
    spec.storage = static_cast<std::int64_t>(serving.cache_dtype);
    spec.stride_alignment = backend.stride_alignment;
    const std::int64_t block = slides ? window_block_size(backend, per_token) : block_size_;
    spec.block_size = {Tokens{block}};
    spec.content = {Bytes{product(block, per_token)}};
    spec.page = spec.content;
    if (slides && skipped_page_ != 0) {
      spec.page.amount = std::max(spec.page.amount, Bytes{skipped_page_});
      spec.page_is_fixed = true;
    }
    return spec;
  }

  [[nodiscard]] CacheSpec raw_key_ring(const RawKeyRing& ring) const {
    const std::int64_t slots =
        round_up(ring.compress_ratio + serving_.num_speculative_tokens, ring.compress_ratio);
    if (block_size_ % slots != 0) {
      throw invalid({"--speculative-config", "/num_speculative_tokens"},
                    "drafts whose ring of keys divides the block of " +
                        std::to_string(block_size_) + " tokens",
                    std::to_string(serving_.num_speculative_tokens) + " (a ring of " +
                        std::to_string(slots) + ")");
    }
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

  /// Whether a request holds one block more, for a checkpoint written during prefill.
  [[nodiscard]] bool writes_checkpoint(const CacheKind& kind) const {
    if (std::holds_alternative<Mamba2State>(kind)) return rules_.checkpoint.mamba2;
    if (const auto* kimi = std::get_if<KimiDeltaState>(&kind)) {
      return rules_.checkpoint.kimi_delta && flash_kda_serves(*kimi, serving_, platform_);
    }
    return rules_.checkpoint.gated_delta && all_checkpoint_ &&
           checkpoint_alignment(kind, serving_).has_value();
  }

  /// How many blocks of a state one request holds (vllm-versions.md 2.2).
  [[nodiscard]] Retention state_retention(const CacheKind& kind) const {
    if (rules_.state_blocks == StateBlockRule::by_mamba_block) return EveryBlock{};
    if (serving_.keep_states) {
      return EveryBlock{Blocks{rules_.cache_mode_all_adds_drafts ? drafts() : 0}};
    }
    if (!serving_.align_states) return FixedBlocks{Blocks{1 + drafts()}};
    return FixedBlocks{Blocks{2 + drafts() + (writes_checkpoint(kind) ? 1 : 0)}};
  }

  [[nodiscard]] TokensPerBlock state_block_size() const {
    const bool cached = serving_.align_states || serving_.keep_states;
    const bool follows = cached && rules_.state_block_follows_attention;
    return follows ? block_size() : TokensPerBlock{serving_.max_model_len};
  }

  [[nodiscard]] CacheSpec state(const CacheKind& kind) const {
    const auto* conv = std::get_if<ShortConvState>(&kind);
    CacheSpec spec;
    spec.type = SpecType::state;
    spec.retention = state_retention(kind);
    spec.replicated = conv != nullptr && conv->replicated;
    spec.head_dim = static_cast<std::int64_t>(kind.index());  // states of two kinds never mix
    spec.block_size = state_block_size();
    spec.content = {state_bytes(kind, serving_, drafts())};
    if (attention_page_ != 0 && spec.content.amount > Bytes{attention_page_}) {
      throw invalid({"--block-size", ""},
                    "a block whose page holds a state of " +
                        std::to_string(spec.content.amount.count()) + " B",
                    std::to_string(attention_page_) + " B");
    }
    spec.page = {std::max(spec.content.amount, Bytes{attention_page_})};
    return spec;
  }

  const Architecture& model_;
  const Serving& serving_;
  const Serving native_;                    // for skipped layers
  const std::vector<std::string> skipped_;  // layer indices, or "sliding_window"
  const EngineOptions& options_;
  const Platform& platform_;
  const EngineRules& rules_;
  const LayerCaches own_;                 // of the model's own layers
  LayerCaches drafted_;                   // of the draft's
  const CacheKind* primary_ = nullptr;    // the attention whose page states are padded to
  std::vector<const Backend*> backends_;  // of the model's own attention layers, in order
  std::int64_t block_size_ = 0;
  std::int64_t read_ahead_ = 0;      // tokens that windows keep for the draft
  std::int64_t skipped_page_ = 0;    // the page that skipped windows are padded to
  std::int64_t attention_page_ = 0;  // bytes of a primary block, where states align to it
  bool all_checkpoint_ = false;
  std::int64_t checkpoint_tokens_ = 1;
};

}  // namespace

std::int64_t block_stride_alignment(const CacheSpec& spec) {
  const std::int64_t block = spec.block_size.amount.count();
  const std::int64_t kernel = std::gcd(spec.stride_alignment, block);  // of 0: the block itself
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
            // One group is replicated on every rank.
            const bool divides = s.groups % ranks == 0;
            if (!divides && s.groups != 1) {
              throw invalid({"--tensor-parallel-size", ""},
                            "a divisor of the " + std::to_string(s.groups) + " state groups",
                            std::to_string(ranks));
            }
            const std::int64_t groups = divides ? s.groups : ranks;
            const std::int64_t channels =
                shard(sum(s.inner, product(2 * groups, s.state_dim)), serving, "channels");
            const std::int64_t heads = shard(s.heads, serving, "state heads");
            return Bytes{product(product(channels, s.conv_kernel - 1 + drafts), conv_size)} +
                   Bytes{product(product(product(heads, s.head_dim), s.state_dim), ssm_size)};
          },
          [&](const GatedDeltaState& s) {
            const std::int64_t channels =
                shard(sum(product(2 * s.key_heads, s.key_dim), product(s.value_heads, s.value_dim)),
                      serving, "channels");
            const std::int64_t heads = shard(s.value_heads, serving, "value heads");
            return Bytes{product(product(channels, s.conv_kernel - 1 + drafts), conv_size)} +
                   Bytes{product(product(product(heads, s.value_dim), s.key_dim), ssm_size)};
          },
          [&](const KimiDeltaState& s) {
            const std::int64_t heads = shard(s.heads, serving, "state heads");
            const std::int64_t channels = product(product(3, heads), s.head_dim);
            const std::int64_t size = s.full_rank_gate ? ssm_size : size_of(Dtype::float32);
            return Bytes{product(product(channels, s.conv_kernel - 1 + drafts), conv_size)} +
                   Bytes{product(product(product(heads, s.head_dim), s.head_dim), size)};
          },
          [&](const LinearAttentionState& s) {
            const std::int64_t heads = shard(s.heads, serving, "state heads");
            return Bytes{product(product(product(heads, s.head_dim), s.head_dim), conv_size)};
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
    const std::int64_t head =
        content_bytes(heads->head_dim, heads->v_head_dim, serving.cache_dtype);
    if (head < 1) {
      throw invalid({"--kv-cache-dtype", ""}, "one in which a head takes a byte at least",
                    std::string(name(serving.cache_dtype)) + " for heads of " +
                        std::to_string(heads->head_dim));
    }
    return {Bytes{product(heads_on_rank(heads->kv_heads, serving.tensor_parallel), head)}};
  }
  return {Bytes{0}};
}

std::int64_t pipeline_stage(std::int64_t layer, std::int64_t layers, std::int64_t stages) {
  if (stages > layers) {
    throw invalid({"--pipeline-parallel-size", ""},
                  "at most one stage for each of the " + std::to_string(layers) + " layers",
                  std::to_string(stages));
  }
  return stage_of(layer, layers, stages);
}

std::vector<LayerSpec> cache_specs(const Architecture& model, const Architecture* draft,
                                   const Serving& serving, const EngineOptions& options,
                                   const Platform& platform, const EngineRules& rules) {
  const DraftLayers drafts = draft_layers(model, draft, options);
  const SpecBuilder builder(model, drafts, serving, options, platform, rules);
  const auto layers = static_cast<std::int64_t>(model.layers.size());
  const bool one = serving.pipeline_parallel == 1;
  std::vector<LayerSpec> specs;
  specs.reserve(builder.own().each.size() + builder.drafted().each.size());
  const auto add = [&](const std::vector<Layer>& those, const LayerCaches& caches,
                       const AttentionTraits& traits, bool drafted, const auto& stage) {
    const std::vector<CacheSpec> distinct = builder.specs(caches, traits);
    auto which = caches.each.begin();
    for (std::size_t i = 0; i < those.size(); ++i) {
      const std::int64_t layer = (drafted ? layers : 0) + static_cast<std::int64_t>(i);
      for (std::size_t k = 0; k < those[i].keeps.size(); ++k) {
        specs.push_back({distinct[*which++], layer, stage(layer), drafted});
      }
    }
  };
  add(model.layers, builder.own(), model.traits, false, [&](std::int64_t layer) {
    return one ? 0 : pipeline_stage(layer, layers, serving.pipeline_parallel);
  });
  if (drafts.layers == nullptr) return specs;
  add(*drafts.layers, builder.drafted(), drafts.traits, true,
      [&](std::int64_t /*layer*/) { return serving.pipeline_parallel - 1; });
  return specs;
}

}  // namespace kvplan
