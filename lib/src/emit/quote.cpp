#include "emit/quote.hpp"

#include <algorithm>
#include <array>

#include "kvplan/printable.hpp"
#include "render/json_writer.hpp"

namespace kvplan::emit_detail {
namespace {

constexpr std::string_view plain_characters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";

std::string doubled(std::string text, char character) {
  for (std::size_t at = text.find(character); at != std::string::npos;
       at = text.find(character, at + 2)) {
    text.insert(at, 1, character);
  }
  return text;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

std::string shell_word(std::string_view text) {
  std::string word(text);
  if (!word.empty() && word.find_first_not_of(plain_characters) == std::string::npos) return word;
  replace_all(word, "'", R"('\'')");
  return "'" + word + "'";
}

std::string json_string(std::string_view text) {
  render::JsonWriter out;
  out.value(text);
  std::string json = std::move(out).text();
  // YAML 1.1 ends a line at these two as well; JSON knows their escapes.
  replace_all(json, "\xe2\x80\xa8", "\\u2028");
  replace_all(json, "\xe2\x80\xa9", "\\u2029");
  return json;
}

std::string compose_string(std::string_view text) { return doubled(json_string(text), '$'); }

std::string one_line(std::string_view text) {
  std::string line(text);
  for (const std::string_view end : {"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"}) {
    replace_all(line, end, " ");
  }
  const auto control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  };
  std::ranges::replace_if(line, control, ' ');
  line = printable(line);
  // A backslash at the end joins the next line to this one in a unit file.
  if (line.ends_with('\\')) line.back() = '/';
  return line;
}

std::string unit_text(std::string_view text) { return doubled(one_line(text), '%'); }

std::string code(std::string_view text) {
  std::string line = one_line(text);
  std::ranges::replace(line, '`', '\'');
  return "`" + line + "`";
}

}  // namespace kvplan::emit_detail
