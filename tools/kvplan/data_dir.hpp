// Where the program is, and the models and boxes that come with it.
#pragma once

#include <filesystem>

namespace kvplan::tool {

/// The folder of the running program; empty where the system does not say.
std::filesystem::path program_dir();

/// The folder that holds `models/` and `boxes/`: `../share/kvplan` beside an installed program,
/// else the source tree that it was built from.
std::filesystem::path data_dir();

}  // namespace kvplan::tool
