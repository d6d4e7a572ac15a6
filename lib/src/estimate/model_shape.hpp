// The widths of a model that decide its activations: what the cache does not need and the config
// says. A width that the config does not name is 0, and its term with it.
#pragma once

#include <cstdint>

#include "kvplan/allocation.hpp"
#include "kvplan/estimate.hpp"

namespace kvplan::estimate {

/// A vision tower's patches, and how many of them become one token of the text.
struct TowerShape {
  double hidden = 0;
  double intermediate = 0;
  double patches_per_token = 4;
  double tokens_per_item = 0;  ///< of the largest image or video
};

struct ModelShape {
  double hidden = 0;
  double vocabulary = 0;
  double intermediate = 0;  ///< of the widest dense MLP; 0 where every layer has experts
  double query_heads = 0;
  double head_dim = 0;
  double kv_heads = 0;
  double experts = 0;
  double experts_per_token = 0;
  double expert_intermediate = 0;
  double expert_input = 0;  ///< hidden, or the latent width that experts work in
  bool four_bit_experts =
      false;               ///< on Marlin, or FlashInfer's kernels with scratch of the same order
  double value_dim = 0;    ///< of a latent attention's up-projected head
  double state_width = 0;  ///< numbers a token that the widest state layer projects and convolves
  TowerShape tower;        ///< hidden 0: no tower
};

struct ModelShapes {
  ModelShape target;
  ModelShape draft;  ///< all 0 without a draft model
};
[[nodiscard]] ModelShapes shapes_of(const Model& model);

/// As those of estimate.hpp, for who asks again and again of the same model.
/// @param explained  false: formulas with numbers are left out of the terms
[[nodiscard]] Estimate inside_budget(const EstimateInputs& inputs, const ModelShapes& shapes,
                                     bool explained = true);
[[nodiscard]] Estimate after_profile(const EstimateInputs& inputs, const ModelShapes& shapes);

}  // namespace kvplan::estimate
