#include "formats.hpp"

#include "kvplan/error.hpp"

namespace kvplan::tool {

std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

void refuse_format(const std::vector<std::string>& names, const std::string& format) {
  throw invalid({"--format", ""}, alternatives(names), '"' + format + '"');
}

}  // namespace kvplan::tool
