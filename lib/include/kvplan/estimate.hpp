// Step "estimate": what the engine takes beside weights and cache, as a table of terms. Each is a
// function of the options, with a low, a likely and a high figure and its source.
//
//   inside the budget   what the engine's profile takes off its share before the cache
//   after the profile   what it allocates once the cache's size is decided: beyond its share
//
// Terms of one `shares` group lie over each other in time or in memory, so that only the largest
// counts: the transient peak is the largest of forward pass, sampler and encoder.
#pragma once

#include <string>
#include <vector>

#include "kvplan/allocation.hpp"
#include "kvplan/box.hpp"
#include "kvplan/facts.hpp"

namespace kvplan {

struct EstimateTerm {
  std::string name;     ///< "sampler", "cuda_graphs", …: what calibrations name too
  std::string shares;   ///< "peak", "workspace"; empty: lies beside all others
  Band bytes;           ///< with the formula, its numbers and its source
  bool counted = true;  ///< false: a larger term of the same group covers it
  friend bool operator==(const EstimateTerm&, const EstimateTerm&) = default;
};

struct Estimate {
  std::vector<EstimateTerm> terms;
  /// Σ of the counted terms. Their errors are independent, so that distances from the likely
  /// figure add in squares; the high end also covers a group's widest term.
  Band total;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// What the terms are functions of: one rank of one layout.
struct EstimateInputs {
  const Model* model = nullptr;
  const ModelFacts* facts = nullptr;  ///< or nullptr
  const EngineOptions* options = nullptr;
  const CachePlan* cache = nullptr;  ///< of these options on this box
  const Box* box = nullptr;
  const EngineRules* rules = nullptr;
};

/// Inside the budget. Where the model's facts name the whole figure, it is moved by what the terms
/// say of --max-num-batched-tokens, --max-num-seqs and --enforce-eager if those were given.
/// Source: vllm.md A.4 to A.8 (formulas), public start-ups (the constants, GB10.md 4); how far it
/// is off: tests/golden/startups/other_use.jsonl and tests/lib/estimate_test.cpp.
[[nodiscard]] Estimate inside_budget(const EstimateInputs& inputs);

/// After the profile: block tables, kernels' workspaces that no profile sees, CUDA graphs where the
/// version does not subtract them. Out of the share that was not asked for.
[[nodiscard]] Estimate after_profile(const EstimateInputs& inputs);

}  // namespace kvplan
