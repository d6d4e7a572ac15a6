#include "render/escape.hpp"

#include <charconv>
#include <filesystem>

#include "render/printable.hpp"

namespace kvplan::render {

std::string xml_escaped(std::string_view text) {
  std::string safe;
  for (const char c : valid_utf8(text)) {
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
      safe += replacement;
    } else {
      safe += c;
    }
  }
  return safe;
}

namespace {

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// At the start of a line these would make a heading, a quote, a list or a rule.
bool opens_a_block(std::string_view text) {
  if (text.empty()) return false;
  if (text.front() == '#' || text.front() == '=' || text.front() == '+') return true;
  // A rule, or the line under a heading; one dash alone is the empty cell of a table.
  return text.front() == '-' && text.size() > 1 &&
         text.find_first_not_of("- ") == std::string_view::npos;
}

}  // namespace

std::string markdown_escaped(std::string_view text) {
  constexpr std::string_view always = "\\`*[]|~";
  std::string safe = opens_a_block(text) ? "\\" : "";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inside =
        i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else if (c == '>' && i == 0) {
      safe += "&gt;";
    } else if (c == '\n' || c == '\r') {
      safe += ' ';
    } else {
      if (always.find(c) != std::string_view::npos || (c == '_' && !inside)) safe += '\\';
      safe += c;
    }
  }
  return printable(safe);
}

std::string markdown_code(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  std::string inside;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = longest > run ? longest : run;
    inside += c == '\n' || c == '\r' ? ' ' : c;
  }
  inside = printable(inside);
  const std::string ticks(longest + 1, '`');
  return longest == 0 ? ticks + inside + ticks : ticks + " " + inside + " " + ticks;
}

namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failure == std::errc() && end == text.data() + text.size();
}

/// What a spreadsheet would compute (OWASP, "CSV Injection"; tab and return are no longer there).
bool is_formula(std::string_view text) {
  constexpr std::string_view signs = "=+-@";
  return !text.empty() && signs.find(text.front()) != std::string_view::npos && !is_number(text);
}

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string cell = printable(text);
  if (is_formula(cell)) cell.insert(0, 1, '\'');
  if (cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
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
