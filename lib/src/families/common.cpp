#include "families/common.hpp"

#include <algorithm>
#include <array>

#include "families/hf_defaults.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

/// vLLM takes the smallest of these that is present (vllm.md A.7).
constexpr std::array<std::string_view, 9> length_keys{"max_position_embeddings",
                                                      "n_positions",
                                                      "max_seq_len",
                                                      "seq_length",
                                                      "model_max_length",
                                                      "max_target_positions",
                                                      "max_sequence_length",
                                                      "max_seq_length",
                                                      "seq_len"};
constexpr std::int64_t length_without_key = 2048;

/// Multimodal models that see an image in both directions.
/// Source: vLLM 0.33, model_arch_config_convertor.py.
constexpr std::array<std::string_view, 5> mm_prefix_types{"bagel", "gemma3", "molmo2", "moondream3",
                                                          "paligemma"};

/// RoPE types whose scaling the config's length already contains, or that keep the original one.
constexpr std::array<std::string_view, 6> scaled_rope_types{
    "su", "longrope", "llama3", "yarn", "deepseek_yarn", "deepseek_llama_scaling"};

std::optional<ConfigNode> rope_of(const ConfigNode& text) {
  for (const std::string_view key : {"rope_parameters", "rope_scaling"}) {
    if (auto rope = text.find(key); rope && rope->is_object()) return rope;
  }
  return std::nullopt;
}

std::string rope_type(const ConfigNode& rope) {
  return rope.string_or("rope_type", rope.string_or("type", "default"));
}

/// Nothing for a config, and its class, without any of the keys.
std::optional<std::int64_t> derived_length(const ConfigNode& text, const std::string& model_type) {
  std::optional<std::int64_t> length;
  for (const std::string_view key : length_keys) {
    if (const auto value = text.maybe_integer(key)) {
      length = length ? std::min(*length, *value) : *value;
    }
  }
  const HfDefaults* defaults = hf_defaults(text);
  if (defaults != nullptr && defaults->max_position_embeddings > 0 &&
      !text.contains("max_position_embeddings") && !text.contains("n_positions")) {
    const std::int64_t own = defaults->max_position_embeddings;
    length = length ? std::min(*length, own) : own;
  }
  if (const auto value = text.maybe_integer("model_max_length")) length = *value;
  if (!length) return std::nullopt;
  const auto rope = rope_of(text);
  if (!rope) return *length;
  const std::string type = rope_type(*rope);
  if (type == "longrope" || type == "su") {
    return text.maybe_integer("original_max_position_embeddings")
        .value_or(rope->integer_or("original_max_position_embeddings", *length));
  }
  if (std::ranges::find(scaled_rope_types, type) != scaled_rope_types.end() ||
      model_type.find("gemma3") != std::string::npos) {
    return *length;
  }
  const double scaled = static_cast<double>(*length) * rope->number_or("factor", 1.0);
  if (!(scaled >= 1 && scaled < 9e15)) {
    throw invalid({rope->file(), rope->pointer() + "/factor"}, "a positive factor", rope->text());
  }
  return static_cast<std::int64_t>(scaled);
}

/// vLLM took YaRN's own length for the original one times the factor up to 0.29.
std::optional<Tokens> yarn_length(const ConfigNode& text) {
  const auto rope = rope_of(text);
  if (!rope || rope_type(*rope) != "yarn") return std::nullopt;
  const auto original = rope->maybe_integer("original_max_position_embeddings");
  if (!original) return std::nullopt;
  const double scaled = static_cast<double>(*original) * rope->number_or("factor", 1.0);
  if (!(scaled >= 1 && scaled < 9e15)) return std::nullopt;
  return Tokens{static_cast<std::int64_t>(scaled)};
}

Dtype declared_dtype(const ModelConfig& config) {
  for (const ConfigNode* node : {&config.root, &config.text}) {
    for (const std::string_view key : {"dtype", "torch_dtype"}) {
      const auto field = node->find(key);
      if (!field || field->as_string() == "auto") continue;
      return *dtype_field(*node, key);
    }
  }
  return Dtype::float32;  // Hugging Face's default; the engine turns it into the device's own
}

/// What a kv_cache_scheme ({"num_bits": 8, "type": "float"}) or a kv_cache_quant_algo ("FP8") asks.
std::optional<CacheDtype> modelopt_cache(const ConfigNode& field) {
  if (field.is_string()) {
    const std::string algorithm = field.as_string();
    if (algorithm == "FP8") return CacheDtype::fp8;
    if (algorithm == "NVFP4") return CacheDtype::nvfp4;
    return std::nullopt;
  }
  if (!field.is_object() || field.string_or("type", "") != "float") return std::nullopt;
  const std::int64_t bits = field.integer_or("num_bits", 0, 0);
  if (bits == 8 && !field.boolean_or("dynamic", false)) return CacheDtype::fp8;
  if (bits == 4) return CacheDtype::nvfp4;
  return std::nullopt;
}

