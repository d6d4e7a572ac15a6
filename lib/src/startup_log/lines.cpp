// The lines that engines print, one row each. Sources: vllm.md A.11 and H (0.33.0),
// vllm-versions.md 2.1 (what changed since 0.8), FINDINGS.md 2 (CPU); the older and SGLang forms
// were read in public logs (startups.jsonl's, and those of the V0 engine).
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "startup_log/phrase.hpp"
#include "startup_log/python_values.hpp"
#include "startup_log/start.hpp"
#include "text.hpp"

namespace kvplan::startup_log {
namespace {

using Numbers = std::vector<double>;

/// Nothing for what no machine has: such a line was cut or made up.
std::optional<std::int64_t> whole(double value) {
  if (!(std::abs(value) < 9e15) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::optional<Bytes> whole_bytes(double value) {
  const auto bytes = whole(value);
  return bytes ? std::optional(Bytes{*bytes}) : std::nullopt;
}

std::optional<Bytes> from_gib(double value) {
  return whole_bytes(std::round(value * static_cast<double>(bytes_per_gib)));
}

std::optional<Tokens> whole_tokens(double value) {
  const auto tokens = whole(value);
  return tokens && *tokens >= 0 ? std::optional(Tokens{*tokens}) : std::nullopt;
}

void keep_largest(std::optional<Bytes>& field, std::optional<Bytes> value) {
  if (value && (!field || *value > *field)) field = value;
}
void keep_smallest(std::optional<Bytes>& field, std::optional<Bytes> value) {
  if (value && (!field || *value < *field)) field = value;
}
/// A figure in whole bytes replaces the rounded one that it agrees with, or stands alone.
void keep_exact(std::optional<Bytes>& field, std::optional<Bytes> exact) {
  if (exact) field = exact;
}
/// A rounded repetition of what is known more exactly changes nothing.
void keep_rounded(std::optional<Bytes>& field, std::optional<Bytes> value) {
  if (value && !field) field = value;
}

/// A figure that comes in parts; its sum is believed as one line is.
void add_part(std::optional<Bytes>& field, std::optional<Bytes> part) {
  if (!part) return;
  const Bytes sum = field.value_or(Bytes{}) + *part;
  if (whole(static_cast<double>(sum.count()))) field = sum;
}

struct Row {
  std::string_view anchor;  ///< a part of the phrase that few other lines have
  std::string_view phrase;
  void (*read)(Start&, RankFigures&, const Numbers&);
};

void set_tokens(Start& start, RankFigures& rank, double value) {
  const auto tokens = whole_tokens(value);
  if (!tokens) return;
  start.token_lines.push_back(*tokens);
  if (!rank.tokens || *tokens < *rank.tokens) rank.tokens = tokens;
}

void set_blocks(Start& start, RankFigures& rank, double value) {
  static_cast<void>(start);
  rank.num_blocks = whole(value);
}

constexpr std::array memory_rows{
    Row{"odel loading took", "Model loading took {} GiB memory and {} seconds",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_largest(rank.weights, from_gib(n[0]));
          rank.load_seconds = n[1];
        }},
    // Up to 0.10 without the word "memory"; the "GB" of 0.8 and before are GiB too.
    Row{"odel loading took", "Model loading took {} GiB and {} seconds",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_largest(rank.weights, from_gib(n[0]));
          rank.load_seconds = n[1];
        }},
    Row{"odel loading took", "Model loading took {} GB and {} seconds",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_largest(rank.weights, from_gib(n[0]));
          rank.load_seconds = n[1];
        }},
    Row{"odel loading took", "Model loading took {} G",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_largest(rank.weights, from_gib(n[0]));
        }},
    Row{"odel weights took", "oading model weights took {} G",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_largest(rank.weights, from_gib(n[0]));
        }},
    Row{"vailable KV cache memory:", "Available KV cache memory: {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_smallest(rank.available_kv, from_gib(n[0]));
        }},
    Row{"kv cache memory in use", "Current kv cache memory in use is {} bytes",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_exact(rank.available_kv, whole_bytes(n[0]));
        }},
    Row{"kv cache memory in use", "Current kv cache memory in use is {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.available_kv, from_gib(n[0]));
        }},
    Row{"memory for KV Cache", "Initial free memory {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.free_at_start = from_gib(n[0]); }},
    Row{"memory for KV Cache", "reserved {} GiB memory for KV Cache",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.available_kv = from_gib(n[0]);
          if (!start.run.kv_cache_memory) start.run.kv_cache_memory = rank.available_kv;
        }},
    Row{"Free memory on device", "Free memory on device~({}/{} GiB)",
        [](Start&, RankFigures& rank, const Numbers& n) {
          rank.free_at_start = from_gib(n[0]);
          rank.total = from_gib(n[1]);
        }},
    Row{"GPU memory utilization", "GPU memory utilization~({}, {} GiB)",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          start.run.gpu_memory_utilization = n[0];
          rank.requested = from_gib(n[1]);
        }},
    Row{"GiB for weight", "{} GiB for weight",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.weights, from_gib(n[0]));
        }},
    Row{"for consumed memory", "{} GiB for consumed memory",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.consumed = from_gib(n[0]); }},
    Row{"for peak activation", "{} GiB for peak activation",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.peak_activation = from_gib(n[0]); }},
    Row{"for non-torch memory", "{} GiB for non-torch memory",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.non_torch = from_gib(n[0]); }},
    Row{"for CUDAGraph memory", "{} GiB for CUDAGraph memory",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.graphs = from_gib(n[0]); }},
    // Debug level.
    Row{"memory snapshot:", "free_memory={} GiB, total_memory={} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          rank.free_at_start = from_gib(n[0]);
          rank.total = from_gib(n[1]);
        }},
    Row{"worker requested memory", "worker requested memory: {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.requested, from_gib(n[0]));
        }},
    Row{"Initial free memory:", "Initial free memory: {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.free_at_start, from_gib(n[0]));
        }},
    Row{"Requested memory:", "Requested memory: {} (util), {} GiB",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          if (!start.run.gpu_memory_utilization) start.run.gpu_memory_utilization = n[0];
          keep_rounded(rank.requested, from_gib(n[1]));
        }},
    Row{"torch peak memory increase", "torch peak memory increase: {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.peak_activation, from_gib(n[0]));
        }},
    Row{"non-torch forward increase", "non-torch forward increase memory: {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.non_torch, from_gib(n[0]));
        }},
    Row{"total consumed", "total consumed (from mem_get_info): {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.consumed, from_gib(n[0]));
        }},
    Row{"weights memory:", "weights memory: {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.weights, from_gib(n[0]));
        }},
    // The V0 engine (up to 0.10).
    Row{"total_gpu_memory", "total_gpu_memory ({} GiB) x gpu_memory_utilization ({}) = {} GiB",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.total = from_gib(n[0]);
          start.run.gpu_memory_utilization = n[1];
          rank.requested = from_gib(n[2]);
        }},
    Row{"model weights take", "model weights take {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_rounded(rank.weights, from_gib(n[0]));
        }},
    Row{"non_torch_memory takes", "non_torch_memory takes {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.non_torch = from_gib(n[0]); }},
    Row{"activation peak memory", "activation peak memory takes {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.peak_activation = from_gib(n[0]); }},
    Row{"reserved for KV Cache is", "reserved for KV Cache is {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_smallest(rank.available_kv, from_gib(n[0]));
        }},
    // CUDA graphs.
    Row{"Estimated CUDA graph memory", "Estimated CUDA graph memory: {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) {
          keep_largest(rank.graphs_estimated, from_gib(n[0]));
        }},
    Row{"CUDA graph pool memory", "CUDA graph pool memory: {} GiB (actual), {} GiB (estimated)",
        [](Start&, RankFigures& rank, const Numbers& n) {
          rank.graphs = from_gib(n[0]);
          keep_rounded(rank.graphs_estimated, from_gib(n[1]));
        }},
    Row{"raph capturing finished", "raph capturing finished in {} secs, took {} GiB",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.graphs = from_gib(n[1]); }},
    // The CPU backend.
    Row{"for KV cache on node", "Explicitly set ({}/{}) GiB for KV cache on node",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.available_kv = from_gib(n[0]);
          rank.total = from_gib(n[1]);
          if (!start.run.kv_cache_memory) start.run.kv_cache_memory = rank.available_kv;
          start.run.backend = "cpu";
        }},
    Row{"for KV cache on node", "Auto set ({}/{}) GiB for KV cache on node",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.available_kv = from_gib(n[0]);
          rank.total = from_gib(n[1]);
          start.run.backend = "cpu";
        }},
    Row{"requested memory for the worker", "with {} GiB requested memory for the worker",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.requested = from_gib(n[0]); }},
    Row{"consumed by non-kv usages", "{} GiB memory was consumed by non-kv usages",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.consumed = from_gib(n[0]); }},
};

