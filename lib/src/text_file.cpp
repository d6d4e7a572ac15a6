#include "kvplan/text_file.hpp"

#include <fstream>
#include <sstream>

#include "kvplan/error.hpp"

namespace kvplan {

namespace fs = std::filesystem;

std::string read_text(const fs::path& file, std::uintmax_t largest) {
  const auto fail = [&](const std::string& found) {
    return invalid({file.string(), ""}, "a readable file", found);
  };
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  if (!fs::exists(status)) throw fail("nothing of that name");
  if (fs::is_directory(status)) throw fail("a folder");
  if (!fs::is_regular_file(status)) throw fail("something that is not a file");
  const std::uintmax_t size = fs::file_size(file, failure);
  if (!failure && size > largest) throw fail(std::to_string(size) + " bytes");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw fail("a file that cannot be read");
  return std::move(text).str();
}

}  // namespace kvplan