CheckpointCache checkpoint_cache(const ModelConfig& config) {
  const auto& quantization = config.quantization;
  if (!quantization) return {};
  const auto from = [](const ConfigNode& field, std::optional<CacheDtype> dtype) {
    const bool fp8 = dtype == CacheDtype::fp8;
    std::string spelling(fp8 ? "fp8_e4m3" : dtype ? name(*dtype) : "auto");
    return CheckpointCache{dtype, std::move(spelling), field.file() + field.pointer(), false};
  };
  if (config.quant_method().rfind("modelopt", 0) == 0) {
    const auto inner = quantization->find("quantization");
    for (const std::string_view key : {"kv_cache_scheme", "kv_cache_quant_algo"}) {
      for (const std::optional<ConfigNode>& node : {inner, quantization}) {
        if (!node) continue;
        if (const auto field = node->find(key)) return from(*field, modelopt_cache(*field));
      }
    }
    return {};
  }
  if (config.quant_method() == "compressed-tensors") {
    if (const auto field = quantization->find("kv_cache_scheme")) {
      return CheckpointCache{CacheDtype::fp8, "fp8", field->file() + field->pointer(), true};
    }
  }
  return {};
}

std::optional<std::int64_t> maybe_heads(const ConfigNode& text) {
  for (const std::string_view key : {"num_attention_heads", "n_head", "n_heads"}) {
    if (const auto heads = text.maybe_integer(key)) return heads;
  }
  const HfDefaults* defaults = hf_defaults(text);
  const bool attends = defaults != nullptr && defaults->num_attention_heads > 0;
  return attends ? std::optional(defaults->num_attention_heads) : std::nullopt;
}

}  // namespace

std::int64_t hidden_size(const ConfigNode& text) {
  for (const std::string_view key : {"hidden_size", "n_embd", "d_model"}) {
    if (const auto size = text.maybe_integer(key)) return *size;
  }
  const HfDefaults* defaults = hf_defaults(text);
  return defaults == nullptr ? text.integer("hidden_size") : defaults->hidden_size;
}

Architecture base(const ModelConfig& config, std::string family) {
  Architecture model;
  model.family = std::move(family);
  model.model_class = config.architecture();
  model.dtype = declared_dtype(config);
  const auto length = derived_length(config.text, config.model_type());
  model.derived_max_model_len = Tokens{length.value_or(length_without_key)};
  model.names_length = length.has_value();
  model.yarn_max_model_len = yarn_length(config.text);
  model.state_chunk = config.text.integer_or(
      "mamba_chunk_size", config.text.integer_or("chunk_size", model.state_chunk));
  model.num_attention_heads = maybe_heads(config.text).value_or(0);
  model.checkpoint_cache = checkpoint_cache(config);
  model.traits.mm_prefix =
      std::ranges::find(mm_prefix_types, config.model_type()) != mm_prefix_types.end();
  return model;
}

std::int64_t num_layers(const ConfigNode& text) {
  constexpr std::int64_t most = 10'000;
  for (const std::string_view key : {"num_hidden_layers", "n_layer", "num_layers", "n_layers"}) {
    const auto layers = text.maybe_integer(key);
    if (!layers) continue;
    if (*layers > most) {
      throw invalid({text.file(), text.pointer() + "/" + std::string(key)},
                    "at most " + std::to_string(most) + " layers", std::to_string(*layers));
    }
    return *layers;
  }
  const HfDefaults* defaults = hf_defaults(text);
  return defaults == nullptr ? text.integer("num_hidden_layers") : defaults->num_hidden_layers;
}

std::size_t bounded(const ConfigNode& text, std::string_view key, std::int64_t fallback) {
  constexpr std::int64_t most = 10'000;
  const std::int64_t layers = text.integer_or(key, fallback, 0);
  if (layers > most) {
    throw invalid({text.file(), text.pointer() + "/" + std::string(key)},
                  "at most " + std::to_string(most) + " layers", std::to_string(layers));
  }
  return static_cast<std::size_t>(layers);
}

std::int64_t num_heads(const ConfigNode& text) {
  const auto heads = maybe_heads(text);
  return heads ? *heads : text.integer("num_attention_heads");
}

