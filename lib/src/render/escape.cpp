#include "render/escape.hpp"

#include <filesystem>

namespace kvplan::render {

std::string xml_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '"') {
      safe += "&quot;";
    } else if (c == '\'') {
      safe += "&#39;";
    } else if (code < 0x20 && c != '\n' && c != '\t') {
      safe += "\xEF\xBF\xBD";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string path_inside(std::string_view file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  const bool out = path.is_absolute() || (!path.empty() && *path.begin() == "..");
  return (out ? path.filename() : path).generic_string();
}

}  // namespace kvplan::render
