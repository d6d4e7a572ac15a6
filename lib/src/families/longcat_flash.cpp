// LongCat-Flash: every layer has two latent attentions, each with a cache of its own; the draft
// layer has one. `num_layers` counts the double layers.
#include "families/families.hpp"
#include "families/latent.hpp"

namespace kvplan::families {

Architecture describe_longcat_flash(const ModelConfig& config) {
  constexpr std::int64_t default_layers = 28;  // Hugging Face's LongcatFlashConfig
  constexpr std::string_view with_drafts = "LongcatFlashForCausalLM";
  const ConfigNode& text = config.text;
  Architecture model = base(config, "longcat_flash");
  const LatentAttention latent = latent_attention(text);
  model.layers.assign(bounded(text, "num_layers", default_layers), Layer{{latent, latent}});
  if (model.model_class == with_drafts) model.mtp_layers = {Layer{{latent}}};
  return model;
}

}  // namespace kvplan::families
