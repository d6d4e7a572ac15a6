// Where the models and boxes that come with kvplan are.
#pragma once

#include <filesystem>

namespace kvplan::tool {

/// The folder that holds `models/` and `boxes/`: `../share/kvplan` beside an installed program,
/// else the source tree that it was built from.
std::filesystem::path data_dir();

}  // namespace kvplan::tool
