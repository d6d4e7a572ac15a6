// Granite 4 hybrids: attention or Mamba 2 by `layer_types`. One without a Mamba layer (4.0 Micro)
// is an ordinary attention model to the engine.
#include "families/common.hpp"
#include "families/families.hpp"
#include "families/mamba_heads.hpp"
#include "kvplan/error.hpp"

namespace kvplan::families {
namespace {

bool attends(const ConfigNode& type) {
  const std::string name = type.as_string();
  if (name == "attention" || name == "full_attention") return true;
  if (name == "mamba" || name == "linear_attention") return false;
  throw unknown({type.file(), type.pointer()}, "attention or mamba", type.text());
}

}  // namespace

Architecture describe_granitemoehybrid(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "granitemoehybrid");
  const Layer attention{{grouped_query(text)}};
  const Layer mamba{{mamba_heads(text, expanded(text, "mamba_expand", default_mamba_expand))}};
  const auto types = text.find(text.has("layers_block_type") ? "layers_block_type" : "layer_types");
  if (!types) {
    model.layers.assign(static_cast<std::size_t>(num_layers(text)), mamba);
    return model;
  }
  const auto items = types->items();
  if (static_cast<std::int64_t>(items.size()) != num_layers(text)) {
    throw invalid({types->file(), types->pointer()},
                  std::to_string(num_layers(text)) + " entries, one a layer",
                  std::to_string(items.size()));
  }
  for (const ConfigNode& type : items) {
    model.layers.push_back(attends(type) ? attention : mamba);
  }
  return model;
}

}  // namespace kvplan::families
