#include "serve_line.hpp"

#include <optional>
#include <string_view>

#include "render/json_writer.hpp"

namespace kvplan {
namespace {

struct ArgumentList {
  std::vector<std::string> words;
  void add(std::string_view name, const std::string& value) {
    words.push_back("--" + std::string(name) + "=" + value);
  }
  void flag(std::string_view name, const std::optional<bool>& value) {
    if (value) words.push_back((*value ? "--" : "--no-") + std::string(name));
  }
  void maybe(std::string_view name, const std::optional<std::string>& value) {
    if (value) add(name, *value);
  }
  void maybe(std::string_view name, const std::optional<std::int64_t>& value) {
    if (value) add(name, std::to_string(*value));
  }
  void maybe(std::string_view name, const std::optional<Tokens>& value) {
    if (value) add(name, std::to_string(value->count()));
  }
};

std::string speculative_json(const SpeculativeConfig& config) {
  render::JsonWriter out;
  out.begin_object()
      .member("method", config.method)
      .member("num_speculative_tokens", config.num_speculative_tokens);
  if (!config.model.empty()) out.member("model", config.model);
  return std::move(out.end_object()).text();
}

}  // namespace

std::vector<std::string> serve_arguments(const EngineOptions& options) {
  ArgumentList out;
  out.maybe("max-model-len", options.max_model_len);
  out.maybe("max-num-seqs", options.max_num_seqs);
  out.maybe("max-num-batched-tokens", options.max_num_batched_tokens);
  out.maybe("block-size", options.block_size);
  out.maybe("kv-cache-dtype", options.kv_cache_dtype);
  if (!options.kv_cache_dtype_skip_layers.empty()) {
    out.words.emplace_back("--kv-cache-dtype-skip-layers");
    out.words.insert(out.words.end(), options.kv_cache_dtype_skip_layers.begin(),
                     options.kv_cache_dtype_skip_layers.end());
  }
  if (options.dtype) out.add("dtype", std::string(name(*options.dtype)));
  out.maybe("quantization", options.quantization);
  out.flag("enable-prefix-caching", options.enable_prefix_caching);
  out.maybe("mamba-cache-mode", options.mamba_cache_mode);
  out.maybe("mamba-cache-dtype", options.mamba_cache_dtype);
  out.maybe("mamba-ssm-cache-dtype", options.mamba_ssm_cache_dtype);
  out.maybe("attention-backend", options.attention_backend);
  if (options.decode_context_parallel_size > 1) {
    out.add("decode-context-parallel-size", std::to_string(options.decode_context_parallel_size));
  }
  if (options.enable_expert_parallel) out.flag("enable-expert-parallel", true);
  if (options.disable_hybrid_kv_cache_manager) out.flag("disable-hybrid-kv-cache-manager", true);
  out.flag("async-scheduling", options.async_scheduling);
  out.maybe("num-gpu-blocks-override", options.num_gpu_blocks_override);
  if (options.language_model_only) out.flag("language-model-only", true);
  if (options.enforce_eager) out.flag("enforce-eager", true);
  if (options.speculative_config) {
    out.add("speculative-config", speculative_json(*options.speculative_config));
  }
  return out.words;
}

}  // namespace kvplan
