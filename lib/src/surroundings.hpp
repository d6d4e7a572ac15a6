// What else is on the boxes, as people write it: free memory, other engines, guards.
#pragma once

#include <filesystem>
#include <string>

#include "kvplan/question.hpp"

namespace kvplan {

/// A share such as "0.74". @throws Error (invalid) outside (0, 1]
[[nodiscard]] double share_of(const std::string& text, const char* option);

/// --free, --other-engine and --guard. Another engine is a service of what it takes, too.
/// @throws Error (invalid) naming the option
void read_surroundings(const Question& given, PlanRequest& request);

/// --beside: another model's engine, planned on the boxes that it lies on, with the engine's
/// defaults. @throws Error (invalid, unknown) naming the option
void read_beside(const Question& given, PlanRequest& request,
                 const std::filesystem::path& data_dir);

}  // namespace kvplan
