// The version of kvplan, in one place: CMake and Python read it from here.
#pragma once

#include <string_view>

namespace kvplan {

inline constexpr std::string_view version = "0.1.0";

/// The JSON schema of every answer (contract: a change needs a new number).
inline constexpr int schema_version = 1;

}  // namespace kvplan
