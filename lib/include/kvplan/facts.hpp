// What a model's config.json does not say and was learned elsewhere:
// models/<org>--<name>/facts.json.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/box.hpp"

namespace kvplan {

/// A part of a model that stays in the host's memory.
struct HostPart {
  std::string label;
  bool reclaimable = false;  ///< page cache of a mapped file, which a service may push out
  Band bytes;
};

struct SecondsBand {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

struct ModelFacts {
  std::optional<Band> weights;    ///< on the device, all ranks together
  bool drafts_included = false;   ///< the weights hold the checkpoint's own draft layers too
  std::optional<Band> other_use;  ///< the engine's other use inside its budget, on one rank
  std::vector<HostPart> host_parts;
  std::optional<SecondsBand> copy_start;   ///< from start to serving, one box
  std::optional<SecondsBand> split_start;  ///< the same over several boxes
  std::string config_note;  ///< "reconstructed: …" where config.json is not as published
};

/// facts.json beside a config, or no facts where there is none.
/// @throws Error (invalid) for a facts file that cannot be read
[[nodiscard]] ModelFacts read_facts(const std::filesystem::path& model_folder);

}  // namespace kvplan
