#include "own_json.hpp"

#include "kvplan/text_file.hpp"
#include "python_numbers.hpp"

namespace kvplan {

ConfigNode parse_own_json(std::string_view text, std::string file) {
  if (!may_have_python_numbers(text)) return parse_json(text, std::move(file));
  return parse_json(with_quoted_python_numbers(text), std::move(file));
}

ConfigNode read_own_json(const std::filesystem::path& file) {
  return parse_own_json(read_text(file), file.string());
}

}  // namespace kvplan
