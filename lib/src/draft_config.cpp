#include "draft_config.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "kvplan/units.hpp"
#include "render/json_writer.hpp"

namespace kvplan {
namespace {

/// A method of speculators: the class that runs it, on layers of Llama or Qwen 3, and what it reads
/// beside the layer's fields.
struct Method {
  std::string_view name;
  std::string_view llama;  ///< empty: not on such layers
  std::string_view qwen3;
  std::vector<std::string_view> fields;
};

const std::array<Method, 5>& methods() {
  static const std::array<Method, 5> all{
      Method{"eagle3",
             "Eagle3LlamaForCausalLM",
             "Eagle3Qwen3ForCausalLM",
             {"draft_vocab_size", "target_hidden_size", "norm_before_fc", "fc_norm",
              "eagle_aux_hidden_state_layer_ids"}},
      Method{"peagle",
             "PeagleLlamaForCausalLM",
             "PeagleQwen3ForCausalLM",
             {"draft_vocab_size", "target_hidden_size", "norm_before_fc",
              "eagle_aux_hidden_state_layer_ids"}},
      Method{"dflash", "", "DFlashDraftModel", {"draft_vocab_size", "target_hidden_size"}},
      Method{"dflash2", "", "DFlash2DraftModel", {"draft_vocab_size", "target_hidden_size"}},
      Method{"dspark",
             "",
             "Qwen3DSparkModel",
             {"draft_vocab_size", "target_hidden_size", "mask_token_id", "markov_rank",
              "markov_head_type", "block_size", "enable_confidence_head",
              "confidence_head_with_markov", "use_aux_hidden_state"}},
  };
  return all;
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

std::string_view architecture_of(const Method& method, const ConfigNode& layer) {
  const std::string type = layer.string_or("model_type", "llama");
  const std::string_view own = type == "qwen3"   ? method.qwen3
                               : type == "llama" ? method.llama
                                                 : std::string_view{};
  if (own.empty()) {
    throw unknown({layer.file(), layer.pointer() + "/model_type"},
                  "layers that " + std::string(method.name) + " drafts with", in_quotes(type));
  }
  return own;
}

using Members = std::vector<std::pair<std::string, ConfigNode>>;

/// The engine counts the target's layers from the one before.
ConfigNode layers_before(const ConfigNode& root) {
  render::JsonWriter out;
  out.begin_array();
  for (const std::int64_t id : root.integers("aux_hidden_state_layer_ids")) out.value(sum(id, -1));
  return parse_json(std::move(out.end_array()).text(), root.file());
}

ConfigNode dflash_config(const ConfigNode& root) {
  Members own{{"target_layer_ids", layers_before(root)}};
  for (const char* key : {"mask_token_id", "conv_kernel_size", "conv_group_size", "selector_rank",
                          "selector_top_k"}) {
    if (root.has(key)) own.emplace_back(key, root.at(key));
  }
  return parse_json("{}", root.file()).with_members(own);
}

Members members_of(const Method& method, const ConfigNode& root, const ConfigNode& layer) {
  Members members;
  const std::string architecture = "[" + in_quotes(architecture_of(method, layer)) + "]";
  members.emplace_back("architectures", parse_json(architecture, root.file()));
  for (const std::string_view field : method.fields) {
    if (root.has(field)) members.emplace_back(field, root.at(field));
  }
  if (method.name == "peagle") {
    members.emplace_back("pard_token", root.at("mask_token_id"));
  } else if (method.name == "dspark") {
    members.emplace_back("target_layer_ids", layers_before(root));
  } else if (method.name.starts_with("dflash")) {
    members.emplace_back("dflash_config", dflash_config(root));
  }
  return members;
}

}  // namespace

ModelConfig read_draft_config(const std::filesystem::path& path) {
  ModelConfig config = read_config(path);
  const auto named = config.root.find("speculators_model_type");
  if (!named) return config;
  const std::string name = named->as_string();
  const auto method = std::ranges::find(methods(), name, &Method::name);
  if (method == methods().end()) {
    throw unknown({named->file(), named->pointer()}, "eagle3, peagle, dflash, dflash2 or dspark",
                  in_quotes(name));
  }
  const ConfigNode layer = config.root.at("transformer_layer_config");
  ModelConfig own =
      config_from(layer.with_members(members_of(*method, config.root, layer)), config.name);
  own.quantization = config.quantization;
  return own;
}

Model read_draft(const std::filesystem::path& path) {
  ModelConfig config = read_draft_config(path);
  Architecture architecture = describe(config);
  return {std::move(config), std::move(architecture), std::nullopt, std::nullopt};
}

}  // namespace kvplan
