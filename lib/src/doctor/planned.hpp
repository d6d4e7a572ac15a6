// The plan that an engine is compared with.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "kvplan/doctor.hpp"

namespace kvplan::doctor {

/// What is known of the box itself.
struct BoxKind {
  std::optional<Bytes> total;  ///< MemTotal
  bool cpu = false;            ///< no GPU, or the engine says so
};

struct Planned {
  std::string box;  ///< the kind that was planned for, where nobody named one
  std::optional<Tokens> tokens;
  std::optional<Band> available;
  std::optional<Bytes> deficit;
  std::string unknown;  ///< why there is none
};

/// Without a named box: the machine's own memory where it has no GPU, a GB10 where MemTotal is
/// one's (119.6 to 121.7 GiB), else no plan, for the kind of its GPUs cannot be known.
[[nodiscard]] Planned plan_of(Question question, const BoxKind& kind,
                              const std::filesystem::path& data_dir);

}  // namespace kvplan::doctor
