// Drafts that propose a block of tokens at once (DFlash, DSpark): layers of a small Qwen3, which
// see the block in both directions where the config does not say otherwise.
#pragma once

#include "kvplan/architecture.hpp"
#include "kvplan/config.hpp"

namespace kvplan::families {

[[nodiscard]] bool is_block_draft(const ModelConfig& config);
[[nodiscard]] Architecture describe_block_draft(const ModelConfig& config);

}  // namespace kvplan::families
