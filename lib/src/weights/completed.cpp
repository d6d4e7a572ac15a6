#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "render/json_writer.hpp"
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
bool is_class(std::string_view key) {
  return key == "text_config" || key == "vision_config" || key == "audio_config";
}

/// Writes an object with what it leaves to its class; true where that was anything.
bool write_whole(render::JsonWriter& out, const ConfigNode& node, const std::string& type) {
  bool any = false;
  const std::vector<std::string> keys = node.keys();
  out.begin_object();
  for (const std::string& key : keys) {
    // Read from ModelConfig::quantization only, and long where it lists every module.
    if (key == "quantization_config") continue;
    const auto value = node.find(key);
    out.key(key);
    if (value && value->is_object() && is_class(key)) {
      any |= write_whole(out, *value, type_of(*value, type_of_member(type, key)));
    } else {
      out.raw(value ? value->dump() : "null");
    }
  }
  // The class makes a tower of defaults where the config names none.
  for (const std::string_view tower : {"vision_config", "audio_config"}) {
    const std::string_view own = type_of_member(type, tower);
    if (own.empty() || has(keys, tower)) continue;
    out.key(tower).raw(class_defaults(own));
    any = true;
  }
  if (const std::string_view fields = class_defaults(type); !fields.empty()) {
    const ConfigNode defaults = parse_json(fields, type);
    for (const std::string& key : defaults.keys()) {
      if (has_under_any_name(keys, key)) continue;
      out.key(key).raw(defaults.at(key).dump());
      any = true;
    }
  }
  out.end_object();
  return any;
}

}  // namespace

ModelConfig completed(const ModelConfig& config) {
  render::JsonWriter out;
  if (!write_whole(out, config.root, config.model_type())) return config;
  ModelConfig whole = config_from(parse_json(out.text(), config.root.file()), config.name);
  whole.quantization = config.quantization;
  whole.unrecognized_quantization = config.unrecognized_quantization;
  return whole;
}

}  // namespace kvplan::modules
