// Names and arity alone, read from the argument definitions of vLLM 0.33.0
// (vllm/engine/arg_utils.py and vllm/entrypoints/common/cli_args.py, by building its parser and
// listing the actions, 2026-11-29). How names are matched: vllm/utils/argparse_utils.py.
#include "deployment/vllm_flags.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "text.hpp"

namespace kvplan::deployment {
namespace {

constexpr auto flags = std::to_array<VllmFlag>({
    {"headless", "", Takes::only_on},
    {"api-server-count", "-asc", Takes::one},
    {"config", "", Takes::one},
    {"grpc", "", Takes::only_on},
    {"lora-modules", "", Takes::several},
    {"chat-template", "", Takes::one},
    {"chat-template-content-format", "", Takes::one},
    {"trust-request-chat-template", "", Takes::nothing},
    {"trust-request-mm-kwargs", "", Takes::nothing},
    {"default-chat-template-kwargs", "", Takes::one},
    {"reasoning-effort-map", "", Takes::one},
    {"response-role", "", Takes::one},
    {"return-tokens-as-token-ids", "", Takes::nothing},
    {"enable-auto-tool-choice", "", Takes::nothing},
    {"exclude-tools-when-tool-choice-none", "", Takes::nothing},
    {"tool-call-parser", "", Takes::one},
    {"tool-parser-plugin", "", Takes::one},
    {"tool-strict-level", "", Takes::one},
    {"tool-server", "", Takes::one},
    {"max-log-len", "", Takes::one},
    {"enable-prompt-tokens-details", "", Takes::nothing},
    {"enable-per-request-metrics", "", Takes::nothing},
    {"enable-server-load-tracking", "", Takes::nothing},
    {"enable-force-include-usage", "", Takes::nothing},
    {"sse-keep-alive-interval", "", Takes::one},
    {"enable-tokenizer-info-endpoint", "", Takes::nothing},
    {"enable-log-outputs", "", Takes::nothing},
    {"enable-log-deltas", "", Takes::nothing},
    {"cohere-is-reasoning-model", "", Takes::nothing},
    {"cohere-format", "", Takes::one},
    {"anthropic-disabled-thinking-effort", "", Takes::one},
    {"log-error-stack", "", Takes::nothing},
    {"tokens-only", "", Takes::nothing},
    {"enable-scale-out", "", Takes::nothing},
    {"fingerprint-mode", "", Takes::one},
    {"fingerprint-value", "", Takes::one},
    {"host", "", Takes::one},
    {"port", "", Takes::one},
    {"grpc-port", "", Takes::one},
    {"data-parallel-supervisor-port", "", Takes::one},
    {"dp-supervisor-probe-interval-s", "", Takes::one},
    {"dp-supervisor-probe-timeout-s", "", Takes::one},
    {"dp-supervisor-probe-failure-threshold", "", Takes::one},
    {"uds", "", Takes::one},
    {"uvicorn-log-level", "", Takes::one},
    {"disable-uvicorn-access-log", "", Takes::nothing},
    {"disable-access-log-for-endpoints", "", Takes::one},
    {"allow-credentials", "", Takes::nothing},
    {"allowed-origins", "", Takes::one},
    {"allowed-methods", "", Takes::one},
    {"allowed-headers", "", Takes::one},
    {"api-key", "", Takes::several},
    {"ssl-keyfile", "", Takes::one},
    {"ssl-certfile", "", Takes::one},
    {"ssl-ca-certs", "", Takes::one},
    {"enable-ssl-refresh", "", Takes::nothing},
    {"ssl-cert-reqs", "", Takes::one},
    {"ssl-ciphers", "", Takes::one},
    {"root-path", "", Takes::one},
    {"middleware", "", Takes::repeats},
    {"enable-request-id-headers", "", Takes::nothing},
    {"disable-fastapi-docs", "", Takes::nothing},
    {"h11-max-incomplete-event-size", "", Takes::one},
    {"h11-max-header-count", "", Takes::one},
    {"enable-offline-docs", "", Takes::nothing},
    {"enable-flash-late-interaction", "", Takes::nothing},
    {"model", "", Takes::one},
    {"runner", "", Takes::one},
    {"convert", "", Takes::one},
    {"tokenizer", "", Takes::one},
    {"tokenizer-mode", "", Takes::one},
    {"trust-remote-code", "", Takes::nothing},
    {"dtype", "", Takes::one},
    {"seed", "", Takes::one},
    {"hf-config-path", "", Takes::one},
    {"allowed-local-media-path", "", Takes::one},
    {"allowed-media-domains", "", Takes::several},
    {"revision", "", Takes::one},
    {"code-revision", "", Takes::one},
    {"tokenizer-revision", "", Takes::one},
    {"max-model-len", "", Takes::one},
    {"quantization", "-q", Takes::one},
    {"quantization-config", "", Takes::one},
    {"allow-deprecated-quantization", "", Takes::nothing},
    {"enforce-eager", "", Takes::nothing},
    {"enable-return-routed-experts", "", Takes::nothing},
    {"return-sampling-mask", "", Takes::nothing},
    {"max-logprobs", "", Takes::one},
    {"logprobs-mode", "", Takes::one},
    {"use-fp64-gumbel", "", Takes::nothing},
    {"enable-trace-replay", "", Takes::nothing},
    {"disable-sliding-window", "", Takes::nothing},
    {"disable-cascade-attn", "", Takes::nothing},
    {"skip-tokenizer-init", "", Takes::nothing},
    {"enable-prompt-embeds", "", Takes::nothing},
    {"served-model-name", "", Takes::several},
    {"config-format", "", Takes::one},
    {"hf-token", "", Takes::optional},
    {"hf-overrides", "", Takes::one},
    {"model-class-overrides", "", Takes::one},
    {"pooler-config", "", Takes::one},
    {"generation-config", "", Takes::one},
    {"override-generation-config", "", Takes::one},
    {"enable-sleep-mode", "", Takes::nothing},
    {"sleep-mode-backend", "", Takes::one},
    {"sleep-mode-offload-cudagraph", "", Takes::nothing},
    {"sleep-preserve-parameter-names", "", Takes::several},
    {"enable-cumem-allocator", "", Takes::nothing},
    {"enable-nccl-comm-suspend", "", Takes::nothing},
    {"model-impl", "", Takes::one},
    {"logits-processors", "", Takes::several},
    {"io-processor-plugin", "", Takes::one},
    {"renderer-num-workers", "", Takes::one},
    {"load-format", "", Takes::one},
    {"download-dir", "", Takes::one},
    {"safetensors-load-strategy", "", Takes::one},
    {"safetensors-prefetch-num-threads", "", Takes::one},
    {"safetensors-prefetch-block-size", "", Takes::one},
    {"model-loader-extra-config", "", Takes::one},
    {"ignore-patterns", "", Takes::several},
    {"use-tqdm-on-load", "", Takes::nothing},
    {"pt-load-map-location", "", Takes::one},
    {"attention-backend", "", Takes::one},
    {"mamba-backend", "", Takes::one},
    {"mamba-ssu-algorithm", "", Takes::one},
    {"enable-mamba-cache-stochastic-rounding", "", Takes::nothing},
    {"mamba-cache-philox-rounds", "", Takes::one},
    {"reasoning-parser", "", Takes::one},
    {"reasoning-parser-plugin", "", Takes::one},
    {"distributed-executor-backend", "", Takes::one},
    {"pipeline-parallel-size", "-pp", Takes::one},
    {"master-addr", "", Takes::one},
    {"master-port", "", Takes::one},
    {"nnodes", "-n", Takes::one},
    {"node-rank", "-r", Takes::one},
    {"distributed-timeout-seconds", "", Takes::one},
    {"cpu-distributed-timeout-seconds", "", Takes::one},
    {"numa-bind", "", Takes::nothing},
    {"numa-bind-nodes", "", Takes::several},
    {"numa-bind-cpus", "", Takes::several},
    {"device-ids", "", Takes::one},
    {"tensor-parallel-size", "-tp", Takes::one},
    {"decode-context-parallel-size", "-dcp", Takes::one},
    {"dcp-comm-backend", "", Takes::one},
    {"dcp-q-replicate", "", Takes::nothing},
    {"dcp-kv-cache-interleave-size", "", Takes::one},
    {"cp-kv-cache-interleave-size", "", Takes::one},
    {"prefill-context-parallel-size", "-pcp", Takes::one},
    {"data-parallel-size", "-dp", Takes::one},
    {"data-parallel-rank", "-dpn", Takes::one},
    {"data-parallel-start-rank", "-dpr", Takes::one},
    {"data-parallel-size-local", "-dpl", Takes::one},
    {"data-parallel-address", "-dpa", Takes::one},
    {"data-parallel-rpc-port", "-dpp", Takes::one},
    {"data-parallel-backend", "-dpb", Takes::one},
    {"data-parallel-hybrid-lb", "-dph", Takes::nothing},
    {"data-parallel-external-lb", "-dpe", Takes::nothing},
    {"data-parallel-multi-port-external-lb", "-dpm", Takes::only_on},
    {"enable-hc-sp", "", Takes::nothing},
    {"enable-expert-parallel", "-ep", Takes::nothing},
    {"enable-batch-sharded-sampling", "", Takes::nothing},
    {"enable-ep-weight-filter", "", Takes::nothing},
    {"all2all-backend", "", Takes::one},
    {"enable-dbo", "", Takes::nothing},
    {"enable-shm-tensor-arena", "", Takes::nothing},
    {"ubatch-size", "", Takes::one},
    {"enable-elastic-ep", "", Takes::nothing},
    {"elastic-ep-max-dp-size", "", Takes::one},
    {"dbo-decode-token-threshold", "", Takes::one},
    {"dp-sync-interval", "", Takes::one},
    {"dbo-prefill-token-threshold", "", Takes::one},
    {"disable-nccl-for-dp-synchronization", "", Takes::nothing},
    {"enable-eplb", "", Takes::nothing},
    {"eplb-config", "", Takes::one},
    {"expert-placement-strategy", "", Takes::one},
    {"max-parallel-loading-workers", "", Takes::one},
    {"ray-workers-use-nsight", "", Takes::nothing},
    {"disable-custom-all-reduce", "", Takes::nothing},
    {"worker-cls", "", Takes::one},
    {"worker-extension-cls", "", Takes::one},
    {"enable-fault-tolerance", "", Takes::nothing},
    {"fault-tolerance-config", "", Takes::one},
    {"block-size", "", Takes::one},
    {"gpu-memory-utilization", "--device-memory-utilization", Takes::one},
    {"kv-cache-memory-bytes", "", Takes::one},
    {"kv-cache-dtype", "", Takes::one},
    {"num-gpu-blocks-override", "", Takes::one},
    {"enable-prefix-caching", "", Takes::nothing},
    {"prefix-caching-hash-algo", "", Takes::one},
    {"prefix-cache-retention-interval", "", Takes::one},
    {"kv-cache-dtype-skip-layers", "", Takes::several},
    {"kv-sharing-fast-prefill", "", Takes::nothing},
    {"swa-bounded-replay", "", Takes::nothing},
    {"mamba-cache-dtype", "", Takes::one},
    {"mamba-ssm-cache-dtype", "", Takes::one},
    {"mamba-block-size", "", Takes::one},
    {"prefix-match-unit", "", Takes::one},
    {"mamba-cache-mode", "", Takes::one},
    {"enable-mamba-shared-prefix-checkpoint", "", Takes::nothing},
    {"replayssm-buffer-len", "", Takes::one},
    {"use-replayssm", "", Takes::nothing},
    {"kv-offloading-size", "", Takes::one},
    {"kv-offloading-backend", "", Takes::one},
    {"offload-backend", "", Takes::one},
    {"cpu-offload-gb", "", Takes::one},
    {"cpu-offload-params", "", Takes::several},
    {"offload-group-size", "", Takes::one},
    {"offload-num-in-group", "", Takes::one},
    {"offload-prefetch-step", "", Takes::one},
    {"offload-params", "", Takes::several},
    {"language-model-only", "", Takes::nothing},
    {"limit-mm-per-prompt", "", Takes::one},
    {"enable-mm-embeds", "", Takes::nothing},
    {"media-io-kwargs", "", Takes::one},
    {"mm-processor-kwargs", "", Takes::one},
    {"mm-processor-cache-gb", "", Takes::one},
    {"mm-processor-cache-type", "", Takes::one},
    {"mm-hasher-algorithm", "", Takes::one},
    {"mm-shm-cache-max-object-size-mb", "", Takes::one},
    {"mm-encoder-only", "", Takes::nothing},
    {"mm-encoder-tp-mode", "", Takes::one},
    {"mm-encoder-attn-backend", "", Takes::one},
    {"mm-encoder-attn-dtype", "", Takes::one},
    {"mm-encoder-fp8-scale-path", "", Takes::one},
    {"mm-encoder-fp8-scale-save-path", "", Takes::one},
    {"mm-encoder-fp8-scale-save-margin", "", Takes::one},
    {"interleave-mm-strings", "", Takes::nothing},
    {"skip-mm-profiling", "", Takes::nothing},
    {"video-pruning-rate", "", Takes::one},
    {"video-pruning-method", "", Takes::one},
    {"mm-tensor-ipc", "", Takes::one},
    {"mm-processor-device", "", Takes::one},
    {"mm-ipc-gpu-memory-gb", "", Takes::one},
    {"mm-device-do-normalize", "", Takes::nothing},
    {"enable-lora", "", Takes::nothing},
    {"max-loras", "", Takes::one},
    {"max-lora-rank", "", Takes::one},
    {"lora-dtype", "", Takes::one},
    {"enable-tower-connector-lora", "", Takes::nothing},
    {"max-cpu-loras", "", Takes::one},
    {"fully-sharded-loras", "", Takes::nothing},
    {"lora-target-modules", "", Takes::several},
    {"default-mm-loras", "", Takes::one},
    {"specialize-active-lora", "", Takes::nothing},
    {"enable-mixed-moe-lora-format", "", Takes::nothing},
    {"enable-moe-shared-loras", "", Takes::nothing},
    {"max-lora-cls-labels", "", Takes::one},
    {"logging-config", "", Takes::one},
    {"log-level", "", Takes::one},
    {"log-config-file", "", Takes::one},
    {"show-hidden-metrics-for-version", "", Takes::one},
    {"otlp-traces-endpoint", "", Takes::one},
    {"collect-detailed-traces", "", Takes::several},
    {"per-request-spec-decode-metrics", "", Takes::one},
    {"kv-cache-metrics", "", Takes::nothing},
    {"kv-cache-metrics-sample", "", Takes::one},
    {"custom-histogram-buckets", "", Takes::one},
    {"cudagraph-metrics", "", Takes::nothing},
    {"enable-layerwise-nvtx-tracing", "", Takes::nothing},
    {"enable-mfu-metrics", "", Takes::nothing},
    {"enable-logging-iteration-details", "", Takes::nothing},
    {"jit-monitor-mode", "", Takes::one},
    {"jit-monitor-verbose", "", Takes::nothing},
    {"max-num-batched-tokens", "", Takes::one},
    {"max-num-scheduled-tokens", "", Takes::one},
    {"max-num-seqs", "", Takes::one},
    {"max-num-active-seqs", "", Takes::one},
    {"max-num-queued-reqs", "", Takes::one},
    {"max-num-queued-tokens", "", Takes::one},
    {"long-prefill-token-threshold", "", Takes::one},
    {"long-prefill-token-threshold-adaptive", "", Takes::nothing},
    {"scheduling-policy", "", Takes::one},
    {"enable-chunked-prefill", "", Takes::nothing},
    {"disable-chunked-mm-input", "", Takes::nothing},
    {"scheduler-cls", "", Takes::one},
    {"scheduler-reserve-full-isl", "", Takes::nothing},
    {"watermark", "", Takes::one},
    {"prefill-schedule-interval", "", Takes::one},
    {"disable-hybrid-kv-cache-manager", "", Takes::nothing},
    {"async-scheduling", "", Takes::nothing},
    {"stream-interval", "", Takes::one},
    {"cudagraph-capture-sizes", "", Takes::several},
    {"max-cudagraph-capture-size", "", Takes::one},
    {"ir-op-priority", "", Takes::one},
    {"enable-flashinfer-autotune", "", Takes::nothing},
    {"monokernel", "", Takes::nothing},
    {"moe-backend", "", Takes::one},
    {"linear-backend", "", Takes::one},
    {"sparse-indexer-topk-backend", "", Takes::one},
    {"speculative-config", "-sc", Takes::one},
    {"spec-method", "", Takes::one},
    {"spec-model", "", Takes::one},
    {"spec-tokens", "", Takes::one},
    {"watermark-config", "", Takes::one},
    {"diffusion-config", "-dc", Takes::one},
    {"kv-transfer-config", "", Takes::one},
    {"kv-events-config", "", Takes::one},
    {"ec-transfer-config", "", Takes::one},
    {"ec-manager-config", "", Takes::one},
    {"compilation-config", "-cc", Takes::one},
    {"attention-config", "-ac", Takes::one},
    {"engram-config", "", Takes::one},
    {"reasoning-config", "", Takes::one},
    {"kernel-config", "", Takes::one},
    {"additional-config", "", Takes::one},
    {"structured-outputs-config", "", Takes::one},
    {"aux-output-config", "", Takes::one},
    {"profiler-config", "", Takes::one},
    {"watchdog-config", "", Takes::one},
    {"optimization-level", "-O", Takes::one},
    {"performance-mode", "", Takes::one},
    {"weight-transfer-config", "", Takes::one},
    {"disable-log-stats", "", Takes::only_on},
    {"aggregate-engine-logging", "", Takes::only_on},
    {"fail-on-environ-validation", "", Takes::nothing},
    {"shutdown-timeout", "", Takes::one},
    {"gdn-prefill-backend", "", Takes::one},
    {"kda-prefill-backend", "", Takes::one},
    {"kda-decode-backend", "", Takes::one},
    {"enable-log-requests", "", Takes::nothing},
});

/// Absent in 0.33's parser; what took their place. Where a release is named, its source stands
/// beside it.
constexpr auto gone = std::to_array<GoneFlag>({
    {"swap-space", "0.18.0", "nothing: V1 never swapped",
     "vllm PR 36216; unsloth-zoo issue 1210 read every release"},
    {"rope-scaling", "0.12.0", "--hf-overrides", "vllm PR 28006, merged 2025-11"},
    {"rope-theta", "0.12.0", "--hf-overrides", "vllm PR 28006, merged 2025-11"},
    {"num-scheduler-steps", "0.10.1", "nothing: multi-step scheduling is gone",
     "vllm PR 22779, merged 2025-08"},
    {"multi-step-stream-outputs", "0.10.1", "nothing: multi-step scheduling is gone",
     "vllm PR 22779, merged 2025-08"},
    {"enable-reasoning", "0.10.0", "--reasoning-parser alone", "vllm issue 18538"},
    {"task", "", "--runner and --convert", "vllm PR 21470: deprecated as of 0.13"},
    {"guided-decoding-backend", "", "--structured-outputs-config.backend", "vLLM 0.33's parser"},
    {"guided-decoding-disable-fallback", "", "--structured-outputs-config", "vLLM 0.33's parser"},
    {"guided-decoding-disable-any-whitespace", "", "--structured-outputs-config",
     "vLLM 0.33's parser"},
    {"speculative-model", "", "--speculative-config", "vLLM 0.33's parser"},
    {"num-speculative-tokens", "", "--speculative-config or --spec-tokens", "vLLM 0.33's parser"},
    {"speculative-draft-tensor-parallel-size", "", "--speculative-config", "vLLM 0.33's parser"},
    {"use-v2-block-manager", "", "nothing: it is the only one", "vLLM 0.33's parser"},
    {"max-seq-len-to-capture", "", "--max-cudagraph-capture-size", "vLLM 0.33's parser"},
    {"cuda-graph-sizes", "", "--cudagraph-capture-sizes", "vLLM 0.33's parser"},
    {"num-lookahead-slots", "", "--speculative-config", "vLLM 0.33's parser"},
    {"preemption-mode", "", "nothing: V1 recomputes", "vLLM 0.33's parser"},
    {"scheduler-delay-factor", "", "nothing", "vLLM 0.33's parser"},
    {"max-num-partial-prefills", "", "--long-prefill-token-threshold", "vLLM 0.33's parser"},
    {"max-long-partial-prefills", "", "--long-prefill-token-threshold", "vLLM 0.33's parser"},
    {"device", "", "nothing: the platform is found", "unsloth-zoo issue 1210: absent since 0.15"},
    {"worker-use-ray", "", "--distributed-executor-backend ray", "vLLM 0.33's parser"},
    {"engine-use-ray", "", "--distributed-executor-backend ray", "vLLM 0.33's parser"},
    {"disable-frontend-multiprocessing", "", "nothing", "vLLM 0.33's parser"},
    {"override-pooler-config", "", "--pooler-config", "vLLM 0.33's parser"},
    {"override-attention-dtype", "", "--attention-config", "vLLM 0.33's parser"},
    {"enable-prompt-adapter", "", "nothing", "vLLM 0.33's parser"},
    {"max-prompt-adapters", "", "nothing", "vLLM 0.33's parser"},
    {"lora-extra-vocab-size", "", "nothing", "vLLM 0.33's parser"},
    {"long-lora-scaling-factors", "", "nothing", "vLLM 0.33's parser"},
    {"qlora-adapter-name-or-path", "", "--lora-modules", "vLLM 0.33's parser"},
    {"quantization-param-path", "", "scales in the checkpoint", "vLLM 0.33's parser"},
    {"calculate-kv-scales", "", "scales in the checkpoint", "vLLM 0.33's parser"},
    {"disable-async-output-proc", "", "--no-async-scheduling", "vLLM 0.33's parser"},
    {"disable-mm-preprocessor-cache", "", "--mm-processor-cache-gb 0", "vLLM 0.33's parser"},
    {"enable-multimodal-encoder-data-parallel", "", "--mm-encoder-tp-mode data",
     "vLLM 0.33's parser"},
    {"tokenizer-pool-size", "", "--renderer-num-workers", "vLLM 0.33's parser"},
    {"tokenizer-pool-type", "", "nothing", "vLLM 0.33's parser"},
    {"full-cuda-graph", "", "--compilation-config", "vLLM 0.33's parser"},
    {"num-redundant-experts", "", "--eplb-config.num_redundant_experts", "vLLM 0.33's parser"},
    {"eplb-window-size", "", "--eplb-config.window_size", "vLLM 0.33's parser"},
    {"eplb-step-interval", "", "--eplb-config.step_interval", "vLLM 0.33's parser"},
    {"eplb-log-balancedness", "", "--eplb-config.log_balancedness", "vLLM 0.33's parser"},
});

/// Still taken in 0.33, with a warning of the engine's own.
constexpr auto deprecated = std::to_array<GoneFlag>({
    {"log-config-file", "", "--logging-config.pylogging_config_file",
     "vLLM 0.33 arg_utils.py: a deprecation message"},
    {"mamba-cache-mode", "", "--enable-prefix-caching, which it follows",
     "vLLM 0.33 arg_utils.py: it has no effect"},
    {"disable-cascade-attn", "", "nothing: cascade attention is gone",
     "vLLM 0.33 arg_utils.py: it has no effect"},
    {"ir-op-priority", "", "nothing", "vLLM 0.33 arg_utils.py: to be removed in 0.34.0"},
});

std::string dashed(std::string_view word) {
  std::string name(word.substr(word.starts_with("--") ? 2 : 0));
  const std::size_t dot = name.find('.');
  if (dot != std::string::npos) name.resize(dot);
  std::ranges::replace(name, '_', '-');
  return name;
}

/// --x, --no-x; of enable-x also --disable-x, and the other way round.
std::vector<std::string> negations(std::string_view name) {
  std::vector<std::string> found{"no-" + std::string(name)};
  if (name.starts_with("enable-")) found.push_back("disable-" + std::string(name.substr(7)));
  if (name.starts_with("disable-")) found.push_back("enable-" + std::string(name.substr(8)));
  return found;
}

}  // namespace

std::span<const VllmFlag> vllm_flags() { return flags; }

KnownFlag find_vllm_flag(std::string_view word) {
  if (!word.starts_with("--")) {
    std::string_view bare = word.substr(0, word.find('.'));
    for (const VllmFlag& flag : flags) {
      if (flag.alias == bare) return KnownFlag{&flag};
    }
    const bool level = word.size() == 3 && word.starts_with("-O");
    return level ? find_vllm_flag("-O") : KnownFlag{};
  }
  const std::string name = dashed(word);
  if (name.empty()) return {};
  KnownFlag begins;
  int beginnings = 0;
  const auto consider = [&](const VllmFlag& flag, std::string_view spelling, bool negated) {
    if (spelling.starts_with(name)) {
      begins = {&flag, negated, true};
      ++beginnings;
    }
    return spelling == name;
  };
  for (const VllmFlag& flag : flags) {
    if (consider(flag, flag.name, false)) return KnownFlag{&flag};
    if (flag.alias.starts_with("--") && flag.alias.substr(2) == name) return KnownFlag{&flag};
    if (flag.takes != Takes::nothing) continue;
    for (const std::string& negation : negations(flag.name)) {
      if (consider(flag, negation, true)) return KnownFlag{&flag, true};
    }
  }
  return beginnings == 1 ? begins : KnownFlag{};
}

const GoneFlag* find_gone_flag(std::string_view long_name) {
  const auto* row = std::ranges::find(gone, long_name, &GoneFlag::name);
  return row == gone.end() ? nullptr : row;
}

const GoneFlag* find_deprecated_flag(std::string_view long_name) {
  const auto* row = std::ranges::find(deprecated, long_name, &GoneFlag::name);
  return row == deprecated.end() ? nullptr : row;
}

std::optional<std::string_view> nearest_vllm_flag(std::string_view long_name) {
  constexpr std::size_t longest = 80;
  if (long_name.size() > longest) return std::nullopt;
  const VllmFlag* best = nullptr;
  std::size_t fewest = std::max<std::size_t>(2, long_name.size() / 4) + 1;
  for (const VllmFlag& flag : flags) {
    const auto [shorter, longer] = std::minmax({long_name.size(), flag.name.size()});
    if (longer - shorter >= fewest) continue;  // each letter more is a slip
    const std::size_t distance = slips(long_name, flag.name);
    if (distance < fewest) {
      fewest = distance;
      best = &flag;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(best->name);
}

}  // namespace kvplan::deployment
