// Where this tree lies: the golden files and the shipped models are read there.
#pragma once

#include <filesystem>

namespace kvplan::tests {

/// A function of main.cpp, so that no other object depends on the folder (ccache then finds them in
/// every checkout).
[[nodiscard]] std::filesystem::path source_dir();

}  // namespace kvplan::tests
