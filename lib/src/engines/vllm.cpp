// vLLM's rules by release, newest first. Source of each: the releases' own code, as noted in the
// project's engine facts (vllm.md section J, vllm-versions.md); checked against tests/golden/.
#include "engines/table.hpp"

namespace kvplan::engines {

std::vector<EngineRules> vllm_rows() {
  EngineRules v0_33;
  v0_33.name = "vllm";
  v0_33.version = "0.33";
  v0_33.checkpoint = {.mamba2 = true, .gated_delta = true};

  // Before 0.33 a gated delta state never had a checkpoint block.
  EngineRules v0_32 = v0_33;
  v0_32.version = "0.32";
  v0_32.checkpoint.gated_delta = false;
  v0_32.align_to_checkpoint = false;
  return {v0_33, v0_32};
}

std::vector<EngineRules> vllm_b12x_rows() {
  // The community build that the story ran: inferred from its published pools (1.08 M against
  // 0.76 M tokens for 0.04 of utilization) and its author's words on compact draft records.
  EngineRules b12x = vllm_rows().at(1);
  b12x.name = "vllm-b12x";
  b12x.version = "0.32";
  b12x.note = "inferred: drafts are not charged state rows of their own; page layout not known";
  b12x.draft_state_rows = false;
  return {b12x};
}

}  // namespace kvplan::engines