constexpr std::array capacity_rows{
    Row{"KV cache size:", "KV cache size: {} tokens",
        [](Start& start, RankFigures& rank, const Numbers& n) { set_tokens(start, rank, n[0]); }},
    Row{"Maximum concurrency for", "Maximum concurrency for {} tokens per request: {}x",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          start.run.max_model_len = whole_tokens(n[0]);
          if (!rank.max_concurrency || n[1] < *rank.max_concurrency) rank.max_concurrency = n[1];
        }},
    Row{"GPU blocks:", "# GPU blocks: {}",
        [](Start& start, RankFigures& rank, const Numbers& n) { set_blocks(start, rank, n[0]); }},
    Row{"cuda blocks:", "# cuda blocks: {}",
        [](Start& start, RankFigures& rank, const Numbers& n) { set_blocks(start, rank, n[0]); }},
    Row{"CUDA blocks:", "# CUDA blocks: {}",
        [](Start& start, RankFigures& rank, const Numbers& n) { set_blocks(start, rank, n[0]); }},
    Row{"cache_config_info with", "after num_gpu_blocks is: {}",
        [](Start& start, RankFigures& rank, const Numbers& n) { set_blocks(start, rank, n[0]); }},
    Row{"num_gpu_blocks_override=", "num_gpu_blocks_override={}",
        [](Start& start, RankFigures& rank, const Numbers& n) { set_blocks(start, rank, n[0]); }},
    Row{"attention block size to", "Setting attention block size to {} tokens",
        [](Start& start, RankFigures&, const Numbers& n) { start.run.block_size = whole(n[0]); }},
    Row{"Using max model len", "Using max model len {}",
        [](Start& start, RankFigures&, const Numbers& n) {
          if (!start.run.max_model_len) start.run.max_model_len = whole_tokens(n[0]);
        }},
    Row{"Auto-fit max_model_len", "reduced from {} to {}",
        [](Start& start, RankFigures&, const Numbers& n) {
          start.run.max_model_len = whole_tokens(n[1]);
        }},
    Row{"Chunked prefill is enabled", "max_num_batched_tokens={}",
        [](Start& start, RankFigures&, const Numbers& n) {
          start.run.max_num_batched_tokens = whole_tokens(n[0]);
        }},
    Row{"Checkpoint size:", "Checkpoint size: {} GiB. Available RAM: {} GiB",
        [](Start& start, RankFigures&, const Numbers& n) {
          // Once for the target, once more for a draft.
          add_part(start.run.checkpoint, from_gib(n[0]));
          if (!start.run.host_available_before_load) {
            start.run.host_available_before_load = from_gib(n[1]);
          }
        }},
    Row{"init engine (profile", "took {} s",
        [](Start& start, RankFigures&, const Numbers& n) { start.run.init_seconds = n[0]; }},
    Row{"init engine (profile", "(compilation: {} s",
        [](Start& start, RankFigures&, const Numbers& n) { start.run.compile_seconds = n[0]; }},
    Row{"torch.compile", "took {} s in total",
        [](Start& start, RankFigures&, const Numbers& n) { start.run.compile_seconds = n[0]; }},
};

