#include "kvplan/serving.hpp"

#include <algorithm>

#include "engines/vllm_models.hpp"
#include "kvplan/backend.hpp"
#include "kvplan/error.hpp"
#include "latent_backend.hpp"

namespace kvplan {
namespace {

/// max_num_batched_tokens and max_num_seqs of `vllm serve` by device (vllm.md A.7).
struct BatchDefaults {
  std::int64_t batched_tokens;
  std::int64_t seqs;
};
constexpr BatchDefaults large_device{16384, 1024};
constexpr BatchDefaults middle_device{8192, 1024};
constexpr BatchDefaults small_device{2048, 256};
constexpr std::int64_t cpu_batched_tokens = 2048;  // for each rank of the world
// Small whatever its memory: by name since 0.33, before because its memory query fails.
constexpr Capability gb10_capability{12, 1};

BatchDefaults batch_defaults(const Platform& platform, std::int64_t world_size,
                             const EngineRules& rules) {
  if (platform.is_cpu()) {
    return {cpu_batched_tokens * world_size, rules.cpu_max_num_seqs * world_size};
  }
  if (rules.large_device_tier && platform.total_memory >= 160_GiB) return large_device;
  if (platform.total_memory >= 70_GiB && platform.name.find("a100") == std::string::npos &&
      platform.capability != gb10_capability) {
    return middle_device;
  }
  return small_device;
}

Error refused(std::string_view option, std::string expected, std::string found) {
  return invalid({std::string(option), ""}, std::move(expected), std::move(found));
}

Dtype resolve_dtype(const Architecture& model, const EngineOptions& options) {
  if (options.dtype) return *options.dtype;
  // "auto": 32-bit checkpoints run in the device's own 16-bit type.
  return model.dtype == Dtype::float32 ? Dtype::bfloat16 : model.dtype;
}

/// What the checkpoint asks for and this release reads; nothing: the model's own dtype.
std::optional<CacheDtype> checkpoint_dtype(const CheckpointCache& checkpoint,
                                           const EngineRules& rules) {
  const bool reads = checkpoint.compressed_tensors ? rules.compressed_tensors_cache_dtype
                                                   : rules.modelopt_cache_dtype;
  if (!reads) return std::nullopt;
  const bool four_bits = checkpoint.dtype == CacheDtype::nvfp4;
  return four_bits && !rules.modelopt_4bit_cache_dtype ? std::nullopt : checkpoint.dtype;
}

void resolve_cache_dtype(Serving& serving, const Architecture& model, const EngineOptions& options,
                         const EngineRules& rules) {
  const std::string given = options.kv_cache_dtype.value_or("auto");
  const auto wish = checkpoint_dtype(model.checkpoint_cache, rules);
  const bool overridden =
      wish && model.checkpoint_cache.compressed_tensors && rules.checkpoint_overrides_given;
  if (given != "auto" && !overridden) {
    const auto dtype = parse_cache_dtype(given);
    if (!dtype) throw refused("--kv-cache-dtype", "one of vLLM's cache dtypes", '"' + given + '"');
    const auto first = engines::first_release(*dtype);
    if (first && rules.release < first->release) {
      throw refused("--kv-cache-dtype",
                    "a cache dtype that " + rules.name + " " + rules.version + " has",
                    given + " (from " + std::string(first->version) + ")");
    }
    serving.cache_dtype = *dtype;
    serving.kv_cache_dtype = given;
    serving.kv_cache_dtype_source = "given";
  } else if (wish) {
    serving.cache_dtype = *wish;
    serving.kv_cache_dtype = model.checkpoint_cache.spelling;
    serving.kv_cache_dtype_source = model.checkpoint_cache.source;
  } else {
    serving.cache_dtype = native_cache_dtype(serving.dtype);
    serving.kv_cache_dtype = "auto";
    serving.kv_cache_dtype_source = "the model's own dtype";
  }
  if (model.traits.qsa && !is_native(serving.cache_dtype) &&
      serving.cache_dtype != CacheDtype::fp8) {
    throw refused("--kv-cache-dtype", "auto, bfloat16 or fp8 for Qwen4-exp",
                  '"' + serving.kv_cache_dtype + '"');
  }
}

const LatentAttention* sparse_latent(const Architecture& model) {
  for (const Layer& layer : model.layers) {
    for (const CacheKind& kind : layer.keeps) {
      const auto* latent = std::get_if<LatentAttention>(&kind);
      if (latent != nullptr && latent->index_topk > 0) return latent;
    }
  }
  return nullptr;
}

void pack_latents(Serving& serving, const Backend& backend) {
  serving.cache_dtype = CacheDtype::fp8_ds_mla;
  serving.kv_cache_dtype = std::string(name(CacheDtype::fp8_ds_mla));
  serving.kv_cache_dtype_source += ", packed for " + std::string(backend.name);
}

/// Sparse kernels that read a packed latent take it for every dtype that they stand for
/// (vllm.md B.3).
void pack_sparse_cache(Serving& serving, const Architecture& model, const EngineOptions& options,
                       const Platform& platform, const EngineRules& rules) {
  const LatentAttention* latent = sparse_latent(model);
  if (latent == nullptr) return;
  if (platform.capability.major == 12 && !rules.latent_list_for_12x) {
    throw refused("--engine", "vLLM 0.24 or newer for sparse latent attention on " + platform.name,
                  rules.version);
  }
  if (model.traits.bfloat16_is_auto && serving.kv_cache_dtype == "bfloat16") {
    serving.kv_cache_dtype = "auto";
  }
  if (rules.sparse_fp8_on_sm10x && model.traits.fp8_on_sm10x && platform.capability.major == 10 &&
      serving.kv_cache_dtype == "auto") {
    serving.cache_dtype = CacheDtype::fp8;
    serving.kv_cache_dtype = "fp8_e4m3";
    serving.kv_cache_dtype_source = "the engine's choice for " + model.family + " on SM10x";
  }
  AttentionNeeds needs;
  needs.model_dtype = serving.dtype;
  needs.cache_dtype = serving.cache_dtype;
  needs.latent = latent_needs(*latent, serving, options.block_size);
  const Backend& backend = select_backend(needs, platform, options.attention_backend);
  const bool fp8 = serving.cache_dtype == CacheDtype::fp8;
  const bool packed = rules.sparse_cache == SparseCacheRule::by_backend
                          ? packs_latent(backend, serving.kv_cache_dtype)
                          : fp8 || (rules.sparse_cache == SparseCacheRule::auto_packed &&
                                    serving.kv_cache_dtype == "auto");
  if (packed) pack_latents(serving, backend);
}

/// DeepSeek-V4: every kernel but FlashInfer's on SM10x reads packed latents alone.
void pack_compressed_cache(Serving& serving, const Architecture& model,
                           const EngineOptions& options, const Platform& platform) {
  if (!model.traits.compressed_latents) return;
  const Backend& backend = compressed_latent_backend(platform, options.attention_backend);
  const bool fp8 = serving.kv_cache_dtype.rfind("fp8", 0) == 0;
  const bool plain = reads_plain_latents(backend, platform);
  if (!fp8 && serving.kv_cache_dtype != "auto" &&
      !(plain && serving.kv_cache_dtype == "bfloat16")) {
    throw refused("--kv-cache-dtype", "auto or fp8 for " + std::string(backend.name),
                  '"' + serving.kv_cache_dtype + '"');
  }
  if (!plain && serving.cache_dtype != CacheDtype::fp8_ds_mla) pack_latents(serving, backend);
}

void resolve_length(Serving& serving, const Architecture& model, const EngineOptions& options,
                    const EngineRules& rules) {
  const Tokens derived = rules.yarn_length_as_given
                             ? model.derived_max_model_len
                             : model.yarn_max_model_len.value_or(model.derived_max_model_len);
  const Tokens given = options.max_model_len.value_or(derived);
  serving.auto_fit = rules.auto_fit && given == Tokens{-1} && model.names_length;
  serving.max_model_len = serving.auto_fit ? derived : given;
  if (serving.max_model_len < Tokens{1}) {
    const bool automatic = rules.auto_fit && model.names_length;
    throw refused("--max-model-len", automatic ? "-1 or a length ≥ 1" : "a length ≥ 1",
                  std::to_string(serving.max_model_len.count()));
  }
  serving.beyond_derived = serving.max_model_len > derived;
}

void resolve_batch(Serving& serving, const Architecture& model, const EngineOptions& options,
                   const Platform& platform, const EngineRules& rules) {
  const std::int64_t world = serving.tensor_parallel * serving.pipeline_parallel;
  const BatchDefaults defaults = batch_defaults(platform, world, rules);
  const std::int64_t seqs = options.max_num_seqs.value_or(defaults.seqs);
  std::int64_t batched = defaults.batched_tokens;
  if (options.max_num_batched_tokens) {
    batched = options.max_num_batched_tokens->count();
  } else {
    // An image or video that is seen in both directions is prefilled in one piece.
    if (!options.language_model_only) {
      batched = std::max(batched, model.traits.largest_mm_item.count());
    }
    batched = std::min(batched, product(seqs, serving.max_model_len.count()));
  }
  serving.max_num_batched_tokens = Tokens{batched};
  const bool capped = !options.max_num_seqs && rules.cap_seqs_by_batch;
  serving.max_num_seqs = capped ? std::min(seqs, batched) : seqs;
}

bool drafts_by_lookup(const EngineOptions& options) {
  if (!options.speculative_config) return false;
  const std::string& method = options.speculative_config->method;
  return method == "ngram" || method == "ngram_gpu" || method == "suffix";
}

bool async_scheduling(const Architecture& model, const EngineOptions& options,
                      const Platform& platform, const EngineRules& rules) {
  if (options.async_scheduling) return *options.async_scheduling;
  if (platform.is_cpu() || !rules.async_by_default) return false;
  if (options.pipeline_parallel_size > 1 && !rules.async_with_pipeline) return false;
  if (model.pooling && !rules.async_for_pooling) return false;
  return rules.async_with_other_drafts || !drafts_by_lookup(options);
}

/// Batches that the scheduler may have in flight at once.
std::int64_t concurrent_batches(const Serving& serving, const EngineRules& rules) {
  const std::int64_t stages = serving.pipeline_parallel;
  if (!rules.in_flight_counts_batches) return 1;
  if (!serving.async_scheduling) return stages;
  if (rules.runner == RunnerRule::v2) return stages + 1;
  return stages == 1 ? 2 : stages;
}

bool gdn_runs_flashinfer(const Architecture& model, const Platform& platform) {
  const int major = platform.capability.major;
  for (const Layer& layer : model.layers) {
    for (const CacheKind& kind : layer.keeps) {
      const auto* state = std::get_if<GatedDeltaState>(&kind);
      if (state == nullptr) continue;
      return major == 9 || ((major == 10 || major == 12) && state->key_dim == 128);
    }
  }
  return false;
}

Dtype state_option(const std::optional<std::string>& given, Dtype automatic,
                   std::string_view option) {
  if (!given || *given == "auto") return automatic;
  const auto dtype = parse_dtype(*given);
  if (!dtype) throw refused(option, "auto, float32, float16 or bfloat16", '"' + *given + '"');
  return *dtype;
}

template <class Kind>
bool keeps(const Architecture& model) {
  return std::ranges::any_of(model.layers, [](const Layer& layer) {
    return std::ranges::any_of(
        layer.keeps, [](const CacheKind& kind) { return std::holds_alternative<Kind>(kind); });
  });
}

/// Mamba 1 and 2 declare that they can keep a state at every block.
bool declares_state_caching(const Architecture& model) {
  return keeps<Mamba1State>(model) || keeps<Mamba2State>(model);
}

bool prefix_caching(const Architecture& model, bool states, const EngineOptions& options,
                    const EngineRules& rules) {
  if (!states) return options.enable_prefix_caching.value_or(!model.pooling);
  const bool hybrid = model.has_attention();
  switch (rules.state_caching) {
    case StateCachingRule::refused:
      return false;
    case StateCachingRule::declared:
      return options.enable_prefix_caching.value_or(false) && declares_state_caching(model);
    case StateCachingRule::on_request:
      return options.enable_prefix_caching.value_or(false);
    case StateCachingRule::by_default:
      break;
  }
  return options.enable_prefix_caching.value_or(hybrid && !model.pooling);
}

/// True for mamba_cache_mode "all"; where a release or a model has none it is "align".
bool keeps_states_at_blocks(const Architecture& model, const EngineOptions& options,
                            const EngineRules& rules) {
  if (rules.state_blocks == StateBlockRule::by_mamba_block) return true;
  const bool can = rules.cache_mode_all && declares_state_caching(model);
  if (options.mamba_cache_mode == "all") return can;
  if (options.mamba_cache_mode == "align" || rules.cache_mode == CacheModeRule::align) return false;
  const bool drafts = options.speculative_config.has_value();
  return can && !(drafts && rules.cache_mode == CacheModeRule::all_where_declared_undrafted);
}

/// The recurrent state's dtype where no option names one.
Dtype automatic_ssm_dtype(const Architecture& model, const Serving& serving,
                          const Platform& platform, const EngineRules& rules) {
  if (!rules.separate_state_dtypes) return serving.conv_dtype;
  // CPU kernels for states keep them in float32 (vLLM, platforms/cpu.py).
  if (platform.is_cpu()) return model.ssm_dtype.value_or(Dtype::float32);
  const bool asks = model.default_ssm_dtype == StateDtype::float32;
  if (!asks || !keeps<Mamba2State>(model)) {
    return model.ssm_dtype.value_or(asks ? Dtype::float32 : serving.conv_dtype);
  }
  switch (rules.state_dtype) {
    case StateDtypeRule::model:
      return serving.conv_dtype;
    case StateDtypeRule::config_or_float16:
      return model.ssm_dtype.value_or(Dtype::float16);
    case StateDtypeRule::config_or_float32:
      break;
  }
  return model.ssm_dtype.value_or(Dtype::float32);
}

void resolve_states(Serving& serving, const Architecture& model, const EngineOptions& options,
                    const Platform& platform, const EngineRules& rules) {
  const bool states = model.has_states();
  serving.enable_prefix_caching = prefix_caching(model, states, options, rules);
  if (states && serving.enable_prefix_caching) {
    serving.keep_states = keeps_states_at_blocks(model, options, rules);
    serving.align_states = !serving.keep_states;
    if (serving.align_states && !rules.align_with_drafts && options.speculative_config) {
      throw refused("--enable-prefix-caching",
                    "no speculative decoding in mode align before vLLM 0.17", "both");
    }
  }
  serving.gdn_flashinfer = gdn_runs_flashinfer(model, platform);
  serving.conv_dtype =
      state_option(options.mamba_cache_dtype, serving.dtype, "--mamba-cache-dtype");
  serving.ssm_dtype =
      state_option(options.mamba_ssm_cache_dtype,
                   automatic_ssm_dtype(model, serving, platform, rules), "--mamba-ssm-cache-dtype");
  if (model.fixed_ssm_dtype) {
    serving.ssm_dtype = automatic_ssm_dtype(model, serving, platform, rules);
  }
  if (serving.ssm_dtype == Dtype::float16 && keeps<KimiDeltaState>(model)) {
    throw refused("--mamba-ssm-cache-dtype", "auto, float32 or bfloat16 for KDA", "\"float16\"");
  }
}

/// A model that the engine did not have yet, or no longer has, is not promised.
void check_release(const Architecture& model, const EngineRules& rules) {
  const auto first = engines::first_release(model.model_class);
  if (first && rules.release < first->release) {
    throw unknown({"--engine", ""},
                  "vLLM " + std::string(first->version) + " or newer for " + model.model_class,
                  rules.name + "@" + rules.version);
  }
  if (!model.served_until || rules.release <= *model.served_until) return;
  const auto& last = *model.served_until;
  throw unknown({"--engine", ""},
                "vLLM " + std::to_string(last[0]) + "." + std::to_string(last[1]) + "." +
                    std::to_string(last[2]) + " or older for " + model.model_class,
                rules.name + "@" + rules.version);
}

/// Ranks share the tokens of heads that they replicate, no others (vLLM, config/model.py).
void check_context_parallelism(const Architecture& model, const EngineOptions& options) {
  const std::int64_t ranks = options.decode_context_parallel_size;
  if (ranks == 1) return;
  for (const Layer& layer : model.layers) {
    for (const CacheKind& kind : layer.keeps) {
      const auto* heads = std::get_if<FullAttention>(&kind);
      if (heads == nullptr) continue;
      const std::int64_t replicas = options.tensor_parallel_size / heads->kv_heads;
      if (options.tensor_parallel_size > heads->kv_heads && ranks <= replicas) continue;
      throw refused(
          "--decode-context-parallel-size",
          "at most the tensor parallelism ÷ " + std::to_string(heads->kv_heads) + " KV heads",
          std::to_string(ranks));
    }
  }
}

void check_parallelism(const Architecture& model, const EngineOptions& options,
                       const EngineRules& rules) {
  if (options.decode_context_parallel_size > 1 && !rules.context_parallel) {
    throw refused("--decode-context-parallel-size", "1 before vLLM 0.10.2",
                  std::to_string(options.decode_context_parallel_size));
  }
  const std::int64_t ranks = options.tensor_parallel_size;
  if (model.num_attention_heads % ranks != 0) {
    throw refused("--tensor-parallel-size",
                  "a divisor of the model's " + std::to_string(model.num_attention_heads) +
                      " attention heads",
                  std::to_string(ranks));
  }
  if (model.traits.one_stage && options.pipeline_parallel_size > 1) {
    throw refused("--pipeline-parallel-size", "1 for " + model.model_class,
                  std::to_string(options.pipeline_parallel_size));
  }
  if (model.traits.qsa && options.decode_context_parallel_size > 1) {
    throw refused("--decode-context-parallel-size", "1 for Qwen4-exp's sparse attention",
                  std::to_string(options.decode_context_parallel_size));
  }
  if (ranks % options.decode_context_parallel_size != 0) {
    throw refused("--decode-context-parallel-size", "a divisor of the tensor parallelism",
                  std::to_string(options.decode_context_parallel_size));
  }
}

/// EAGLE turns it off for chunked attention, in every release (vllm-versions.md 2.3).
bool has_hybrid_manager(const Architecture& model, const EngineOptions& options,
                        const EngineRules& rules) {
  if (options.disable_hybrid_kv_cache_manager) return false;
  if (!keeps<ChunkedAttention>(model)) return true;
  const bool eagle =
      options.speculative_config && options.speculative_config->method.rfind("eagle", 0) == 0;
  return rules.hybrid_manager_for_chunks && !eagle;
}

}  // namespace

Serving resolve(const Architecture& model, const EngineOptions& options, const Platform& platform,
                const EngineRules& rules) {
  check_release(model, rules);
  check_parallelism(model, options, rules);
  check_context_parallelism(model, options);
  Serving serving;
  serving.tensor_parallel = options.tensor_parallel_size;
  serving.pipeline_parallel = options.pipeline_parallel_size;
  serving.decode_context_parallel = options.decode_context_parallel_size;
  serving.hybrid_manager = has_hybrid_manager(model, options, rules);
  serving.dtype = resolve_dtype(model, options);
  resolve_cache_dtype(serving, model, options, rules);
  pack_sparse_cache(serving, model, options, platform, rules);
  pack_compressed_cache(serving, model, options, platform);
  resolve_length(serving, model, options, rules);
  resolve_batch(serving, model, options, platform, rules);
  serving.async_scheduling = async_scheduling(model, options, platform, rules);
  serving.max_in_flight_tokens =
      concurrent_batches(serving, rules) * serving.max_num_batched_tokens;
  if (options.speculative_config) {
    serving.num_speculative_tokens = options.speculative_config->num_speculative_tokens;
  }
  resolve_states(serving, model, options, platform, rules);
  return serving;
}

}  // namespace kvplan
