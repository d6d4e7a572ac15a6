// What the terms share: the inputs of one rank as plain numbers, and how a term is written down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "estimate/model_shape.hpp"
#include "kvplan/estimate.hpp"

namespace kvplan::estimate {

/// The engine's release decides a few sizes that no rule of the cache depends on.
struct ProfileRules {
  bool runner_v2 = true;
  bool second_sampler_pass = true;  ///< from 0.33
  bool sorted_sampler = false;      ///< top-k and top-p by sorting, up to 0.16
  double moe_chunk = 0;             ///< tokens of one call of the experts; 0: all
  bool moe_workspace_stays =
      true;                     ///< kept for all layers; before 0.14 freed with the forward pass
  bool consumed_memory = true;  ///< from 0.27: what the allocator holds is charged, used or not
};

/// One rank's view: numbers as doubles, for a hostile config may name any size.
struct RankView {
  const EstimateInputs* in = nullptr;
  const Serving* serving = nullptr;
  ModelShape shape;
  ModelShape draft;
  ProfileRules rules;
  double batch = 0;       ///< max_num_batched_tokens
  double requests = 0;    ///< max_num_seqs
  double rows = 0;        ///< of logits in the profile: min(batch, requests)
  double length = 0;      ///< max_model_len
  double drafts = 0;      ///< num_speculative_tokens
  double ranks = 1;       ///< tensor parallel
  double element = 2;     ///< bytes of the model's dtype
  bool explained = true;  ///< false: nobody reads the terms' formulas
};
[[nodiscard]] RankView view_of(const EstimateInputs& inputs, const ModelShapes& shapes);

/// Bytes of a figure that may be absurd: never negative, at most a pebibyte.
[[nodiscard]] Bytes bytes_of(double figure);
/// low × figure, figure, high × figure.
[[nodiscard]] Band around(double figure, double low, double high, std::string source);

/// A number is appended as a whole one: "2,048".
void append(std::string& text, double number);
void append(std::string& text, std::string_view words);
/// A term's formula from its words and numbers.
template <class... Parts>
[[nodiscard]] std::string formula(const RankView& view, const Parts&... parts) {
  std::string text;
  if (view.explained) (append(text, parts), ...);
  return text;
}

/// Settles which terms count, and sums them.
[[nodiscard]] Estimate summed(std::vector<EstimateTerm> terms, std::string source);

void add_activations(const RankView& view, std::vector<EstimateTerm>& terms);
void add_workspaces(const RankView& view, std::vector<EstimateTerm>& terms);
void add_buffers(const RankView& view, std::vector<EstimateTerm>& terms);
/// Those that the profile sees where the version subtracts them.
void add_graphs(const RankView& view, std::vector<EstimateTerm>& terms);
void add_device_overhead(const RankView& view, std::vector<EstimateTerm>& terms);
void add_after_profile(const RankView& view, std::vector<EstimateTerm>& terms);

}  // namespace kvplan::estimate