constexpr std::array refusal_rows{
    Row{"KV cache is needed", "max seq len ({}), ({} GiB KV cache is needed",
        [](Start& start, RankFigures&, const Numbers& n) {
          start.run.max_model_len = whole_tokens(n[0]);
          start.run.needed = from_gib(n[1]);
          start.run.refused = "the cache cannot hold one request of full length";
        }},
    Row{"available KV cache memory (", "available KV cache memory ({} GiB)",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          // Over all ranks, and coarser than a rank's own line.
          for (const auto& [name, other] : start.ranks) {
            if (other.available_kv) return;
          }
          rank.available_kv = from_gib(n[0]);
        }},
    Row{"estimated maximum model length", "estimated maximum model length is {}",
        [](Start& start, RankFigures&, const Numbers& n) {
          start.run.estimated_max_model_len = whole_tokens(n[0]);
        }},
    Row{"on startup is less than", "on startup is less than~({}, {} GiB)",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          start.run.gpu_memory_utilization = n[0];
          rank.requested = from_gib(n[1]);
          start.run.refused = "less memory was free at the start than the budget asks for";
        }},
    Row{"Available memory on node", "Available memory on node {} ({}/{} GiB)",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.free_at_start = from_gib(n[1]);
          rank.total = from_gib(n[2]);
          start.run.backend = "cpu";
        }},
    Row{"o available memory for the cache blocks", "o available memory for the cache blocks",
        [](Start& start, RankFigures&, const Numbers&) {
          start.run.refused = "nothing is left for the cache";
        }},
    Row{"maximum number of tokens that can be stored",
        "max seq len ({}) is larger than the maximum number of tokens that can be stored in KV "
        "cache ({})",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          start.run.max_model_len = whole_tokens(n[0]);
          set_tokens(start, rank, n[1]);
          start.run.refused = "the cache cannot hold one request of full length";
        }},
    Row{"ngine core initialization failed", "ngine core initialization failed",
        [](Start& start, RankFigures&, const Numbers&) {
          if (start.run.refused) return;
          start.run.refused = "its engine failed while it started" +
                              (start.cause.empty() ? "" : ": " + start.cause);
        }},
    Row{"Error in memory profiling", "Error in memory profiling",
        [](Start& start, RankFigures&, const Numbers&) {
          start.run.refused = "other processes gave memory back while the engine profiled";
        }},
    Row{"out of memory", "CUDA out of memory",
        [](Start& start, RankFigures&, const Numbers&) {
          if (!start.serving) start.run.refused = "the device ran out of memory";
        }},
};

