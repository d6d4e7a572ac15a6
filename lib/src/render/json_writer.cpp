#include "render/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace kvplan::render {
namespace {

/// Length of the valid UTF-8 sequence at the front of `text`; 0 when there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  if (length == 3 && lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (length == 3 && lead == 0xED && byte(1) > 0x9F) return 0;
  if (length == 4 && lead == 0xF0 && byte(1) < 0x90) return 0;
  if (length == 4 && lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

}  // namespace

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
    } else if (c < 0x20) {
      text_ += "\\u00";
      text_ += hex[c >> 4U];
      text_ += hex[c & 0xFU];
    } else if (used = utf8_length(text); used > 0) {
      text_ += text.substr(0, used);
    } else {
      text_ += "\xEF\xBF\xBD";
      used = 1;
    }
    text.remove_prefix(used);
  }
  text_ += '"';
}

}  // namespace kvplan::render
