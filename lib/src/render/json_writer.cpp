#include "render/json_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "render/printable.hpp"

namespace kvplan::render {
JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  append_escaped(name);
  text_ += indent_ ? ": " : ":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
  std::array<char, 24> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return raw({digits.data(), static_cast<std::size_t>(result.ptr - digits.data())});
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  std::array<char, 40> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  std::string text(digits.data(), result.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return raw(text);
}

JsonWriter& JsonWriter::value(std::string_view text) {
  before_value();
  append_escaped(text);
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  before_value();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
  before_value();
  text_ += bracket;
  ++depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  --depth_;
  if (!first_) new_line();
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!first_) text_ += ',';
  if (depth_ > 0) new_line();
  first_ = false;
}

void JsonWriter::new_line() {
  if (!indent_) return;
  text_ += '\n';
  text_.append(static_cast<std::size_t>(depth_) * static_cast<std::size_t>(*indent_), ' ');
}

void JsonWriter::append_escaped(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  text_ += '"';
  while (!text.empty()) {
    const std::string_view plain = text.substr(0, ascii_length(text));
    const auto* const quoted =
        std::ranges::find_if(plain, [](char c) { return c == '"' || c == '\\'; });
    text_.append(plain.begin(), quoted);
    text.remove_prefix(static_cast<std::size_t>(quoted - plain.begin()));
    if (text.empty()) break;
    const auto c = static_cast<unsigned char>(text.front());
    std::size_t used = 1;
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += text.front();
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (c == '\r') {
      text_ += "\\r";
    } else if (begins_with_control(text)) {
      // Escaped beyond what JSON asks: YAML takes none of these bare, and a terminal obeys them.
      used = utf8_length(text);
      const auto code = static_cast<unsigned char>(text[used - 1]);  // C1 is C2 and the code itself
      text_ += "\\u00";
      text_ += hex[code >> 4U];
      text_ += hex[code & 0xFU];
    } else if (used = utf8_length(text); used > 0) {
      text_ += text.substr(0, used);
    } else {
      text_ += replacement;
      used = 1;
    }
    text.remove_prefix(used);
  }
  text_ += '"';
}

}  // namespace kvplan::render
