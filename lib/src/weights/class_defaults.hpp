// What Hugging Face's config classes fill in for the fields that decide which tensors a model has.
#pragma once

#include <string_view>

#include "kvplan/config.hpp"

namespace kvplan::modules {

/// The defaults of a model_type as a JSON object; empty for a type without a class there.
[[nodiscard]] std::string_view class_defaults(std::string_view model_type);

/// The model_type of a member such as "vision_config" that does not name its own; else empty.
[[nodiscard]] std::string_view type_of_member(std::string_view model_type, std::string_view member);

/// The config as the class reads it: what it does not name (not even as null) has its class's
/// default, in the root, the language model's part, and a vision tower. Files and pointers stay
/// those of the config.
[[nodiscard]] ModelConfig completed(const ModelConfig& config);

}  // namespace kvplan::modules
