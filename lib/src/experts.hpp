// The experts of a mixture, by the names that configs use.
#pragma once

#include <cstdint>
#include <optional>

#include "kvplan/config.hpp"

namespace kvplan {

struct Experts {
  std::int64_t count = 0;
  std::int64_t per_token = 0;  ///< 0: the config does not say
};

/// Nothing for a dense model. @param text  the language model's config
[[nodiscard]] std::optional<Experts> experts_of(const ConfigNode& text);

}  // namespace kvplan
