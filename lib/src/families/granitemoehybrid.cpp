// Granite 4 hybrids: attention or Mamba 2 by `layer_types`. One without a Mamba layer (4.0 Micro)
// is an ordinary attention model to the engine.
#include "families/common.hpp"
#include "families/families.hpp"
#include "families/mamba_heads.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

bool attends(const ConfigNode& text, const std::string& type, std::size_t layer) {
  if (type == "attention" || type == "full_attention") return true;
  if (type == "mamba" || type == "linear_attention") return false;
  throw unknown({text.file(), text.pointer() + "/layer_types/" + std::to_string(layer)},
                "attention or mamba", '"' + type + '"');
}

}  // namespace

Architecture describe_granitemoehybrid(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "granitemoehybrid");
  auto types =
      text.has("layers_block_type") ? text.strings("layers_block_type") : layer_types(text);
  if (types.empty()) types.assign(static_cast<std::size_t>(num_layers(text)), "mamba");
  const Layer attention{{grouped_query(text)}};
  const Layer mamba{{mamba_heads(text, expanded(text, "mamba_expand", default_mamba_expand))}};
  for (std::size_t i = 0; i < types.size(); ++i) {
    model.layers.push_back(attends(text, types[i], i) ? attention : mamba);
  }
  return model;
}

}  // namespace kvplan::families
