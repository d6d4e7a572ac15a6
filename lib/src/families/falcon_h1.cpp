// Falcon-H1: attention and Mamba 2 side by side in every layer, so each layer keeps two caches.
#include "families/common.hpp"
#include "families/families.hpp"
#include "families/mamba_heads.hpp"

namespace kvplan::families {
namespace {

constexpr std::int64_t default_mamba_d_ssm = 1024;  // Hugging Face, FalconH1Config

/// `mamba_d_ssm`; where it is null, the expanded hidden size.
std::int64_t inner_size(const ConfigNode& text) {
  if (const auto inner = text.maybe_integer("mamba_d_ssm")) return *inner;
  if (text.contains("mamba_d_ssm")) return expanded(text, "mamba_expand", default_mamba_expand);
  return default_mamba_d_ssm;
}

}  // namespace

Architecture describe_falcon_h1(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "falcon_h1");
  const Layer layer{{grouped_query(text), mamba_heads(text, inner_size(text))}};
  model.layers.assign(static_cast<std::size_t>(num_layers(text)), layer);
  return model;
}

}  // namespace kvplan::families
