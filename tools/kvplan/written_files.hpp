// What a command writes must not be what it reads.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace kvplan::tool {

/// A file that an option of the command names as one to write: "--output", "plan.json".
struct WrittenFile {
  std::string option;
  std::string file;
};

/// @param words  all words of the command line, those of the options among them
/// @throws Error (invalid) naming the option when another word names the same file, by whatever
///         path, or when two options do
void refuse_overwriting(std::span<const WrittenFile> written, std::span<const std::string> words);

}  // namespace kvplan::tool