std::int64_t num_kv_heads(const ConfigNode& text) {
  bool named = false;
  for (const std::string_view key : {"n_head_kv", "num_kv_heads", "num_key_value_heads",
                                     "multi_query_group_num", "num_attention_groups"}) {
    if (const auto heads = text.maybe_integer(key)) return *heads;
    named = named || text.contains(key);
  }
  const HfDefaults* defaults = hf_defaults(text);
  if (!named && defaults != nullptr && defaults->num_key_value_heads > 0) {
    return defaults->num_key_value_heads;
  }
  return num_heads(text);
}

std::int64_t head_dim(const ConfigNode& text) {
  if (const auto dim = text.maybe_integer("head_dim", 0); dim && *dim > 0) return *dim;
  if (const auto dim = text.maybe_integer("hidden_size_per_head")) return *dim;
  const HfDefaults* defaults = hf_defaults(text);
  if (defaults != nullptr && defaults->head_dim > 0 && !text.contains("head_dim")) {
    return defaults->head_dim;
  }
  const std::int64_t dim = hidden_size(text) / num_heads(text);
  if (dim < 1) {
    throw invalid({text.file(), text.pointer() + "/hidden_size"}, "at least num_attention_heads",
                  std::to_string(hidden_size(text)));
  }
  return dim;
}

std::vector<bool> listed_layers(const ConfigNode& text, std::int64_t layers, std::string_view key,
                                std::int64_t first) {
  std::vector<bool> listed(static_cast<std::size_t>(layers));
  for (const std::int64_t index : text.integers(key, first)) {
    if (index - first < layers) listed[static_cast<std::size_t>(index - first)] = true;
  }
  return listed;
}

std::int64_t expanded(const ConfigNode& text, std::string_view key, double fallback) {
  const double channels =
      text.number_or(key, fallback) * static_cast<double>(text.integer("hidden_size"));
  if (!(channels >= 1 && channels < 9e15)) {
    throw invalid({text.file(), text.pointer() + "/" + std::string(key)}, "a positive factor",
                  text.has(key) ? text.at(key).text() : "nothing");
  }
  return static_cast<std::int64_t>(channels);
}

FullAttention grouped_query(const ConfigNode& text) {
  const std::int64_t dim = head_dim(text);
  return {.kv_heads = num_kv_heads(text), .head_dim = dim, .v_head_dim = dim};
}

std::optional<Tokens> sliding_window(const ConfigNode& text) {
  const HfDefaults* defaults = hf_defaults(text);
  if (defaults != nullptr && defaults->window_switch &&
      !text.boolean_or("use_sliding_window", false)) {
    return std::nullopt;
  }
  std::int64_t tokens = 0;
  if (const auto window = text.find("sliding_window"); window && window->is_number()) {
    tokens = window->as_integer(0);
  } else if (defaults != nullptr && !text.contains("sliding_window")) {
    tokens = defaults->sliding_window;
  }
  return tokens == 0 ? std::nullopt : std::optional(Tokens{tokens});
}

std::vector<std::string> layer_types(const ConfigNode& text) {
  if (const auto field = text.find("layer_types"); field && !field->is_array()) {
    throw invalid({field->file(), field->pointer()}, "an array, one entry a layer", field->text());
  }
  std::vector<std::string> types = text.strings("layer_types");
  const std::int64_t layers = num_layers(text);
  if (text.string_or("model_type", "") == "step3p5" &&
      static_cast<std::int64_t>(types.size()) > layers) {
    types.resize(static_cast<std::size_t>(layers));  // the rest are the draft's
  }
  if (!types.empty() && static_cast<std::int64_t>(types.size()) != layers) {
    throw invalid({text.file(), text.pointer() + "/layer_types"},
                  std::to_string(layers) + " entries, one a layer", std::to_string(types.size()));
  }
  return types;
}

std::vector<Layer> attention_layers(const ConfigNode& text, const FullAttention& heads) {
  const auto types = layer_types(text);
  const auto window = sliding_window(text);
  std::vector<Layer> layers(static_cast<std::size_t>(num_layers(text)));
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const bool slides = window && (types.empty() || types[i] == "sliding_attention");
    layers[i].keeps = {slides ? CacheKind{SlidingWindow{heads, *window}} : CacheKind{heads}};
  }
  return layers;
}

std::optional<Dtype> dtype_field(const ConfigNode& node, std::string_view key) {
  const auto field = node.find(key);
  if (!field) return std::nullopt;
  const auto dtype = parse_dtype(field->as_string());
  if (!dtype) {
    throw invalid({field->file(), field->pointer()}, "a dtype such as bfloat16", field->text());
  }
  return dtype;
}

}  // namespace kvplan::families