// SGLang: its "GB" are GiB too. Its share is of what was free before the weights.
constexpr std::array sglang_rows{
    Row{"Load weight begin", "avail mem={} GB",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.free_at_start = from_gib(n[0]);
          start.run.engine = "sglang";
        }},
    Row{"Load weight end", "mem usage={} GB",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          keep_largest(rank.weights, from_gib(n[0]));
          start.run.engine = "sglang";
        }},
    Row{"Load weight end", "elapsed={} s",
        [](Start&, RankFigures& rank, const Numbers& n) { rank.load_seconds = n[0]; }},
    Row{"KV Cache is allocated", "K size: {} GB, V size: {} GB",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          add_part(rank.available_kv, from_gib(n[0] + n[1]));
          start.run.engine = "sglang";
        }},
    Row{"KV Cache is allocated", "KV size: {} GB",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          add_part(rank.available_kv, from_gib(n[0]));
          start.run.engine = "sglang";
        }},
    Row{"KV Cache is allocated", "#tokens: {}",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          if (!rank.tokens) set_tokens(start, rank, n[0]);
        }},
    Row{"apture cuda graph end", "mem usage={} GB",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.graphs = from_gib(n[0]);
          start.run.engine = "sglang";
        }},
    Row{"max_total_num_tokens=", "max_total_num_tokens={}",
        [](Start& start, RankFigures& rank, const Numbers& n) {
          rank.tokens.reset();
          start.token_lines.clear();
          set_tokens(start, rank, n[0]);
          start.run.engine = "sglang";
        }},
    Row{"max_total_num_tokens=", "max_running_requests={}",
        [](Start& start, RankFigures&, const Numbers& n) { start.run.max_num_seqs = whole(n[0]); }},
    Row{"max_total_num_tokens=", "chunked_prefill_size={}",
        [](Start& start, RankFigures&, const Numbers& n) {
          start.run.max_num_batched_tokens = whole_tokens(n[0]);
        }},
    Row{"max_total_num_tokens=", "context_len={}",
        [](Start& start, RankFigures&, const Numbers& n) {
          start.run.max_model_len = whole_tokens(n[0]);
        }},
};

std::string_view after(std::string_view text, std::string_view anchor) {
  const std::size_t at = text.find(anchor);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + anchor.size());
}

/// "0.32.0" off the front of "0.32.0) with config".
std::optional<std::string> version_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end < 80 && text[end] != ' ' && text[end] != ')' &&
         text[end] != ',' && text[end] != '\'') {
    ++end;
  }
  const std::string_view found = text.substr(0, end);
  if (found.empty() || found.front() < '0' || found.front() > '9') return std::nullopt;
  return std::string(found);
}

std::optional<double> number_in(std::string_view text) {
  const auto numbers = numbers_of(text, "{}");
  return numbers ? std::optional(numbers->front()) : std::nullopt;
}

using Members = std::map<std::string, std::string>;

const std::string* member(const Members& members, const std::string& name) {
  const auto found = members.find(name);
  return found == members.end() || found->second == "None" ? nullptr : &found->second;
}

