// Step "describe": which family a config belongs to, and its layers. A family is one file under
// lib/src/families/ and one row of table.cpp (see CONTRIBUTING.md).
#pragma once

#include <span>
#include <string_view>

#include "kvplan/architecture.hpp"
#include "kvplan/config.hpp"

namespace kvplan {

struct Family {
  std::string_view name;                          ///< "llama"
  std::span<const std::string_view> model_types;  ///< config.json "model_type" values
  Architecture (*describe)(const ModelConfig&);
  std::string_view covers;  ///< one line for `kvplan models`
};

/// Every family, in the order of the table.
[[nodiscard]] std::span<const Family> family_table();
/// The row of a model_type, or nullptr.
[[nodiscard]] const Family* find_family(std::string_view model_type);

/// @throws Error (unknown) for a model_type without a row, (invalid) for a field out of range
[[nodiscard]] Architecture describe(const ModelConfig& config);

}  // namespace kvplan
