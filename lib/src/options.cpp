// Options from a JSON object: one row for each name that vLLM has for them.
#include "kvplan/options.hpp"

#include <algorithm>
#include <array>

#include "kvplan/error.hpp"
#include "own_json.hpp"

namespace kvplan {
namespace {

constexpr std::int64_t most_ranks = 65536;

std::int64_t ranks(const ConfigNode& node) {
  const std::int64_t count = node.as_integer(1);
  if (count > most_ranks) {
    throw invalid({node.file(), node.pointer()}, "at most " + std::to_string(most_ranks),
                  node.text());
  }
  return count;
}

SpeculativeConfig speculative(const ConfigNode& node) {
  if (!node.is_object()) {
    throw invalid({node.file(), node.pointer()}, "an object with a method", node.text());
  }
  refuse_misspelt(node, {"method", "model", "num_speculative_tokens"});
  SpeculativeConfig config;
  config.model = node.string_or("model", "");
  config.method = node.string_or("method", config.model.empty() ? "" : "draft_model");
  if (config.method.ends_with("_mtp")) config.method = "mtp";  // vLLM's older names for it
  if (config.method.empty()) {
    throw invalid({node.file(), node.pointer() + "/method"}, "a speculative method", "nothing");
  }
  config.num_speculative_tokens = node.integer("num_speculative_tokens");
  constexpr std::int64_t most_drafts = 1024;
  if (config.num_speculative_tokens > most_drafts) {
    throw invalid({node.file(), node.pointer() + "/num_speculative_tokens"},
                  "at most " + std::to_string(most_drafts),
                  std::to_string(config.num_speculative_tokens));
  }
  return config;
}

std::vector<std::string> skip_layers(const ConfigNode& node) {
  std::vector<std::string> layers;
  for (const ConfigNode& item : node.items()) {
    layers.push_back(item.is_number() ? std::to_string(item.as_integer(0)) : item.as_string());
  }
  return layers;
}

Dtype model_dtype(const ConfigNode& node) {
  const auto dtype = parse_dtype(node.as_string());
  if (!dtype) throw invalid({node.file(), node.pointer()}, "a dtype such as bfloat16", node.text());
  return *dtype;
}

std::string cache_dtype(const ConfigNode& node) {
  std::string text = node.as_string();
  if (text != "auto" && !parse_cache_dtype(text)) {
    throw invalid({node.file(), node.pointer()}, "one of vLLM's cache dtypes", node.text());
  }
  return text;
}

std::string cache_mode(const ConfigNode& node) {
  std::string text = node.as_string();
  if (text != "none" && text != "align" && text != "all") {
    throw invalid({node.file(), node.pointer()}, "none, align or all", node.text());
  }
  return text;
}

double utilization(const ConfigNode& node) {
  const double share = node.as_number();
  if (!(share > 0 && share <= 1)) {
    throw invalid({node.file(), node.pointer()}, "a share above 0, at most 1", node.text());
  }
  return share;
}

struct OptionRow {
  std::string_view name;
  void (*set)(EngineOptions&, const ConfigNode&);
};
using O = EngineOptions;
using N = ConfigNode;

constexpr std::array rows{
    OptionRow{"max_model_len",
              [](O& o, const N& n) { o.max_model_len = Tokens{n.as_integer(-1)}; }},
    OptionRow{"max_num_seqs", [](O& o, const N& n) { o.max_num_seqs = n.as_integer(); }},
    OptionRow{"max_num_batched_tokens",
              [](O& o, const N& n) { o.max_num_batched_tokens = Tokens{n.as_integer()}; }},
    OptionRow{"block_size", [](O& o, const N& n) { o.block_size = n.as_integer(); }},
    OptionRow{"kv_cache_dtype", [](O& o, const N& n) { o.kv_cache_dtype = cache_dtype(n); }},
    OptionRow{"kv_cache_dtype_skip_layers",
              [](O& o, const N& n) { o.kv_cache_dtype_skip_layers = skip_layers(n); }},
    OptionRow{"dtype",
              [](O& o, const N& n) {
                if (n.as_string() != "auto") o.dtype = model_dtype(n);
              }},
    OptionRow{"quantization", [](O& o, const N& n) { o.quantization = n.as_string(); }},
    OptionRow{"enable_prefix_caching",
              [](O& o, const N& n) { o.enable_prefix_caching = n.as_boolean(); }},
    OptionRow{"mamba_cache_mode", [](O& o, const N& n) { o.mamba_cache_mode = cache_mode(n); }},
    OptionRow{"mamba_cache_dtype", [](O& o, const N& n) { o.mamba_cache_dtype = n.as_string(); }},
    OptionRow{"mamba_ssm_cache_dtype",
              [](O& o, const N& n) { o.mamba_ssm_cache_dtype = n.as_string(); }},
    OptionRow{"attention_backend", [](O& o, const N& n) { o.attention_backend = n.as_string(); }},
    OptionRow{"tensor_parallel_size", [](O& o, const N& n) { o.tensor_parallel_size = ranks(n); }},
    OptionRow{"pipeline_parallel_size",
              [](O& o, const N& n) { o.pipeline_parallel_size = ranks(n); }},
    OptionRow{"decode_context_parallel_size",
              [](O& o, const N& n) { o.decode_context_parallel_size = ranks(n); }},
    OptionRow{"data_parallel_size", [](O& o, const N& n) { o.data_parallel_size = ranks(n); }},
    OptionRow{"enable_expert_parallel",
              [](O& o, const N& n) { o.enable_expert_parallel = n.as_boolean(); }},
    OptionRow{"disable_hybrid_kv_cache_manager",
              [](O& o, const N& n) { o.disable_hybrid_kv_cache_manager = n.as_boolean(); }},
    OptionRow{"async_scheduling", [](O& o, const N& n) { o.async_scheduling = n.as_boolean(); }},
    OptionRow{"num_gpu_blocks_override",
              [](O& o, const N& n) { o.num_gpu_blocks_override = n.as_integer(); }},
    OptionRow{"language_model_only",
              [](O& o, const N& n) { o.language_model_only = n.as_boolean(); }},
    OptionRow{"enforce_eager", [](O& o, const N& n) { o.enforce_eager = n.as_boolean(); }},
    OptionRow{"speculative_config",
              [](O& o, const N& n) { o.speculative_config = speculative(n); }},
    OptionRow{"gpu_memory_utilization",
              [](O& o, const N& n) { o.gpu_memory_utilization = utilization(n); }},
};

}  // namespace

void set_option(EngineOptions& options, const std::string& name, const ConfigNode& value) {
  const auto* row = std::ranges::find(rows, name, &OptionRow::name);
  if (row == rows.end()) {
    throw invalid({value.file(), value.pointer()}, "an engine option that kvplan knows",
                  '"' + name + '"');
  }
  row->set(options, value);
}

bool is_engine_option(std::string_view name) {
  return std::ranges::find(rows, name, &OptionRow::name) != rows.end();
}

EngineOptions options_from(const ConfigNode& node) {
  if (!node.is_object()) {
    throw invalid({node.file(), node.pointer()}, "an object of engine options", node.text());
  }
  EngineOptions options;
  for (const std::string& key : node.keys()) {
    if (const auto value = node.find(key)) set_option(options, key, *value);
  }
  return options;
}

}  // namespace kvplan