std::optional<std::int64_t> whole_member(const Members& members, const std::string& name) {
  const std::string* text = member(members, name);
  const auto value = text ? number_in(*text) : std::nullopt;
  return value ? whole(*value) : std::nullopt;
}

std::optional<bool> flag_member(const Members& members, const std::string& name) {
  const std::string* text = member(members, name);
  if (text == nullptr || (*text != "True" && *text != "False")) return std::nullopt;
  return *text == "True";
}

void read_given_options(StartupRun& run, Members&& members) {
  if (const std::string* model = member(members, "model")) run.model = *model;
  if (const std::string* tag = member(members, "model_tag"); tag != nullptr && !run.model) {
    run.model = *tag;
  }
  if (const std::string* util = member(members, "gpu_memory_utilization")) {
    run.gpu_memory_utilization = number_in(*util);
  }
  if (const auto bytes = whole_member(members, "kv_cache_memory_bytes")) {
    run.kv_cache_memory = Bytes{*bytes};
  }
  if (const auto tokens = whole_member(members, "max_num_batched_tokens")) {
    run.max_num_batched_tokens = Tokens{*tokens};
  }
  if (const auto seqs = whole_member(members, "max_num_seqs")) run.max_num_seqs = seqs;
  if (const auto size = whole_member(members, "block_size")) run.block_size = size;
  if (const auto eager = flag_member(members, "enforce_eager")) run.enforce_eager = eager;
  for (auto& [name, value] : members) {
    if (value != "None") run.options.insert_or_assign(name, std::move(value));
  }
}

/// The engine's configuration, which says what options became.
void read_engine_config(StartupRun& run, const Members& members) {
  if (const std::string* model = member(members, "model")) run.model = *model;
  if (const auto length = whole_member(members, "max_seq_len")) run.max_model_len = Tokens{*length};
  if (const auto size = whole_member(members, "tensor_parallel_size")) run.tensor_parallel = size;
  if (const auto size = whole_member(members, "pipeline_parallel_size")) {
    run.pipeline_parallel = size;
  }
  if (const auto* dtype = member(members, "kv_cache_dtype")) run.kv_cache_dtype = *dtype;
  if (const auto* device = member(members, "device_config")) run.backend = *device;
  if (const auto eager = flag_member(members, "enforce_eager")) run.enforce_eager = eager;
  if (const auto on = flag_member(members, "enable_prefix_caching")) {
    run.enable_prefix_caching = on;
  }
  const auto* compilation = member(members, "compilation_config");
  if (compilation == nullptr || run.max_num_batched_tokens) return;
  const auto ends = python_members(*compilation);
  const auto* ranges = member(ends, "compile_ranges_endpoints");
  if (ranges == nullptr) return;
  // The last of them is max_num_batched_tokens (vllm.md A.11).
  const std::size_t comma = ranges->rfind(',');
  const auto last = number_in(comma == std::string::npos ? *ranges : ranges->substr(comma));
  if (last) run.max_num_batched_tokens = whole_tokens(*last);
}

void read_sglang_arguments(Start& start, const Members& members) {
  StartupRun& run = start.run;
  run.engine = "sglang";
  run.options = members;
  if (const auto* model = member(members, "model_path")) run.model = *model;
  if (const auto* share = member(members, "mem_fraction_static")) {
    start.memory_fraction = number_in(*share);
    run.gpu_memory_utilization = start.memory_fraction;
  }
  if (const auto size = whole_member(members, "tp_size")) run.tensor_parallel = size;
  if (const auto size = whole_member(members, "pp_size")) run.pipeline_parallel = size;
  if (const auto* dtype = member(members, "kv_cache_dtype")) run.kv_cache_dtype = *dtype;
  if (const auto* device = member(members, "device")) run.backend = *device;
  if (const auto length = whole_member(members, "context_length")) {
    run.max_model_len = Tokens{*length};
  }
  if (const auto off = flag_member(members, "disable_cuda_graph")) run.enforce_eager = off;
  if (const auto size = whole_member(members, "chunked_prefill_size"); size && *size > 0) {
    run.max_num_batched_tokens = Tokens{*size};
  }
}

constexpr std::string_view given_anchor = "non-default args: ";
constexpr std::string_view namespace_anchor = "args: Namespace(";
constexpr std::string_view config_anchor = " LLM engine (v";
constexpr std::string_view server_anchor = "LLM API server version ";
constexpr std::string_view sglang_anchor = "server_args=ServerArgs";
constexpr std::string_view sglang_version_anchor = "SGLang Version ";

