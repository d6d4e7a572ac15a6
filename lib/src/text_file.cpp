#include "kvplan/text_file.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

#include "file_status.hpp"
#include "kvplan/error.hpp"

namespace kvplan {

namespace fs = std::filesystem;

namespace {

/// Piece by piece, for a file may grow while it is read, and one of /proc says that it is empty.
/// @return nothing when it cannot be read; more than `largest` bytes when there are more
std::optional<std::string> contents(const fs::path& file, std::uintmax_t size,
                                    std::uintmax_t largest) {
  constexpr std::uintmax_t piece = 4096;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  while (stream && text.size() <= largest) {
    const std::size_t had = text.size();
    const std::uintmax_t wanted = had < size ? size - had + 1 : had + piece;
    text.resize(had + static_cast<std::size_t>(std::min(wanted, largest + 1 - had)));
    stream.read(text.data() + had, static_cast<std::streamsize>(text.size() - had));
    text.resize(had + static_cast<std::size_t>(stream.gcount()));
  }
  if (!stream.eof() && text.size() <= largest) return std::nullopt;
  return text;
}

Error unreadable(const fs::path& file, const std::string& found) {
  return invalid({file.string(), ""}, "a readable file", found);
}

}  // namespace

std::uintmax_t size_of_file(const fs::path& file) {
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  if (!fs::exists(status)) {
    const bool nothing = status.type() == fs::file_type::not_found;
    throw unreadable(file, nothing ? "nothing of that name" : failure.message());
  }
  if (fs::is_directory(status)) throw unreadable(file, "a folder");
  if (!fs::is_regular_file(status)) throw unreadable(file, "something that is not a file");
  const std::uintmax_t size = fs::file_size(file, failure);
  return failure ? 0 : size;
}

std::string read_text(const fs::path& file, std::uintmax_t largest) {
  const std::uintmax_t size = size_of_file(file);
  if (size > largest) throw unreadable(file, std::to_string(size) + " bytes");
  auto text = contents(file, size, largest);
  if (!text) throw unreadable(file, "a file that cannot be read");
  if (text->size() > largest) {
    throw unreadable(file, "more than " + std::to_string(largest) + " bytes");
  }
  return *std::move(text);
}

}  // namespace kvplan
