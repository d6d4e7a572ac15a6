// When vLLM got a model class.
#pragma once

#include <optional>
#include <string_view>

#include "kvplan/engine.hpp"

namespace kvplan::engines {

struct FirstRelease {
  std::string_view version;  ///< "0.29"
  Release release;
};

/// Nothing for a class that every covered release has, or that is not known.
[[nodiscard]] std::optional<FirstRelease> first_release(std::string_view model_class);

}  // namespace kvplan::engines
