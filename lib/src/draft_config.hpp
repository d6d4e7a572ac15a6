// The config of a draft model, as the engine reads it.
#pragma once

#include <filesystem>

#include "kvplan/allocation.hpp"

namespace kvplan {

/// A draft's config; one in the format of vllm-project/speculators (`speculators_model_type`) is
/// turned into what the engine makes of it: `transformer_layer_config` with the method's own fields
/// under the engine's names.
/// @throws Error as read_config does; (unknown) for a method or layer that the engine refuses
/// Source: vLLM 0.33, transformers_utils/configs/speculators/algos.py.
[[nodiscard]] ModelConfig read_draft_config(const std::filesystem::path& path);
/// @throws Error as read_draft_config and describe do
[[nodiscard]] Model read_draft(const std::filesystem::path& path);

}  // namespace kvplan
