#include "serve_line.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "kvplan/error.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

/// vLLM's short options and aliases.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> aliases{
    {{"-tp", "--tensor-parallel-size"},
     {"-pp", "--pipeline-parallel-size"},
     {"-dp", "--data-parallel-size"},
     {"-q", "--quantization"}}};

std::string long_name(const std::string& word) {
  for (const auto& [alias, name] : aliases) {
    if (alias == word) return std::string(name);
  }
  return word;
}

bool is_option(const std::string& word) {
  const bool number = word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
  return word.size() > 1 && word[0] == '-' && !number;
}

/// The words before the options: "vllm serve MODEL", "python -m vllm…", "serve MODEL", or nothing.
std::size_t first_word(const std::vector<std::string>& words) {
  const auto serve = std::ranges::find(words, "serve");
  if (serve != words.end()) return static_cast<std::size_t>(serve - words.begin()) + 1;
  const auto server = std::ranges::find_if(
      words, [](const std::string& word) { return word.ends_with("api_server"); });
  if (server != words.end()) return static_cast<std::size_t>(server - words.begin()) + 1;
  return 0;
}

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

std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool started = false;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool more = i + 1 < line.size();
    if (c == '\\' && quote != '\'' && more) {
      ++i;
      if (line[i] == '\n') continue;
      if (quote == '"' && line[i] != '"' && line[i] != '\\') word += '\\';
      word += line[i];
      started = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      started = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (started) words.push_back(std::move(word));
      word.clear();
      started = false;
    } else {
      word += c;
      started = true;
    }
  }
  if (quote != '\0') {
    throw invalid({"--vllm-args", ""}, std::string("a closing ") + quote, "the end of the line");
  }
  if (started) words.push_back(std::move(word));
  return words;
}

ServeLine read_serve_line(const std::string& line) {
  const std::vector<std::string> words = shell_words(line);
  ServeLine serve;
  for (std::size_t i = first_word(words); i < words.size(); ++i) {
    const std::string word = long_name(words[i]);
    if (!word.starts_with("--")) {
      if (serve.model.empty() && serve.options.empty()) serve.model = word;
      continue;
    }
    const std::size_t equals = word.find('=');
    std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    std::string value = "true";
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (i + 1 < words.size() && !is_option(words[i + 1])) {
      value = words[++i];
    }
    if (name == "model") {
      serve.model = value;
    } else {
      serve.options.emplace_back(std::move(name), std::move(value));
    }
  }
  return serve;
}

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
