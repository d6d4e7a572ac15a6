#include "own_json.hpp"

#include <algorithm>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "python_numbers.hpp"
#include "text.hpp"

namespace kvplan {

ConfigNode parse_own_json(std::string_view text, std::string file) {
  if (!may_have_python_numbers(text)) return parse_json(text, std::move(file));
  return parse_json(with_quoted_python_numbers(text), std::move(file));
}

ConfigNode read_own_json(const std::filesystem::path& file) {
  return parse_own_json(read_text(file), file.string());
}

void refuse_misspelt(const ConfigNode& object, std::initializer_list<std::string_view> known) {
  constexpr std::size_t short_name = 5;  // "note" is two letters from "name", and a note
  constexpr std::size_t longest = 40;
  if (!object.is_object()) return;
  for (const std::string& given : object.keys()) {
    if (given.size() > longest || std::ranges::find(known, given) != known.end()) continue;
    for (const std::string_view name : known) {
      if (std::max(given.size(), name.size()) - std::min(given.size(), name.size()) > 2) continue;
      if (slips(given, name) > (name.size() > short_name ? 2U : 1U)) continue;
      throw invalid({object.file(), object.pointer() + '/' + given}, std::string(name),
                    "a misspelt name");
    }
  }
}

}  // namespace kvplan
