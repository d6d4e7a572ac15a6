// When vLLM got a model class or a cache dtype.
#pragma once

#include <optional>
#include <string_view>

#include "kvplan/dtype.hpp"
#include "kvplan/engine.hpp"

namespace kvplan::engines {

struct FirstRelease {
  std::string_view version;  ///< "0.29"
  Release release;
};

/// The same of a cache dtype: nothing for one that every covered release has.
[[nodiscard]] std::optional<FirstRelease> first_release(CacheDtype dtype);
/// Nothing for a class that every covered release has, or that is not known.
[[nodiscard]] std::optional<FirstRelease> first_release(std::string_view model_class);

}  // namespace kvplan::engines
