// The shipped data: models/ and boxes/, found by name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kvplan/box.hpp"

namespace kvplan {

/// Where a model's config lies.
/// @param model   a config.json, a folder that holds one, or the name of a folder under `models`,
///                with or without its `org--`
/// @throws Error (invalid) when there is none, or a name without org fits several
[[nodiscard]] std::filesystem::path find_model(std::string_view model,
                                               const std::filesystem::path& models);

/// The folders under `models` that hold a config.json, sorted.
[[nodiscard]] std::vector<std::string> model_names(const std::filesystem::path& models);

/// @param box  a box file, the name of one in `boxes`, or of one that is built in (the shipped
/// boxes/)
/// @throws Error (invalid)
[[nodiscard]] Box find_box(std::string_view box, const std::filesystem::path& boxes);

/// Gives boxes of one name numbers: gb10, gb10 → gb10-1, gb10-2.
void number_boxes(std::vector<Box>& boxes);

}  // namespace kvplan
