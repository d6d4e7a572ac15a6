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
constexpr std::array<std::string_view, 3> classes{"text_config", "vision_config", "audio_config"};

/// A member of an object as JSON.
struct Member {
  std::string key;
  std::string json;
};

bool is_among(const std::vector<Member>& members, std::string_view key) {
  return std::ranges::find(members, key, &Member::key) != members.end();
}

/// The object with members in place of its own, or beside them.
std::string with_members(const ConfigNode& node, const std::vector<Member>& members) {
  render::JsonWriter out;
  out.begin_object();
  for (const std::string& key : node.keys()) {
    // Read from ModelConfig::quantization only, and long where it lists every module.
    if (key == "quantization_config" || is_among(members, key)) continue;
    const auto value = node.find(key);
    out.key(key).raw(value ? value->dump() : "null");
  }
  for (const Member& member : members) out.key(member.key).raw(member.json);
  return std::move(out.end_object()).text();
}

/// What an object leaves to its class, members that are classes of their own included.
std::vector<Member> left_to_class(const ConfigNode& node, const std::string& type) {
  std::vector<Member> missing;
  const std::vector<std::string> keys = node.keys();
  for (const std::string_view member : classes) {
    const auto own = node.find(member);
    if (!own || !own->is_object()) continue;
    const auto inner = left_to_class(*own, type_of(*own, type_of_member(type, member)));
    if (!inner.empty()) missing.push_back({std::string(member), with_members(*own, inner)});
  }
  // The class makes a tower of defaults where the config names none.
  for (const std::string_view tower : {"vision_config", "audio_config"}) {
    const std::string_view own = type_of_member(type, tower);
    if (own.empty() || has(keys, tower)) continue;
    missing.push_back({std::string(tower), std::string(class_defaults(own))});
  }
  if (const std::string_view fields = class_defaults(type); !fields.empty()) {
    const ConfigNode defaults = parse_json(fields, type);
    for (const std::string& key : defaults.keys()) {
      if (has_under_any_name(keys, key)) continue;
      missing.push_back({key, defaults.at(key).dump()});
    }
  }
  return missing;
}

}  // namespace

ModelConfig completed(const ModelConfig& config) {
  const auto missing = left_to_class(config.root, config.model_type());
  if (missing.empty()) return config;
  ModelConfig whole =
      config_from(parse_json(with_members(config.root, missing), config.root.file()), config.name);
  whole.quantization = config.quantization;
  whole.unrecognized_quantization = config.unrecognized_quantization;
  return whole;
}

}  // namespace kvplan::modules
