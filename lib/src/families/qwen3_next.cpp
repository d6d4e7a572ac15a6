// Qwen3-Next: three gated-delta layers for each one of full attention, and one draft (MTP) layer
// of full attention.
#include "families/families.hpp"
#include "families/gated_delta.hpp"

namespace kvplan::families {

Architecture describe_qwen3_next(const ModelConfig& config) {
  const ConfigNode& text = config.text;
  Architecture model = base(config, "qwen3_next");
  model.layers = gated_delta_layers(text);
  model.mtp_layers.assign(bounded(text, "num_nextn_predict_layers", 1),
                          Layer{{grouped_query(text)}});
  return model;
}

}  // namespace kvplan::families