bool has(const LogLine& line, std::string_view anchor) {
  return line.text.find(anchor) != std::string::npos;
}

/// The banner: "█  version 0.32.0".
bool is_banner(const LogLine& line) { return has(line, "\xe2\x96\x88") && has(line, "  version "); }

bool read_announcement(Start& start, const LogLine& line) {
  StartupRun& run = start.run;
  const std::string_view text = line.text;
  if (is_banner(line)) {
    run.engine_version = version_at(after(text, "  version "));
  } else if (has(line, server_anchor)) {
    run.engine_version = version_at(after(text, server_anchor));
  } else if (has(line, given_anchor)) {
    read_given_options(run, python_members(after(text, given_anchor)));
  } else if (has(line, namespace_anchor)) {
    read_given_options(run, python_members(text.substr(text.find("Namespace("))));
  } else if (has(line, config_anchor) && has(line, "nitializing a")) {
    const std::string_view rest = after(text, config_anchor);
    run.engine_version = version_at(rest);
    read_engine_config(run, python_members(after(rest, "with config: ")));
    start.initialized.push_back(line.worker);
  } else if (has(line, sglang_anchor)) {
    read_sglang_arguments(start, python_members(after(text, "server_args=")));
  } else if (text.starts_with(sglang_version_anchor)) {
    run.engine = "sglang";
    run.engine_version = version_at(after(text, sglang_version_anchor));
  } else {
    return false;
  }
  start.announced = true;
  return true;
}

template <std::size_t N>
bool read_rows(const std::array<Row, N>& rows, Start& start, const LogLine& line) {
  bool found = false;
  for (const Row& row : rows) {
    if (!has(line, row.anchor)) continue;
    const auto numbers = numbers_of(line.text, row.phrase);
    if (!numbers) continue;
    RankFigures& rank = start.ranks[line.worker];
    rank.rank = line.worker;
    row.read(start, rank, *numbers);
    found = true;
  }
  return found;
}

/// What a serving engine prints by the thousand says nothing of its start.
bool is_traffic(const LogLine& line) {
  return has(line, " HTTP/1.") || has(line, "Avg prompt throughput");
}

/// "ValueError: …" at the end of a traceback; empty for any other line.
std::string error_in(std::string_view text) {
  constexpr std::size_t longest = 120;
  const std::size_t colon = text.find("Error: ");
  if (colon == std::string_view::npos) return {};
  const std::size_t blank = text.find_last_of(" ]", colon);
  const std::size_t start = blank == std::string_view::npos ? 0 : blank + 1;
  const std::string_view error = text.substr(start, longest);
  const auto in_a_name = [](char c) { return is_alphanumeric(c) || c == '.' || c == '_'; };
  const std::string_view name = text.substr(start, colon - start);
  if (!std::ranges::all_of(name, in_a_name)) return {};
  if (text.size() - start <= longest) return std::string(error);
  // Not in the middle of a letter.
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[start + end]) & 0xC0U) == 0x80U) --end;
  return std::string(error.substr(0, end)) + "…";
}

}  // namespace

bool begins_start(const Start& start, const LogLine& line) {
  if (!start.figures || is_traffic(line)) return false;
  if (has(line, given_anchor) || has(line, namespace_anchor) || has(line, server_anchor) ||
      has(line, sglang_anchor) || is_banner(line) || line.text.starts_with(sglang_version_anchor)) {
    return true;
  }
  return has(line, config_anchor) && has(line, "nitializing a") &&
         std::ranges::find(start.initialized, line.worker) != start.initialized.end();
}

bool read_line(Start& start, const LogLine& line) {
  if (is_traffic(line)) return false;
  if (read_announcement(start, line)) return true;
  // Errors repeat in a traceback, so each part of a refusal is read wherever it stands.
  bool known = read_rows(memory_rows, start, line);
  known = read_rows(capacity_rows, start, line) || known;
  known = read_rows(refusal_rows, start, line) || known;
  known = read_rows(sglang_rows, start, line) || known;
  if (known) {
    start.figures = true;
    start.cause.clear();
  } else if (std::string error = error_in(line.text); !error.empty()) {
    start.cause = std::move(error);
  }
  if (has(line, "Application startup complete") || has(line, "fired up and ready to roll")) {
    start.serving = true;
  }
  return known;
}

}  // namespace kvplan::startup_log
