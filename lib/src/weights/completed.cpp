#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "weights/class_defaults.hpp"

namespace kvplan::modules {
namespace {

/// Names of one thing: a config that has one of them leaves nothing to the class.
/// Source: transformers 5.20.2, attribute_map of the config classes.
constexpr auto aliases = std::to_array<std::array<std::string_view, 4>>({
    {"hidden_size", "d_model", "n_embd", ""},
    {"max_position_embeddings", "n_positions", "", ""},
    {"num_attention_heads", "n_head", "num_heads", "encoder_attention_heads"},
    {"num_hidden_layers", "n_layer", "encoder_layers", ""},
    {"num_key_value_heads", "num_attention_groups", "", ""},
    {"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"},
    {"n_shared_experts", "num_shared_experts", "", ""},
    {"moe_intermediate_size", "expert_ffn_hidden_size", "", ""},
    {"share_expert_dims", "share_expert_dim", "", ""},
    {"partial_rotary_factor", "rotary_pct", "rotary_emb_fraction", ""},
});

bool has(const std::vector<std::string>& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

bool has_under_any_name(const std::vector<std::string>& keys, std::string_view key) {
  if (has(keys, key)) return true;
  return std::ranges::any_of(aliases, [&](const auto& names) {
    return std::ranges::find(names, key) != names.end() &&
           std::ranges::any_of(names, [&](std::string_view name) { return has(keys, name); });
  });
}

std::string type_of(const ConfigNode& node, std::string_view otherwise) {
  const auto own = node.find("model_type");
  return own && own->is_string() ? own->as_string() : std::string(otherwise);
}

/// Members that are classes of their own.
constexpr std::array<std::string_view, 3> classes{"text_config", "vision_config", "audio_config"};

using Members = std::vector<std::pair<std::string, ConfigNode>>;

/// What an object leaves to its class, members that are classes of their own included.
Members left_to_class(const ConfigNode& node, const std::string& type) {
  Members missing;
  const std::vector<std::string> keys = node.keys();
  for (const std::string_view member : classes) {
    const auto own = node.find(member);
    if (!own || !own->is_object()) continue;
    const auto inner = left_to_class(*own, type_of(*own, type_of_member(type, member)));
    if (!inner.empty()) missing.emplace_back(member, own->with_members(inner));
  }
  // The class makes a tower of defaults where the config names none.
  for (const std::string_view tower : {"vision_config", "audio_config"}) {
    const std::string_view own = type_of_member(type, tower);
    if (own.empty() || has(keys, tower)) continue;
    missing.emplace_back(tower, parse_json(class_defaults(own), std::string(own)));
  }
  if (const std::string_view fields = class_defaults(type); !fields.empty()) {
    for (auto& [key, value] : parse_json(fields, type).members()) {
      if (!has_under_any_name(keys, key)) missing.emplace_back(key, std::move(value));
    }
  }
  return missing;
}

}  // namespace

ModelConfig completed(const ModelConfig& config) {
  Members missing = left_to_class(config.root, config.model_type());
  if (missing.empty()) return config;
  // Read from ModelConfig::quantization only, and long where it lists every module.
  missing.emplace_back("quantization_config", parse_json("null", ""));
  ModelConfig whole = config_from(config.root.with_members(missing), config.name);
  whole.quantization = config.quantization;
  whole.unrecognized_quantization = config.unrecognized_quantization;
  return whole;
}

}  // namespace kvplan::modules
